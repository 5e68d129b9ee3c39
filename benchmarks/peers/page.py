"""The page: tables of ratios, what could not run, and what each peer cannot do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10

from benchmarks.peers.contest import Outcome
from benchmarks.peers.facts import FACTS, PEERS
from benchmarks.peers.machine import machine, versions
from benchmarks.peers.trained import Accuracy
from benchmarks.peers.tried import MEMORY_GB, SECONDS
from benchmarks.peers.wide_table import COLUMNS, Judged
from standout.results.estimate import Estimate

_COLUMNS = ("peer", "question", "theirs", "ours", "same answers", "1 thread", "rounds", "2 threads")
_ACCURACY = ("way", "weights", "targets", "found", "processor time a target")
_JUDGED = ("release", "by", "question", "rate", "without", "processor time")
_INTRODUCTION = """\
# Where the peers are

Made by `python -m benchmarks.peers --write` in one run. Ratios only, since machines differ: **a peer's time for one
target divided by ours**. 10 means that ours is ten times as fast.

- Peers run on one thread. Ours runs on one thread (first ratio, of processor time) and on two (second ratio, by the
  clock, which whatever else runs on the machine disturbs).
- In every round ours and theirs take turns, in one process. A ratio is that of the best times of all rounds; *rounds*
  is the least and the largest ratio that a single round gave, on one thread.
- What needs to be made once (frames, matrices, lists, our index) is made beforehand and not counted, for neither.
- *theirs* and *ours* say how many targets were timed. A slow peer gets fewer: the first ones of ours, in random order.
- Answers are compared first: scores to a hundred-thousandth, records wherever scores differ by more, counts exactly.
  Without the same answers there is no ratio.
- recordlinkage, Splink, implicit and anonymeter are installed for it beside the others, without what they ask for
  themselves: `pip install --no-deps -r benchmarks/peers/packages.txt`. Where one is missing its rows are.
- Splink and recordlinkage link records of few columns. Here their records are entries (a person's item with value and
  day), pairs are those of the same item or entry, and what the pairs of two people are worth is added up.
- scikit-mobility's risk of a person is 1 / the fewest records that contain one of the sets: it follows from the counts.
  It is written anew in pandas here (scikit-mobility wants pandas below 2, and places instead of items), with a cheaper
  match than its own."""
_FACTS = """\
## What each of them cannot do

From their documentation, signatures and package data, or tried. NumPy and pandas are general tools, with which anything
can be written: their column says what the scripts do that were measured above."""


_TRAINED = """\
Weights that are learnt are other weights, so answers differ and there is no ratio: accuracy stands beside time. All get
the same knowledge: 8 items with values and days, 2 of them wrong, days up to 14 off. *Found* is whose true record alone
scores best, with its 95% interval."""
_WIDE = f"""\
It takes an original table, a released one and a control of people who are not in it, a column an attribute: here the
{COLUMNS} items that most people have, two thirds of the people released. *Rate* is the share of attacks that succeed,
with its 95% interval; *without* is the same for the control, and for ours 1 / records.

- It sees people by these columns only. Who has none of them is a row of zeros; rare items, which tell most, do not
  exist for it, nor do days.
- Its singling out looks for any predicate that one person fits, not for a given person; its linkability asks whether
  two halves of a row lead to the same row, its inference whether a column can be guessed. None of them says who can be
  found by what somebody knows, as ours does.
- It does not know who is who in the release, so it needs no ids; ours uses them to count who was found.
- In its favour: it compares with a control, so that what anybody could guess is not counted as a leak."""


@dataclass(frozen=True)
class Section:
    """One dataset: its outcomes, and what could not run on it; or a table of another kind."""

    title: str
    outcomes: tuple[Outcome, ...] = ()
    attempts: tuple[tuple[str, str], ...] = ()
    accuracies: tuple[Accuracy, ...] = ()
    judged: tuple[Judged, ...] = ()


def shown(ratio: float) -> str:
    """Two digits that count: more would promise what a noisy machine cannot keep."""
    if not ratio:
        return "0"
    rounded = float(f"{ratio:.1e}")
    return f"{rounded:,.{max(1 - floor(log10(rounded)), 0)}f}"


def cells(outcome: Outcome) -> tuple[str, ...]:
    """An outcome as a row of the table."""
    contest = outcome.contest
    many = contest.unit if contest.their_count == 1 else f"{contest.unit}s"
    counts = (f"{contest.their_count:,} {many}", f"{contest.our_count:,}")
    ratios = ("–", "–", "–")
    if outcome.agreement.full:
        rounds = f"{shown(outcome.least)} to {shown(outcome.most)}"
        ratios = (shown(outcome.one_thread), rounds, shown(outcome.two_threads))
    return (contest.peer, contest.question, *counts, str(outcome.agreement), *ratios)


def accuracy_cells(each: Accuracy) -> tuple[str, ...]:
    """How well one way links that learns its weights."""
    milliseconds = 1e3 * each.processor / each.targets
    return each.way, each.weights, f"{each.targets:,}", _share(each.found), f"{shown(milliseconds)} ms"


def judged_cells(each: Judged) -> tuple[str, ...]:
    """What one question about a release came to."""
    without = "–" if each.without is None else f"{100 * each.without:.2g}%"
    return each.release, each.who, each.question, _share(each.rate), without, f"{shown(each.processor)} s"


def _share(rate: Estimate) -> str:
    return f"{100 * rate.rate:.1f}% ({100 * rate.low:.1f}–{100 * rate.high:.1f})"


def line(outcome: Outcome) -> str:
    """An outcome for the terminal."""
    return " | ".join(cells(outcome))


def page(sections: Iterable[Section], seed: int, date: str, trial: bool = False) -> str:
    """The whole page."""
    parts = [_INTRODUCTION, f"{date}, seed {seed}. {machine()}. {versions()}."]
    if trial:
        parts.append("**Only a trial**: few targets, few rounds, a small sample. Figures are not to be relied on.")
    for section in sections:
        parts.append(f"## {section.title}")
        if section.outcomes:
            parts.append(_table(_COLUMNS, [cells(outcome) for outcome in section.outcomes]))
        if section.accuracies:
            parts += [_TRAINED, _table(_ACCURACY, [accuracy_cells(each) for each in section.accuracies])]
        if section.judged:
            parts += [_WIDE, _table(_JUDGED, [judged_cells(each) for each in section.judged])]
        if section.attempts:
            limits = f"Tried besides, with at most {MEMORY_GB} GB and {SECONDS} s each:"
            parts += [limits, "\n".join(f"- {what}: {happened}." for what, happened in section.attempts)]
    parts += [_FACTS, _table(("", *PEERS), FACTS)]
    return "\n\n".join(parts) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(each)} |" for each in lines)
