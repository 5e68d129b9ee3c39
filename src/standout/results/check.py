"""What a person learns about themselves from a bulletin: their label, what moves it, what a step better takes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from standout.common.files import private_folder, write_together
from standout.common.plain import plain_text
from standout.common.wording import counted
from standout.outputs.places import check_folder
from standout.results.base import Document, Part, Rows
from standout.results.bulletin import BulletinFacts, Group
from standout.results.pages import picture_of

TOO_FEW = "Too few people in the data have this label for the provider’s audit to say how many of them are found."

LABEL_FILE = "label.svg"
"""The drawn label in a folder of results."""


class CheckedItem(Part, frozen=True, kw_only=True):
    """An item of the history: its id if the bulletin knows it, how the person wrote it, and how many people have it."""

    item: str | None = None
    title: str
    holders: int | None
    called: str | None = None
    """What the bulletin calls it, where that is something else."""

    def words(self) -> str:
        """What it is called, and how many people have it."""
        people = "not in the bulletin" if self.holders is None else counted(self.holders, "person", "people")
        called = f", there {plain_text(self.called, 60)}" if self.called else ""
        return f"{plain_text(self.title, 60)} ({people}{called})"


class BetterStep(Part, frozen=True):
    """The fewest items to leave out for a better bar."""

    half: str | None
    mark: str
    leave_out: int
    items: tuple[CheckedItem, ...]
    method: str


class Choice(Part, frozen=True):
    """Where a line of the history fitted several items: the one that most people have was taken."""

    said: str
    fits: int
    item: str
    title: str | None

    def words(self) -> str:
        """What was written, how many items that may be, and which it was taken for."""
        return f"{plain_text(self.said, 50)}: {self.fits:,} fit, taken as {plain_text(self.title or self.item, 60)}"


KIND_WORDS = {
    "spelling": "another spelling",
    "alternative": "another name",
    "year": "a year off by one",
    "subtitle": "without a subtitle",
    "fuzzy": "a letter or two differ",
}
"""What is said of a match that is not exact, by its kind."""


class Taken(Part, frozen=True):
    """A line of the history that was taken for an item that is called otherwise: by what, and how sure that is."""

    wrote: str
    took: str
    item: str
    kind: str
    confidence: float

    def words(self) -> str:
        """What was written, what it was taken for, and why."""
        why = KIND_WORDS.get(self.kind, self.kind)
        return f"you wrote {plain_text(self.wrote, 50)}, we took {plain_text(self.took, 60)} ({why})"


class OtherLabel(Part, frozen=True):
    """The label that the list would get otherwise."""

    score: float
    group: str
    mark: str


class HistoryFacts(Part, frozen=True):
    """How a history was read."""

    kind: str
    read_as: str
    lines: int
    repeated: int


class Check(Document, frozen=True, kw_only=True):
    """A history's label, and everything that is said about it."""

    KIND: ClassVar[str] = "check"
    FILE: ClassVar[str] = "check.json"

    score: float | None
    """Normalised: 1 is the most private, 0 the least; none where there is no label."""
    group: str | None
    """None where there is no label: `why` says why."""
    groups: tuple[Group, ...]
    all: int
    """How many items count."""
    rare: int
    """How many of these are rare."""
    unknown: int
    """How many things of the history the bulletin does not name."""
    half: str | None
    """Which half of their group the person's bar is; none if the bar is all of it."""
    mark: str | None
    marks: tuple[str, ...]
    """The bars' marks as drawn: from the safest to the riskiest."""
    score_used: str
    raw_score: float | None
    history: HistoryFacts
    rare_below: int
    usual_length: float | None
    """How many items people have on average."""
    without_rare: str | None
    """The mark that the list would get without its rare items; none if it has none, or nothing else."""
    revealing: tuple[CheckedItem, ...]
    """The rarest items, the rarest first."""
    step: BetterStep | None
    unmatched: tuple[str, ...]
    chosen: tuple[Choice, ...]
    matched: int = 0
    """How many items of the history were found."""
    inexact: tuple[Taken, ...] = ()
    """Where an item that is called otherwise was taken."""
    bulletin: BulletinFacts
    notes: tuple[str, ...]
    expected_set: float | None = None
    """How many people a random 5% to 20% of the list fits, on average; not of the paper's score."""
    why: str | None = None
    """Why there is no label."""
    found_share: float = 1.0
    """The share of the things in the history that were found."""
    least_found: float = 0.0
    """The share from which on there is a label."""
    hides_among: float | None = None
    """Among how many people the list typically hides; of the score `hiding` alone."""
    few: float | None = None
    """How often what is known of it fits five people or fewer; of the same."""
    counts_unknown: bool = False
    """Whether what was not found counts as rare in this label."""
    if_counted: OtherLabel | None = None
    """The label if what was not found counted as rare."""
    seed: int

    @property
    def row(self) -> int | None:
        """Which of the drawn bars is the person's, from above; none without a label."""
        return None if self.mark is None else self.marks.index(self.mark)

    @property
    def both_differ(self) -> bool:
        """Whether the label is another one if what was not found counts as rare."""
        return self.if_counted is not None and self.if_counted.mark != self.mark

    def headline(self) -> str:
        """The label in one sentence, or why there is none."""
        if self.mark is None:
            return f"No label: {self.why}"
        if self.hides_among is not None and self.few is not None:
            bad = f"in {self.few:.0%} of cases that fits five people or fewer"
            if self.row == len(self.marks) - 1:
                return f"Found by someone who knows a random part of your list: {bad}."
            crowd = crowd_words(self.hides_among)
            return f"From someone who knows a random part of your list you hide among about {crowd} people; {bad}."
        whose = "its group" if self.mark == self.group else f"the group “{self.group}”"
        half = f", the {self.half} half of {whose}" if self.half else ""
        return f"Your label: {self.mark}{half}."

    def audit_words(self) -> str | None:
        """What the provider's own audit found of people with this label; none if the bulletin does not say."""
        own = next((group.audit_words() for group in self.groups if group.name == self.group), None)
        return TOO_FEW if own is None and self.mark and any(group.found_by for group in self.groups) else own

    def unknown_words(self) -> str | None:
        """What the label would be if what was not found counted as rare; none where that changes nothing."""
        if self.if_counted is None or not self.both_differ:
            return None
        return (
            f"{counted(self.unknown, 'thing')} you have {'was' if self.unknown == 1 else 'were'} not found and "
            f"{'is' if self.unknown == 1 else 'are'} not counted. Counted as rare, your label would be: "
            f"{self.if_counted.mark}."
        )

    def length_words(self) -> str:
        """How long the list is, beside other people's."""
        compared = f"; people there have {self.usual_length:,.0f} on average" if self.usual_length else ""
        return f"{counted(self.all, 'item')}{compared}. The more there are, the easier you are to find."

    def rarity_words(self) -> str:
        """How much of the list is rare."""
        if not self.rare:
            return f"None of them is rare: each has at least {self.rare_below:,} people."
        verb = "is rare" if self.rare == 1 else "are rare"
        return f"{self.rare:,} of them {verb}: fewer than {self.rare_below:,} people have such an item."

    def without_rare_words(self) -> str | None:
        """What the label would be without the rare items; none if that cannot be said."""
        if self.without_rare is None:
            return None
        still = "still " if self.without_rare == self.mark else ""
        return f"Without the rare ones your label would {still}be: {self.without_rare}."

    def step_words(self) -> str:
        """What one step better would take."""
        if self.step is not None:
            fewest = counted(self.step.leave_out, "item")
            exact = " (this is exact, not a guess)" if self.step.method == "exact" else ""
            return f"Leave out {fewest}, and your label is: {self.step.mark}. Fewer will not do{exact}."
        if self.mark is None:
            return "Without a label there is no step."
        if self.mark == self.marks[0]:
            return "There is none: this is the best label."
        return "Out of reach: even a single one of these items does not get there."

    def unmatched_words(self) -> str:
        """How much was not found, and what that means."""
        return f"{len(self.unmatched):,}, {'counted as rare' if self.counts_unknown else 'not counted'}"

    def number_words(self) -> tuple[str, ...]:
        """The label in numbers: the score, what it stands for, and the groups from the safest on."""
        if self.score is None:
            return (f"found: {self.found_share:.0%}; a label needs {self.least_found:.0%}",)
        score = f"score ({self.score_used}): {self.score:.3f}; 1 is the most private, 0 the least"
        crowd = (
            ()
            if self.expected_set is None
            else (
                f"A random 5% to 20% of the list fits about {self.expected_set:,.1f} of {self.bulletin.people:,} "
                "people.",
            )
        )
        groups = (
            f"{group.name}: {group.low:.3f} to {group.high:.3f}, {group.people:,} people"
            for group in reversed(self.groups)
        )
        return (score, *crowd, *groups)

    def small_print(self, *, numbers: bool = False) -> tuple[str, ...]:
        """What stands below the drawn label."""
        if self.mark is None:
            return ("no label: too little of the list was found", self.bulletin.sentence())
        score = (f"score {self.score:.3f} of 1 ({self.score_used})",) if numbers else ()
        own = next((group for group in self.groups if group.name == self.group), None)
        audit = () if own is None else own.audit_lines()
        return (*score, *audit, self.bulletin.sentence())

    def label_svg(self, *, numbers: bool = False) -> str:
        """The drawn label, as SVG; with numbers, the score stands below it."""
        return picture_of(self.KIND, self, numbers=numbers)

    def tables(self) -> Mapping[str, Rows]:
        """The rarest items, what to leave out, the groups, and what was not found."""
        return {
            "revealing": [_row(item) for item in self.revealing],
            "leave_out": [_row(item) for item in (() if self.step is None else self.step.items)],
            "groups": [group.row() for group in self.groups],
            "unmatched": [{"said": text} for text in self.unmatched],
        }

    def save(self, folder: str | Path, *, numbers: bool = False) -> Path:
        """Write `check.json` and `label.svg` into a folder, as `standout check --out` does; where the result is."""
        place = Path(folder)
        check_folder(place, {self.FILE: "check", LABEL_FILE: "label"}, ())
        write_together({private_folder(place) / name: content for name, content in self.files(numbers=numbers).items()})
        return place / self.FILE

    def files(self, *, numbers: bool = False) -> dict[str, bytes]:
        """What is written into a folder of results, by name."""
        return {self.FILE: self.to_json().encode(), LABEL_FILE: self.label_svg(numbers=numbers).encode()}


def crowd_words(crowd: float) -> str:
    """A number of people, as exactly as it is worth: two digits."""
    if crowd < 10:
        return f"{crowd:.0f}"
    digits = len(str(int(crowd))) - 2
    return f"{round(crowd, -digits):,.0f}"


def _row(item: CheckedItem) -> dict[str, str | int | None]:
    return {"item": item.item, "title": item.title, "holders": item.holders}
