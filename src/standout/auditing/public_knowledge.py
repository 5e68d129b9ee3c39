"""What public data says about people, in the codes of the released data: items matched, values on its scale."""

from __future__ import annotations

import numpy as np

from standout.attacks.contract import scale_note, sums_by_target
from standout.common.arrays import Int64s
from standout.common.plain import plain_text
from standout.data.dataset import AnyDataset, LocalDataset
from standout.knowledge.draw import Knowledge, counting_repeats, day_shift, keeping, moved, of_targets, whole_records
from standout.matching.items import Match
from standout.matching.title_index import Kind
from standout.results.link import Matching
from standout.risk.rescaling import rescaled

_IN_DOUBT = -2
"""Stands for an item that may be several released ones."""

_LISTED = 100
"""So many items in doubt are listed by name."""

_WORDS: dict[Kind, str] = {
    "table": "by the table",
    "id": "by id",
    "exact": "by the same title",
    "spelling": "by another spelling of it",
    "alternative": "by another name in brackets",
    "year": "in a year off by one",
    "subtitle": "without a subtitle",
    "fuzzy": "by a misspelling or another year",
}


def public_knowledge(public: LocalDataset, released: AnyDataset, match: Match) -> tuple[Int64s, Knowledge, list[str]]:
    """Who of the public people shares an item with the released data, what is known of them, and notes.

    What may be several released items is not known at all: nobody can be said to lack it.
    """
    everyone = np.arange(public.people, dtype=np.int64)
    codes = np.where(match.ambiguous, _IN_DOUBT, match.items)
    known = moved(whole_records(public.held, public.facts, everyone), codes, day_shift(public, released))
    known = counting_repeats(keeping(known, known.items != _IN_DOUBT))
    people = np.flatnonzero(sums_by_target((known.items >= 0).astype(np.float64), known))
    known, note = rescaled(of_targets(known, people), released)
    notes = _notes(public, match)
    if said := note or scale_note(public.scale, released.scale):
        notes.append(said)
    if lacking := public.people - len(people):
        notes.append(f"{lacking:,} public people share no item with the released data and were left out")
    return people, known, notes


def matching_of(public: AnyDataset, match: Match) -> Matching:
    """How items were matched, as it is told: how many by what, and which are in doubt, each once."""
    doubtful = np.flatnonzero(match.ambiguous)
    names = (public.vocabulary.title(item) or public.vocabulary.item(item) for item in doubtful[:_LISTED].tolist())
    return Matching(
        how=match.how,
        kinds={str(kind): count for kind, count in match.counts.items()},
        ambiguous=len(doubtful),
        in_doubt=tuple(map(plain_text, names)),
    )


def _notes(public: AnyDataset, match: Match) -> list[str]:
    notes, doubtful = [*match.notes], int(match.ambiguous.sum())
    counts = match.counts
    if len(counts) > 1:
        said = ", ".join(f"{count:,} {_WORDS[kind]}" for kind, count in counts.items())
        notes.append(f"public items were matched {said}")
    if lacking := int((match.items < 0).sum()) - doubtful:
        notes.append(
            f"{lacking:,} of {public.items:,} public items are in no released record; they count as known all the same"
        )
    if doubtful:
        notes.append(
            f"{doubtful:,} public items may be several released ones and were left out; "
            "they count for nobody and against nobody"
        )
    return notes
