"""Advice before posting: who fits what a person shows, what gives them away, what to hide, what to mention instead."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, NamedTuple

from standout.common.files import private_folder, write_whole
from standout.common.plain import plain_text
from standout.common.wording import counted, percent
from standout.results.base import Document, Part, Rows
from standout.results.bulletin import BulletinFacts

Amount = int | float
"""How many people: a whole number where they were counted, any other where they are estimated."""

_TELLING = 0.05
"""Fewer bits than this tell nothing."""


class Revealing(Part, frozen=True):
    """How an item narrows the crowd down, after those named before it, and how many people are left."""

    item: str
    bits: float
    left: Amount


class Hide(Part, frozen=True):
    """What to hide, how many others then fit, and whether no smaller set would do.

    Of a draft in prose: what to leave out, and how many others there then are in the attack that finds most.
    """

    items: tuple[str, ...]
    others: int
    exact: bool
    words: tuple[str, ...] = ()
    """The words of a draft in prose that are to be left out."""


class ItemMentioned(Part, frozen=True):
    """An item that a draft in prose mentions."""

    item: str
    words: str
    """As they stand in the draft."""
    certain: float
    """How sure it is that this item is meant."""
    holders: int
    """How many people have it."""
    others: int | None = None
    """How many others there would be without these words, in the attack that finds the writer best."""


class PointsAt(Part, frozen=True):
    """Whom a draft points at, together with what was posted before."""

    chance: float
    """How sure somebody is of the likeliest record who knows that the writer is in the data."""
    others: int
    """How many others come before the writer's record or level with it, in the attack that finds it best; where they
    did not say what they have, of the likeliest record, or of one that has all of it."""
    yours: bool | None = None
    """Whether the likeliest record is the writer's own; absent where they did not say what they have."""


class OwnRecord(Part, frozen=True):
    """What the writer has: how many items of it are known here, and whether their record was found by them."""

    items: int
    found: bool


class Instead(Part, frozen=True):
    """What might be mentioned instead, and how many people have it."""

    item: str
    holders: int
    others: int | None = None
    """With it and those named before it, how many others there are in the attack that finds the person best."""


class AttackedAgain(Part, frozen=True):
    """How many others come before the person or level with them in an attack: now, hidden, and with mentions."""

    attack: str
    before: int
    hidden: int | None = None
    mentioned: int | None = None
    ignoring: int | None = None
    """The same, if the attack passes over popular mentions."""


class Verified(Part, frozen=True):
    """Whether hiding, and hiding and mentioning, bring enough others in every attack."""

    hide: bool
    mention: bool
    attacks: tuple[AttackedAgain, ...]


class DraftItem(Part, frozen=True):
    """How many bits an item of a draft gives away by itself."""

    item: str
    bits: float


class Saying(NamedTuple):
    """A sentence in two pieces, the first of which matters most, and the items that it is about."""

    what: str
    outcome: str
    items: tuple[str, ...]


class Draft(Part, frozen=True):
    """What a post adds that was not made yet."""

    before: Amount
    after: Amount
    bits: float
    items: tuple[DraftItem, ...]
    chance_before: float | None = None
    """How sure an adversary is of the likeliest record by what was posted before."""
    chance_after: float | None = None
    """The same with the draft."""

    def headline(self) -> str:
        """What the post adds, in one sentence."""
        if self.chance_before is not None and self.chance_after is not None:
            return (
                f"What you posted before points at the likeliest record with {percent(self.chance_before)}; with this "
                f"post it is {percent(self.chance_after)}."
            )
        return (
            f"This post: before it, {people(self.before)} fitted; with it, {people(self.after)} ({self.bits:.1f} bits)."
        )

    def most_telling(self) -> list[DraftItem]:
        """Its items, the most telling first."""
        return sorted(self.items, key=lambda item: -item.bits)


class Advice(Document, frozen=True, kw_only=True):
    """What a person's posts give away, and what to do about it."""

    KIND: ClassVar[str] = "advise"
    FILE: ClassVar[str] = "advise.json"
    EARLIER: ClassVar[str | None] = "advice"

    seed: int
    source: str
    """`data` or `bulletin`."""
    estimate: bool
    people: int
    k: int
    """How many others should fit."""
    shown: int
    fits: Amount
    others: Amount
    revealing: tuple[Revealing, ...]
    hide: tuple[Hide, ...]
    """The smallest set to hide; where attacks see through it, also one that holds in every attack."""
    mention: tuple[Instead, ...]
    verified: Verified | bool
    """False where nothing could be verified."""
    draft: Draft | None = None
    unknown: tuple[str, ...]
    notes: tuple[str, ...]
    bulletin: BulletinFacts | None = None
    prose: bool = False
    """Whether a draft in prose was read."""
    mentions: tuple[ItemMentioned, ...] = ()
    """The items that the draft mentions."""
    points_at: PointsAt | None = None
    """Whom it points at; absent with a bulletin, which says nothing of anybody."""
    record: OwnRecord | None = None
    """The writer's own record, where they said what they have."""

    @property
    def verification(self) -> Verified | None:
        """What attacking again showed; none where nothing could be verified."""
        return self.verified if isinstance(self.verified, Verified) else None

    def headline(self) -> str:
        """Who fits what is shown, in one sentence."""
        shown, among = counted(self.shown, "item"), f"of {self.people:,} people"
        if self.prose and not self.shown:
            return "This draft mentions nothing that is in the data, as far as can be read."
        if self.points_at is not None:
            return self._pointing(shown, among)
        if self.estimate:
            others = "other person {} is" if self.others < 1.5 else "others {} are"
            said = f"{amount(self.others).capitalize()} {others.format(among)}"
            return f"{said} expected to have all {shown} that you show."
        if self.fits == 0:
            return f"Nobody {among} has all {shown} that you show."
        if self.fits == 1:
            return f"One record {among} has all {shown} that you show: if you are in the data, it is yours."
        others = counted(int(self.others), "other", "others")
        return f"{people(self.fits)} {among} have all {shown} that you show: you and {others}, if you are in the data."

    def _pointing(self, shown: str, among: str) -> str:
        """Whom the mentions point at."""
        points = self.points_at
        if points is None:
            return ""
        sure = f"By {shown} that you mention, somebody who looks for you {among} is {percent(points.chance)} sure"
        others = counted(points.others, "other", "others")
        come = f"{others} {'come' if points.others != 1 else 'comes'} before yours or level with it"
        if points.yours:
            return f"{sure} of one record, and it is yours: {come} in the attack that finds you best."
        if points.yours is False:
            return f"{sure} of one record, and it is not yours: {come} in the attack that finds you best."
        if points.chance > 1 / (self.k + 1):
            return f"{sure} of one record; if it is yours, you are found."
        return f"{sure} of any one record: it points at nobody."

    def record_words(self) -> str:
        """Whether the person's own record was found by what they have."""
        record = self.record
        if record is None:
            return ""
        if self.estimate:
            return (
                f"Your {counted(record.items, 'item')} are known here; a bulletin does not say whose record is whose."
            )
        if record.found:
            return f"Your record is in the data: found by your {counted(record.items, 'item')}."
        items = counted(record.items, "item")
        return f"Your record is not in the data, as far as your {items} tell; it was put in to try."

    def telling(self) -> list[Revealing]:
        """The items that narrow the crowd down at all, the most telling first."""
        return [row for row in self.revealing if row.bits >= _TELLING]

    def hide_words(self) -> list[Saying]:
        """For each way to hide, what to do, what comes of it, and the items; one that says so where none helps."""
        if not self.hide and self.prose:
            lack = f": with everything left out that this draft says, there are still not {self.k:,} others"
            return [Saying("Leaving words out does not help", f"{lack} in every attack.", ())]
        if not self.hide:
            return [Saying("Hiding cannot help", f": there are not {self.k:,} others in all.", ())]
        return [self._way_words(number, way) for number, way in enumerate(self.hide)]

    def _way_words(self, number: int, way: Hide) -> Saying:
        others = counted(way.others, "other", "others")
        if self.prose and not self.estimate:
            return self._left_out(way, others)
        if not way.items:
            return Saying("Nothing needs to be hidden", f" for {self.k:,} others to fit: {others} do.", ())
        sure = "no smaller set will do" if way.exact else "found step by step; a smaller set may do"
        what = f"{'To hold in every attack, hide' if number else 'Hide'} {counted(len(way.items), 'item')}"
        return Saying(what, f" of {self.shown:,}, and {others} fit ({sure}):", way.items)

    def _left_out(self, way: Hide, others: str) -> Saying:
        """What to leave out of a draft in prose."""
        if not way.items:
            return Saying("Nothing needs to be left out", f": {others} in every attack.", ())
        named = zip(way.items, way.words or way.items, strict=True)
        rows = tuple(
            f"“{plain_text(words, 60)}”" if words == item else f"“{plain_text(words, 60)}” ({item})"
            for item, words in named
        )
        sure = "" if way.exact else "; found step by step, so fewer may do"
        return Saying(
            f"Leave out {counted(len(rows), 'title')}", f", and there are {others} in every attack{sure}:", rows
        )

    def mention_words(self) -> Saying:
        """What might be mentioned instead."""
        if not self.mention:
            none = "No popular item can be mentioned instead without pointing at somebody, or bringing fewer others."
            return Saying("", none, ())
        rows = tuple(f"{plain_text(row.item, 40)} ({row.holders:,} people)" for row in self.mention)
        return Saying("You might mention instead", " (not true of you):", rows)

    def verdicts(self) -> list[str]:
        """Whether hiding, and mentioning besides, holds in every attack; nothing where nothing was verified."""
        verified = self.verification
        if verified is None:
            return []
        held = [("Hiding", verified.hide)]
        if self.mention:
            held.append(("Mentioning besides, also where popular mentions are ignored,", verified.mention))
        lacking = f"does not bring {self.k:,} others in every attack"
        return [f"{what} {'holds in every attack' if holds else lacking}." for what, holds in held]

    def standing_words(self, others: int | None) -> str:
        """How many others come before the person or level with them, in a table's cell."""
        return "" if others is None else "lost" if others >= self.people else f"{others:,}"

    def unknown_words(self) -> str:
        """What it means that something was not found."""
        single = len(self.unknown) == 1
        if not self.estimate:
            return f"in this data nobody is recognised by {'it' if single else 'them'}"
        return "it counts as rare" if single else "they count as rare"

    def tables(self) -> Mapping[str, Rows]:
        """What gives the person away, what to hide, what to mention, and the attacks that were run again."""
        attacks = () if self.verification is None else self.verification.attacks
        return {
            "revealing": [row.to_dict() for row in self.revealing],
            "mentions": [row.to_dict() for row in self.mentions],
            "hide": [
                {"way": number, "item": item, "others": way.others, "exact": way.exact}
                for number, way in enumerate(self.hide, 1)
                for item in way.items
            ],
            "mention": [row.to_dict() for row in self.mention],
            "attacks": [
                {
                    "attack": row.attack,
                    "before": row.before,
                    "hidden": row.hidden,
                    "mentioned": row.mentioned,
                    "ignoring": row.ignoring,
                }
                for row in attacks
            ],
        }

    def write(self, folder: Path) -> Path:
        """Write `advise.json` into a folder that was checked before the work."""
        write_whole(private_folder(folder) / self.FILE, self.to_json().encode())
        return folder / self.FILE


def amount(number: Amount) -> str:
    """People, counted or estimated."""
    return f"{number:,}" if isinstance(number, int) else "less than one" if number < 1 else f"about {number:,.0f}"


def people(number: Amount) -> str:
    """How many people, in words."""
    if isinstance(number, int):
        return counted(number, "person", "people")
    return f"{amount(number)} {'person' if number < 1.5 else 'people'}"
