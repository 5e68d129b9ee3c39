"""What a person learns: their group, what moves them, and what one step better would take. All of it is computed here.

**One step better.** The fewest items to leave out so that the label moves up by a bar. For `better` and `paper` this is
exact: with a given number of items left out, a list is the most private without those that fewest people have, and
leaving out one more of them never makes it less private. So the smallest number is found by halving. For `hiding` the
same is done; that nothing smaller does was tried out on lists of up to eight items, not proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from standout.errors import BadInput
from standout.label.bulletin.groups import Bar, bar_of, bars
from standout.label.bulletin.standing import facts_of, remarks
from standout.label.person.assessing import Assessment, assess
from standout.label.person.history import History
from standout.label.person.matching import Matched, catalogue_in, corrections, match
from standout.label.person.person_score import expected_set, others
from standout.results.bulletin import Bulletin, Signed
from standout.results.bulletin_checks import SCORES
from standout.results.check import BetterStep, Check, CheckedItem, Choice, HistoryFacts, OtherLabel, Taken

LEAST_FOUND = 0.6
"""Where less of a history is found, a label would be about another list than the person's."""

NO_AUDIT = "too few people have any one label for the provider's audit to say how many of them are found"
NO_AUDIT_WITH_NOISE = (
    "how many people with each label are found is not in a bulletin with noise: whether one person is found depends on "
    "everybody else, so no epsilon covers it"
)

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
    """Holders of each item of the list: those found, then, if they count, a 0 for each that was not."""
    assessment: Assessment
    bars: tuple[Bar, ...]
    bar: int
    step: Step | None

    @property
    def group(self) -> str:
        """The name of the person's group."""
        return self.bulletin.scores[self.score].groups[self.assessment.group].name

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
        called = self.bulletin.name_of(item)
        wrote = self.matched.wrote[place] or called
        return CheckedItem(
            item=self.bulletin.ids[item],
            title=wrote,
            holders=self.counts[place],
            called=None if wrote == called else called,
        )

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
            method="halving" if self.score == "hiding" else "exact",
        )


def check(
    history: History,
    bulletin: Bulletin,
    score: str | None = None,
    *,
    only_known: bool = False,
    count_unknown: bool = False,
    least_found: float = LEAST_FOUND,
    aliases: Sequence[tuple[int, str]] = (),
    refused: Sequence[str] = (),
    meant: Sequence[str] = (),
    signed: Signed | None = None,
    seed: int = 1,
) -> Check:
    """Find the history's items in the bulletin, score them, and say what moves them and what a step better takes.

    What was not found does not count, unless `count_unknown`; what the label would be if it counted as rare is said
    as well, unless `only_known`. Where less than `least_found` of the history was found there is no label. `aliases`
    are further names of items, `refused` lines that were taken wrongly, `meant` says `line=item`. `signed` is what the
    bulletin's signature was found to be worth.
    """
    score = _score_asked(bulletin, score)
    if not 0 <= least_found <= 1:
        raise BadInput(f"--least-found is {least_found:g}, but must be between 0 and 1; 0.6 is usual")
    if only_known and count_unknown:
        raise BadInput("--only-known and --count-unknown contradict each other; give one of them")
    catalogue = catalogue_in(bulletin, aliases)
    matched = match(history, catalogue, corrections(refused, meant, history, catalogue))
    labelled = bool(matched.items) and matched.share >= least_found
    fared = _fared(matched, bulletin, score, count_unknown) if labelled else None
    if_counted = None
    if fared is not None and matched.unknown and not only_known and not count_unknown:
        counted_too = _fared(matched, bulletin, score, True, step=False)
        if_counted = OtherLabel(
            score=counted_too.assessment.score, group=counted_too.group, mark=counted_too.bars[counted_too.bar].name
        )
    found = None if fared is None else fared.assessment
    holders = [bulletin.holders[item] for item in matched.items]
    rare = sum(count < bulletin.rare_below for count in holders)
    return Check(
        score=None if found is None else found.score,
        group=None if fared is None else fared.group,
        groups=bulletin.scores[score].groups,
        all=len(holders) if found is None else found.all,
        rare=rare if found is None else found.rare,
        unknown=len(matched.unknown),
        half=None if fared is None else fared.half,
        mark=None if fared is None else fared.bars[fared.bar].name,
        marks=tuple(bar.name for bar in reversed(bars(bulletin.scores[score].groups))),
        score_used=score,
        raw_score=None if found is None else found.raw,
        history=HistoryFacts(
            kind=history.kind, read_as=matched.reading, lines=history.lines, repeated=matched.repeated
        ),
        rare_below=bulletin.rare_below,
        usual_length=sum(bulletin.crowd) / len(bulletin.crowd) if bulletin.crowd else None,
        without_rare=None if fared is None else fared.without_rare(),
        revealing=() if fared is None else tuple(fared.item(place) for place in fared.rarest()[:_REVEALING]),
        step=None if fared is None else fared.better(),
        unmatched=matched.unknown,
        chosen=tuple(_choice(bulletin, said, fits, item) for said, fits, item in matched.chosen),
        matched=len(matched.items),
        inexact=tuple(
            Taken(one.wrote, bulletin.name_of(one.item), bulletin.ids[one.item], one.kind, one.confidence)
            for one in matched.inexact
        ),
        bulletin=facts_of(bulletin, signed),
        notes=(*_notes(history, matched, bulletin, only_known), *remarks(bulletin, signed)),
        expected_set=expected_set(fared.counts, bulletin) if fared is not None and score != "paper" else None,
        why=None if labelled else _why(matched, bulletin, least_found),
        found_share=matched.share,
        least_found=least_found,
        hides_among=None if found is None or found.hidden is None else found.hidden.crowd_said,
        few=None if found is None or found.hidden is None else found.hidden.few,
        counts_unknown=count_unknown,
        if_counted=if_counted,
        seed=seed,
    )


def _score_asked(bulletin: Bulletin, score: str | None) -> str:
    """The score that was asked for, else the first that the bulletin has."""
    names = bulletin.scores.names
    if score is None:
        return names[0]
    if score not in SCORES:
        raise BadInput(f"--score is '{score}', but must be {', '.join(SCORES[:-1])} or {SCORES[-1]}")
    if score not in names:
        raise BadInput(f"--score {score}: this bulletin was made before that score; it has {' and '.join(names)}")
    return score


def _why(matched: Matched, bulletin: Bulletin, least: float) -> str:
    """Why there is no label, in a sentence."""
    every = len(matched.items) + len(matched.unknown)
    until = bulletin.about.data_until if bulletin.about is not None and bulletin.about.data_until else bulletin.date
    return (
        f"only {len(matched.items):,} of {every:,} things in the history were found in the bulletin "
        f"({matched.share:.0%}, and a label needs {least:.0%}). It may be of another service or of other things, its "
        f"titles may be in another language (--titles helps), or yours may be newer than its data ({until})."
    )


def _fared(matched: Matched, bulletin: Bulletin, score: str, with_unknown: bool, *, step: bool = True) -> _Fared:
    known = (bulletin.holders[item] for item in matched.items)
    counts = (*known, *(0 for _ in range(len(matched.unknown) if with_unknown else 0)))
    assessment = assess(counts, bulletin, score)
    drawn = bars(bulletin.scores[score].groups)
    bar = bar_of(assessment.score, drawn)
    better = one_step(counts, bulletin, score, bar) if step else None
    return _Fared(matched, bulletin, score, counts, assessment, drawn, bar, better)


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


def _notes(history: History, matched: Matched, bulletin: Bulletin, only_known: bool) -> list[str]:
    """What was noticed on the way, in words."""
    notes = list(history.notes)
    if not matched.items:
        notes.append("nothing in the history is known to the bulletin; check that it is the right one")
    if bulletin.titles is None:
        notes.append("the bulletin has no titles, so only item ids can be found in it")
    if only_known and matched.unknown:
        notes.append(f"{len(matched.unknown):,} not found in the bulletin and, as asked, not counted")
    if bulletin.scores.hiding is None:
        notes.append("this bulletin was made before bands: its words only compare you with other people in it")
    elif not any(group.found_by for group in bulletin.scores.hiding.groups):
        notes.append(NO_AUDIT if bulletin.made.epsilon is None else NO_AUDIT_WITH_NOISE)
    return notes


def _choice(bulletin: Bulletin, said: str, fits: int, item: int) -> Choice:
    title = None if bulletin.titles is None else bulletin.titles[item]
    return Choice(said=said, fits=fits, item=bulletin.ids[item], title=title)
