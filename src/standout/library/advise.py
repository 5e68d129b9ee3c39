"""`advise`: what a post gives away, what to hide, and what to mention instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from standout.advising.details import details_for
from standout.advising.posting_advice import Wishes
from standout.advising.prose_showing import prose_advice_from_bulletin, prose_advice_from_data
from standout.advising.showing import advice_from_bulletin, advice_from_data, catalogue_of, drafted
from standout.auditing.settings import check_numbers
from standout.errors import BadInput
from standout.label.bulletin.standing import signature_of
from standout.label.person.history import History
from standout.label.person.matching import Catalogue, catalogue_in
from standout.label.person.reading_history import history_of_words
from standout.library.bulletins import Published, Tell, as_bulletin, place_of, tell_nobody
from standout.library.choosing import Attacks, chosen_attacks
from standout.library.drafts import Draft
from standout.library.reading import Reading, as_dataset, asked, at_hand
from standout.mentioning.cues import Kind
from standout.outputs.places import check_folder
from standout.results.advice import Advice
from standout.results.bulletin import Bulletin


def advise(
    history: Any,
    *,
    data: Any = None,
    bulletin: str | Path | Bulletin | Published | None = None,
    draft: str | Sequence[str] | None = None,
    k: int = 10,
    mentions: int = 5,
    decoy_crowd: int = 100,
    show: str = "items",
    attacks: Attacks | None = None,
    columns: Mapping[str, str] | None = None,
    data_columns: Mapping[str, str] | None = None,
    titles: str | Path | None = None,
    person: str | None = None,
    record: Any = None,
    posted: Any = None,
    prose: bool | None = None,
    kind: Kind | None = None,
    seed: int = 1,
    out: str | Path | None = None,
    tell: Tell = tell_nobody,
) -> Advice:
    """Say what somebody's posts give away, and what to hide or mention instead. Nothing leaves this machine.

    `history` is what is shown: a file, titles or item ids one after another, or a data frame; or a draft in prose, in a
    file or as lines, whose mentions are found (`prose` says whether it is one, `kind` what items are). `record` is what
    the person has, `posted` what they posted before: both like a history, the latter also in prose. With `data`
    (whatever `read` takes), in which the person might be found, who fits is counted there and every suggestion is
    verified by attacking again, with the usual `attacks` or these; with a provider's `bulletin` alone it is estimated.
    `draft` is a post that is not made yet, `k` how many others should fit, `show` whether posts also show "values",
    "dates" or "all". `columns` says which column of the history is what, `data_columns` which of the data. With `out`
    the result also goes into that folder.

    >>> import standout as so
    >>> published = so.publish("sample")
    >>> advice = so.advise(published.bulletin.titles[:4], bulletin=published, k=5)
    >>> advice.estimate, advice.shown, advice.verified
    (True, 4, False)
    """
    check_numbers(seed, None)
    wishes, folder = Wishes(k, mentions, decoy_crowd), None if out is None else Path(out)
    if (data is None) == (bulletin is None):
        raise BadInput("give either --data, the data you might be found in, or --bulletin, what its provider publishes")
    if folder is not None:
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"--out {folder}: is a file; name a folder")
        given = (place_of(each) for each in (history, data, bulletin, record, posted))
        check_folder(folder, {Advice.FILE: "advice"}, (*given, titles))
    source = Draft(history, draft, record, posted, prose, kind, columns, person)
    if bulletin is None:
        reading = asked(titles=titles, columns=data_columns)
        advice = _from_data(data, reading, source, wishes, show, attacks, seed)
    else:
        if show != "items" or attacks is not None:
            raise BadInput("--show and --attack need --data: a bulletin only says how many people have each item")
        if data_columns is not None:
            raise BadInput("--data-columns: belongs to --data; leave it out")
        advice = _from_bulletin(as_bulletin(bulletin, tell), source, wishes, seed)
    if folder is not None:
        advice.write(folder)
    return advice


def _from_data(
    data: Any, reading: Reading, source: Draft, wishes: Wishes, show: str, attacks: Attacks | None, seed: int
) -> Advice:
    chosen = chosen_attacks(attacks)
    if source.by_mentions and show != "items":
        raise BadInput(f"--show {show}: a draft in prose, --record and --posted speak of items alone; leave it out")
    dataset = at_hand(as_dataset(data, reading))
    catalogue = catalogue_of(dataset)
    if source.by_mentions:
        return prose_advice_from_data(dataset, catalogue, source.written(catalogue), chosen, wishes, seed)
    post = _post(source.draft, catalogue)
    details = details_for(show, dataset)
    return advice_from_data(
        dataset, catalogue, source.listed(), chosen, wishes, draft=post, details=details, seed=seed
    )  # fmt: skip


def _from_bulletin(published: Bulletin, source: Draft, wishes: Wishes, seed: int) -> Advice:
    signed, catalogue = signature_of(published), catalogue_in(published)
    if source.by_mentions:
        written = source.written(catalogue)
        return prose_advice_from_bulletin(published, catalogue, written, wishes, signed=signed, seed=seed)
    post = _post(source.draft, catalogue)
    return advice_from_bulletin(published, source.listed(), wishes, draft=post, signed=signed, seed=seed)


def _post(draft: str | Sequence[str] | None, catalogue: Catalogue) -> History | None:
    """The items of a post: in one line with semicolons or commas between them, or one after another."""
    if draft is None:
        return None
    return drafted(draft, catalogue) if isinstance(draft, str) else history_of_words(draft)
