"""Advice on a draft in prose, in words: what it mentions, whom that points at, which words to leave out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from standout.advising.coded import CodedAdvice
from standout.advising.mention_advice import MentionAdvice, advise_on_mentions
from standout.advising.posting_advice import Wishes
from standout.advising.prose import Prose, new_to
from standout.advising.showing import estimated, estimated_draft, in_words, name_of
from standout.advising.who_fits import Shown
from standout.attacks.contract import Attack
from standout.common.plain import plain_text
from standout.data.dataset import LocalDataset
from standout.label.bulletin.standing import facts_of, remarks
from standout.label.person.matching import Catalogue
from standout.results.advice import Advice, Draft, ItemMentioned, OwnRecord, PointsAt
from standout.results.bulletin import Bulletin, Signed

_LEAST_SURE = 0.7
"""A mention less certain than this is told, so that the writer can look."""


@dataclass(frozen=True)
class Written:
    """A draft, what was posted before, and what the writer has; notes on how they were read."""

    draft: Prose
    posted: tuple[int, ...] = ()
    own: tuple[int, ...] | None = None
    notes: tuple[str, ...] = ()

    @property
    def new(self) -> Prose:
        """What the draft mentions and was not mentioned before."""
        return new_to(self.draft, self.posted)


def prose_advice_from_data(
    data: LocalDataset, catalogue: Catalogue, written: Written, attacks: Sequence[Attack], wishes: Wishes, seed: int = 1
) -> Advice:
    """Advice by attacks on the data, verified there."""
    new, posted = written.new, [Shown(item) for item in written.posted]
    if not new.mentions:
        return _nothing(data.people, "data", written, catalogue, wishes, seed)
    given = advise_on_mentions(data, posted, [Shown(item) for item in new.items], attacks, wishes, written.own)
    advice = _said(given.coded, catalogue, "data", written, seed)
    record = None if given.owner.found is None else OwnRecord(items=len(written.own or ()), found=given.owner.found)
    return msgspec.structs.replace(
        advice,
        mentions=tuple(
            msgspec.structs.replace(one, others=others)
            for one, others in zip(advice.mentions, given.without, strict=True)
        ),
        points_at=_points_at(given),
        record=record,
        draft=None if advice.draft is None else _with_chances(advice.draft, given),
    )


def _points_at(given: MentionAdvice) -> PointsAt:
    after = given.after
    yours = None if given.owner.found is None else after.record == int(given.owner.records[0])
    return PointsAt(chance=after.chance, others=int(given.coded.others), yours=yours)


def _with_chances(draft: Draft, given: MentionAdvice) -> Draft:
    return msgspec.structs.replace(draft, chance_before=given.before.chance, chance_after=given.after.chance)


def prose_advice_from_bulletin(
    bulletin: Bulletin,
    catalogue: Catalogue,
    written: Written,
    wishes: Wishes,
    *,
    signed: Signed | None = None,
    seed: int = 1,
) -> Advice:
    """The same from popularity alone: an estimate, and nothing is verified."""
    new = written.new
    notes, facts = remarks(bulletin, signed), facts_of(bulletin, signed)
    if not new.mentions:
        advice = _nothing(bulletin.people, "bulletin", written, catalogue, wishes, seed)
        return msgspec.structs.replace(advice, notes=(*advice.notes, *notes), bulletin=facts)
    shown = [Shown(item) for item in (*written.posted, *new.items)]
    counts = [bulletin.holders[thing.item] for thing in shown]
    draft = estimated_draft(bulletin, counts, len(written.posted)) if written.posted else None
    coded = estimated(bulletin, counts, shown, wishes, draft, set(written.own or ()))
    advice = _said(coded, catalogue, "bulletin", written, seed)
    own = None if written.own is None else OwnRecord(items=len(written.own), found=False)
    return msgspec.structs.replace(advice, notes=(*advice.notes, *notes), bulletin=facts, record=own)


def _said(coded: CodedAdvice, catalogue: Catalogue, source: str, written: Written, seed: int) -> Advice:
    """The advice with names instead of codes, and the words of the draft."""
    new = written.new
    items = [*written.posted, *new.items]
    advice = in_words(coded, [name_of(catalogue, item) for item in items], catalogue, source, (), seed)
    words = {place + len(written.posted): plain_text(one.words) for place, one in enumerate(new.mentions)}
    hide = tuple(
        msgspec.structs.replace(way, words=tuple(words.get(place, "") for place in coded_way.places))
        for way, coded_way in zip(advice.hide, coded.hide, strict=True)
    )
    return msgspec.structs.replace(
        advice,
        prose=True,
        hide=hide,
        mentions=_mentions(new, catalogue),
        notes=(*written.notes, *_doubts(new, catalogue)),
    )


def _mentions(new: Prose, catalogue: Catalogue) -> tuple[ItemMentioned, ...]:
    return tuple(
        ItemMentioned(
            item=name_of(catalogue, one.item),
            words=plain_text(one.words),
            certain=round(one.certain, 3),
            holders=int(catalogue.holders[one.item]),
        )
        for one in new.mentions
    )


def _doubts(new: Prose, catalogue: Catalogue) -> list[str]:
    return [
        f"“{plain_text(one.words)}” was taken for {name_of(catalogue, one.item)}, which is not certain"
        for one in new.mentions
        if one.certain < _LEAST_SURE
    ]


def _nothing(people: int, source: str, written: Written, catalogue: Catalogue, wishes: Wishes, seed: int) -> Advice:
    """A draft that mentions nothing, or nothing new."""
    coded = CodedAdvice(people, wishes.k, 0, people, people, (), (), (), None, None)
    advice = _said(coded, catalogue, source, replace(written, posted=(), draft=Prose(())), seed)
    again = [name_of(catalogue, item) for item in written.draft.items]
    said = (f"already mentioned before: {', '.join(again[:5])}",) if again else ()
    return msgspec.structs.replace(advice, notes=(*written.notes, *said))
