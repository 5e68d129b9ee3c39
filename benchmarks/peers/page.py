"""The page: tables of ratios, what could not run, and what each peer cannot do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10

from benchmarks.peers.contest import Outcome
from benchmarks.peers.facts import FACTS, PEERS
from benchmarks.peers.machine import machine, versions
from benchmarks.peers.tried import MEMORY_GB, SECONDS

_COLUMNS = ("peer", "question", "theirs", "ours", "same answers", "1 thread", "rounds", "2 threads")
_INTRODUCTION = """\
# Where the peers are

Made by `python -m benchmarks.peers --write` in one run. Ratios only, since machines differ: **a peer's time for one
target divided by ours**. 10 means that ours is ten times as fast.

- Peers run on one thread. Ours runs on one thread (first ratio) and on two (second ratio).
- In every round ours and theirs take turns, in one process. A ratio is that of the best times of all rounds; *rounds*
  is the least and the largest ratio that a single round gave, on one thread.
- What needs to be made once (frames, matrices, lists, our index) is made beforehand and not counted, for neither.
- *theirs* and *ours* say how many targets were timed. A slow peer gets fewer: the first ones of ours, in random order.
- Answers are compared first: scores to a hundred-thousandth, records wherever scores differ by more, counts exactly.
  Without the same answers there is no ratio.
- scikit-mobility's risk of a person is 1 / the fewest records that contain one of the sets: it follows from the counts.
  It is written anew in pandas here (scikit-mobility wants pandas below 2, and places instead of items), with a cheaper
  match than its own."""
_FACTS = """\
## What each of them cannot do

From their documentation, signatures and package data, or tried. NumPy and pandas are general tools, with which anything
can be written: their column says what the scripts do that were measured above."""


@dataclass(frozen=True)
class Section:
    """One dataset: its outcomes, and what could not run on it."""

    title: str
    outcomes: tuple[Outcome, ...]
    attempts: tuple[tuple[str, str], ...] = ()


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


def line(outcome: Outcome) -> str:
    """An outcome for the terminal."""
    return " | ".join(cells(outcome))


def page(sections: Iterable[Section], seed: int, date: str, trial: bool = False) -> str:
    """The whole page."""
    parts = [_INTRODUCTION, f"{date}, seed {seed}. {machine()}. {versions()}."]
    if trial:
        parts.append("**Only a trial**: few targets, few rounds, a small sample. Figures are not to be relied on.")
    for section in sections:
        parts += [f"## {section.title}", _table(_COLUMNS, [cells(outcome) for outcome in section.outcomes])]
        if section.attempts:
            limits = f"Tried besides, with at most {MEMORY_GB} GB and {SECONDS} s each:"
            parts += [limits, "\n".join(f"- {what}: {happened}." for what, happened in section.attempts)]
    parts += [_FACTS, _table(("", *PEERS), FACTS)]
    return "\n\n".join(parts) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(each)} |" for each in lines)
