"""What a person learns: their group, what moves them, and what one step better would take. All of it is computed here.

**One step better.** The fewest items to leave out so that the label moves up by a bar. For both scores this is exact:
with a given number of items left out, a list is the most private without those that fewest people have, and leaving out
one more of them never makes it less private. So the smallest number is found by halving.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from standout.errors import BadInput
from standout.label.bulletin.groups import Bar, bar_of, bars
from standout.label.bulletin.standing import facts_of, remarks
from standout.label.person.history import History
from standout.label.person.matching import Matched, catalogue_in, match
from standout.label.person.person_score import Assessment, assess, expected_set, others
from standout.results.bulletin import Bulletin, Signed
from standout.results.bulletin_checks import SCORES
from standout.results.check import BetterStep, Check, CheckedItem, Choice, HistoryFacts, Taken

_REVEALING = 10
"""How many of the rarest items are named."""


@dataclass(frozen=True)
class Step:
    """A better bar, and the fewest items to leave out to reach it: their places in the list, the rarest first."""

    bar: int
    leave_out: tuple[int, ...]


@dataclass(frozen=True)
class _Fared:
    """A history in the bulletin's items, how it fares there, and what a step better would take."""

    matched: Matched
    bulletin: Bulletin
    score: str
    counts: tuple[int, ...]
    """Holders of each item of the list: those found, then a 0 for each that was not."""
    assessment: Assessment
    bars: tuple[Bar, ...]
    bar: int
    step: Step | None
    left_aside: int
    """How many were not found and, as asked, not counted."""

    @property
    def half(self) -> str | None:
        """Which half of their group the person's bar is; none if the bar is all of it."""
        same = [place for place, bar in enumerate(self.bars) if bar.group == self.bars[self.bar].group]
        return None if len(same) == 1 else ("less safe", "safer")[same.index(self.bar)]

    def item(self, place: int) -> CheckedItem:
        """The item at a place of the list."""
        if place >= len(self.matched.items):
            return CheckedItem(title=self.matched.unknown[place - len(self.matched.items)], holders=None)
        item = self.matched.items[place]
        return CheckedItem(item=self.bulletin.ids[item], title=self.bulletin.name_of(item), holders=self.counts[place])

    def rarest(self) -> list[int]:
        """The places of rare items in the list, the rarest first."""
        rare = [place for place, count in enumerate(self.counts) if count < self.bulletin.rare_below]
        return sorted(rare, key=lambda place: self.counts[place])

    def without_rare(self) -> str | None:
        """The mark that the list would get without its rare items; none if it has none, or nothing else."""
        kept = [count for count in self.counts if count >= self.bulletin.rare_below]
        if not kept or len(kept) == len(self.counts):
            return None
        return self.bars[bar_of(assess(kept, self.bulletin, self.score).score, self.bars)].name

    def better(self) -> BetterStep | None:
        """The step as it is told."""
        if self.step is None:
            return None
        return BetterStep(
            half=self.half,
            mark=self.bars[self.step.bar].name,
            leave_out=len(self.step.leave_out),
            items=tuple(self.item(place) for place in self.step.leave_out),
            method="exact",
        )


def check(
    history: History,
    bulletin: Bulletin,
    score: str = SCORES[0],
    *,
    only_known: bool = False,
    signed: Signed | None = None,
    seed: int = 1,
) -> Check:
    """Find the history's items in the bulletin, score them, and say what moves them and what a step better takes.

    `signed` is what the bulletin's signature was found to be worth.
    """
    fared = _fared(history, bulletin, score, only_known)
    matched, assessment, groups = fared.matched, fared.assessment, bulletin.scores[score].groups
    return Check(
        score=assessment.score,
        group=groups[assessment.group].name,
        groups=groups,
        all=assessment.all,
        rare=assessment.rare,
        unknown=assessment.unknown,
        half=fared.half,
        mark=fared.bars[fared.bar].name,
        marks=tuple(bar.name for bar in reversed(fared.bars)),
        score_used=score,
        raw_score=assessment.raw,
        history=HistoryFacts(
            kind=history.kind, read_as=matched.reading, lines=history.lines, repeated=matched.repeated
        ),
        rare_below=bulletin.rare_below,
        usual_length=sum(bulletin.crowd) / len(bulletin.crowd) if bulletin.crowd else None,
        without_rare=fared.without_rare(),
        revealing=tuple(fared.item(place) for place in fared.rarest()[:_REVEALING]),
        step=fared.better(),
        unmatched=matched.unknown,
        chosen=tuple(_choice(bulletin, said, fits, item) for said, fits, item in matched.chosen),
        matched=len(matched.items),
        inexact=tuple(
            Taken(one.wrote, bulletin.name_of(one.item), bulletin.ids[one.item], one.kind, one.confidence)
            for one in matched.inexact
        ),
        bulletin=facts_of(bulletin, signed),
        notes=(*_notes(history, fared), *remarks(bulletin, signed)),
        expected_set=expected_set(fared.counts, bulletin) if score == "better" else None,
        seed=seed,
    )


def _fared(history: History, bulletin: Bulletin, score: str, only_known: bool) -> _Fared:
    if score not in SCORES:
        raise BadInput(f"--score is '{score}', but must be {' or '.join(SCORES)}")
    matched = match(history, catalogue_in(bulletin))
    if only_known and not matched.items:
        raise BadInput("nothing in the history is known to the bulletin; check that it is the right one")
    left_aside = len(matched.unknown) if only_known else 0
    known = (bulletin.holders[item] for item in matched.items)
    counts = (*known, *(0 for _ in range(len(matched.unknown) - left_aside)))
    assessment = assess(counts, bulletin, score)
    drawn = bars(bulletin.scores[score].groups)
    bar = bar_of(assessment.score, drawn)
    step = one_step(counts, bulletin, score, bar)
    return _Fared(matched, bulletin, score, counts, assessment, drawn, bar, step, left_aside)


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


def _notes(history: History, fared: _Fared) -> list[str]:
    """What was noticed on the way, in words."""
    notes = list(history.notes)
    if not fared.matched.items:
        notes.append("nothing in the history is known to the bulletin; check that it is the right one")
    if fared.bulletin.titles is None:
        notes.append("the bulletin has no titles, so only item ids can be found in it")
    if fared.left_aside:
        notes.append(f"{fared.left_aside:,} not found in the bulletin and, as asked, not counted")
    return notes


def _choice(bulletin: Bulletin, said: str, fits: int, item: int) -> Choice:
    title = None if bulletin.titles is None else bulletin.titles[item]
    return Choice(said=said, fits=fits, item=bulletin.ids[item], title=title)
