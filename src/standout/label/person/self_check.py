"""What a person learns: their group, what moves them, and what one step better would take. All of it is computed here.

**One step better.** The fewest items to leave out so that the label moves up by a bar. For both scores this is exact:
with a given number of items left out, a list is the most private without those that fewest people have, and leaving out
one more of them never makes it less private. So the smallest number is found by halving.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from standout.errors import BadInput
from standout.label.bulletin.bulletin import SCORES, Bulletin
from standout.label.bulletin.groups import Bar, bar_of, bars
from standout.label.person.history import History
from standout.label.person.matching import Catalogue, Matched, match
from standout.label.person.score import Assessment, assess, expected_set, others

_REVEALING = 10
"""How many of the rarest items are named."""


@dataclass(frozen=True)
class Step:
    """A better bar, and the fewest items to leave out to reach it: their places in the list, the rarest first."""

    bar: int
    leave_out: tuple[int, ...]


@dataclass(frozen=True)
class Checked:
    """A history's label, and everything that is said about it."""

    history: History
    matched: Matched
    bulletin: Bulletin
    used: str
    counts: tuple[int, ...]
    """Holders of each item of the list: those found, then a 0 for each that was not."""
    assessment: Assessment
    bars: tuple[Bar, ...]
    bar: int
    step: Step | None
    left_aside: int
    """How many were not found and, as asked, not counted."""

    @property
    def marks(self) -> tuple[str, ...]:
        """The bars' marks as drawn: from the safest to the riskiest."""
        return tuple(bar.name for bar in reversed(self.bars))

    @property
    def row(self) -> int:
        """Which of the drawn bars is the person's."""
        return len(self.bars) - 1 - self.bar

    @property
    def half(self) -> str | None:
        """Which half of their group the person's bar is; none if the bar is all of it."""
        same = [at for at, bar in enumerate(self.bars) if bar.group == self.bars[self.bar].group]
        return None if len(same) == 1 else ("less safe", "safer")[same.index(self.bar)]

    def name(self, place: int) -> str:
        """What the item at a place of the list is called."""
        if place >= len(self.matched.items):
            return self.matched.unknown[place - len(self.matched.items)]
        item = self.matched.items[place]
        title = self.bulletin.titles[item] if self.bulletin.titles is not None else None
        return title or self.bulletin.ids[item]


def check(history: History, bulletin: Bulletin, score: str = SCORES[0], *, only_known: bool = False) -> Checked:
    """Find the history's items in the bulletin, score them, and see what one step better would take."""
    if score not in SCORES:
        raise BadInput(f"--score is '{score}', but must be {' or '.join(SCORES)}")
    catalogue = Catalogue(bulletin.ids, bulletin.titles or (), bulletin.counts.tolist())
    matched = match(history, catalogue)
    if only_known and not matched.items:
        raise BadInput("nothing in the history is known to the bulletin; check that it is the right one")
    left_aside = len(matched.unknown) if only_known else 0
    known = bulletin.counts[list(matched.items)].tolist()
    counts = (*known, *(0 for _ in range(len(matched.unknown) - left_aside)))
    assessment = assess(counts, bulletin, score)
    drawn = bars(bulletin.scores[score].groups)
    bar = bar_of(assessment.score, drawn)
    step = one_step(counts, bulletin, score, bar)
    return Checked(history, matched, bulletin, score, counts, assessment, drawn, bar, step, left_aside)


def one_step(counts: Sequence[int], bulletin: Bulletin, score: str, bar: int) -> Step | None:
    """The fewest items to leave out for a better bar; nothing if there is none, or only an empty list gets there."""
    drawn = bars(bulletin.scores[score].groups)
    order = sorted(range(len(counts)), key=lambda place: _popularity(counts[place], bulletin, score))

    def reached(left_out: int) -> int:
        kept = [counts[place] for place in order[left_out:]]
        return bar_of(assess(kept, bulletin, score).score, drawn)

    low, high = 0, len(counts) - 1
    if bar == len(drawn) - 1 or high < 1 or reached(high) <= bar:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) > bar else (middle, high)
    return Step(reached(high), tuple(order[:high]))


def _popularity(count: int, bulletin: Bulletin, score: str) -> tuple[bool, float]:
    """By what items are left out first: the paper's score only asks whether they are rare, the better one how rare."""
    return score == "paper" and count >= bulletin.rare_below, others(count, bulletin)


def rarest(checked: Checked) -> list[int]:
    """The places of rare items in the list, the rarest first."""
    rare = [place for place, count in enumerate(checked.counts) if count < checked.bulletin.rare_below]
    return sorted(rare, key=lambda place: checked.counts[place])


def without_rare(checked: Checked) -> str | None:
    """The mark that the list would get without its rare items; none if it has none, or nothing else."""
    kept = [count for count in checked.counts if count >= checked.bulletin.rare_below]
    if not kept or len(kept) == len(checked.counts):
        return None
    return checked.bars[bar_of(assess(kept, checked.bulletin, checked.used).score, checked.bars)].name


def usual_length(bulletin: Bulletin) -> float | None:
    """How many items people have on average."""
    return sum(bulletin.crowd) / len(bulletin.crowd) if bulletin.crowd else None


def document_of(checked: Checked) -> dict[str, Any]:
    """The result as `standout check --json` prints it."""
    found, bulletin, matched = checked.assessment, checked.bulletin, checked.matched
    scored = bulletin.scores[checked.used]
    document: dict[str, Any] = {
        "score": found.score,
        "group": scored.groups[found.group].name,
        "groups": [vars(group) for group in scored.groups],
        "all": found.all,
        "rare": found.rare,
        "unknown": found.unknown,
        "half": checked.half,
        "mark": checked.bars[checked.bar].name,
        "marks": list(checked.marks),
        "score_used": checked.used,
        "raw_score": found.raw,
        "history": {
            "kind": checked.history.kind,
            "read_as": matched.reading,
            "lines": checked.history.lines,
            "repeated": matched.repeated,
        },
        "rare_below": bulletin.rare_below,
        "usual_length": usual_length(bulletin),
        "without_rare": without_rare(checked),
        "revealing": [_item(checked, place) for place in rarest(checked)[:_REVEALING]],
        "step": _step(checked),
        "unmatched": list(matched.unknown),
        "chosen": [_chosen(checked, said, fits, item) for said, fits, item in matched.chosen],
        "bulletin": {"date": bulletin.date, "people": bulletin.people, "items": bulletin.items},
        "notes": notes(checked),
    }
    if checked.used == "better":
        document["expected_set"] = expected_set(checked.counts, bulletin)
    return document


def notes(checked: Checked) -> list[str]:
    """What was noticed on the way, in words."""
    found, matched = list(checked.history.notes), checked.matched
    if not matched.items:
        found.append("nothing in the history is known to the bulletin; check that it is the right one")
    if checked.bulletin.titles is None:
        found.append("the bulletin has no titles, so only item ids can be found in it")
    if checked.left_aside:
        found.append(f"{checked.left_aside:,} not found in the bulletin and, as asked, not counted")
    return found


def _item(checked: Checked, place: int) -> dict[str, Any]:
    known = place < len(checked.matched.items)
    item: dict[str, Any] = {"item": checked.bulletin.ids[checked.matched.items[place]]} if known else {}
    return item | {"title": checked.name(place), "holders": checked.counts[place] if known else None}


def _chosen(checked: Checked, said: str, fits: int, item: int) -> dict[str, Any]:
    return {"said": said, "fits": fits, "item": checked.bulletin.ids[item], "title": checked.bulletin.titles[item]
            if checked.bulletin.titles is not None else None}  # fmt: skip


def _step(checked: Checked) -> dict[str, Any] | None:
    if checked.step is None:
        return None
    return {
        "half": checked.half,
        "mark": checked.bars[checked.step.bar].name,
        "leave_out": len(checked.step.leave_out),
        "items": [_item(checked, place) for place in checked.step.leave_out],
        "method": "exact",
    }
