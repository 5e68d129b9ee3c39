"""One row of the census, part by part: each by the library's own functions, with the command that does the same."""

from __future__ import annotations

import datetime
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

import standout as so
from benchmarks.census.known import Known
from standout._version import __version__
from standout.census.likeness import shape_of
from standout.errors import BadInput
from standout.results.census import (
    BandThere,
    CensusRow,
    CrowdsThere,
    FoundThere,
    InferredThere,
    LearnedThere,
    LinkedThere,
    Made,
)

SEED = 1
TRIED = 400
"""How many people are looked for in crowds."""

ADVERSARIES = ("two-and-a-date", "acquaintance", "mentions")
CROWDS, K = "crowds:k=10", 10

Part = Callable[[Known, CensusRow], tuple[CensusRow, str, int | None]]
"""Adds something to a row; says by which command, and how many people were looked for."""


def started(known: Known) -> CensusRow:
    """A row with nothing but the dataset's shape."""
    assert known.path is not None
    shape = shape_of(so.read(known.path, **known.options))
    return CensusRow(key=known.key, name=known.name, about=known.about, shape=shape)


def audited(known: Known, row: CensusRow) -> tuple[CensusRow, str, int | None]:
    """Who is found, what is learned, and whether halves are linked."""
    result = so.audit(known.path, adversaries=list(ADVERSARIES), targets=known.targets, seed=SEED, **known.options)
    best = {name: _found(finding) for name, finding in result.best_by_adversary().items() if finding.found is not None}
    most, asked = result.document.most_learned(), result.document.questions
    absent: dict[str, str] = {name: _why(result.document.notes, name) for name in ADVERSARIES if name not in best}
    row = msgspec.structs.replace(row, found=best)
    if most is not None and most.learned is not None:
        row = msgspec.structs.replace(row, learned=LearnedThere(adversary=most.who, gain=most.learned.gain))
    else:
        said = (note for finding in result.findings for note in finding.notes if "what is learned" in note)
        absent["learned"] = next(said, "not asked")
    if asked is not None and (way := asked.linkability.best) is not None:
        row = msgspec.structs.replace(row, linked=_linked(asked.linkability, way))
    else:
        absent["linked"] = (asked.linkability.reason if asked else None) or "not asked"
    words = [word for name in ADVERSARIES for word in ("--adversary", name)]
    command = known.command("audit", *words, "--targets", f"{known.targets}", "--seed", f"{SEED}")
    return _lacking(row, absent), command, result.looked_for


def inferred(known: Known, row: CensusRow) -> tuple[CensusRow, str, int | None]:
    """How well the attribute is told that stands beside the data."""
    if known.attribute is None:
        return _lacking(row, {"inferred": "no attribute of two classes stands beside the data"}), "", None
    result = so.infer(known.path, known.attribute, quick=True, seed=SEED, **known.options)
    auc = result.best().auc
    there = InferredThere(
        attribute=known.attribute, classes=result.classes, auc=auc.mean, low=auc.low, high=auc.high, people=result.known
    )
    command = known.command("infer", "--attribute", known.attribute, "--quick", "--seed", f"{SEED}")
    return msgspec.structs.replace(row, inferred=there), command, result.known


def labelled(known: Known, row: CensusRow) -> tuple[CensusRow, str, int | None]:
    """The bands of the label, and how many of their people the provider's own audit finds."""
    summary = so.publish(known.path, seed=SEED, **known.options).summary
    bands = []
    for group, share in summary.group_shares():
        by = {name: so.Estimate(each.rate, each.low, each.high) for name, each in (group.found_by or {}).items()}
        worst = max(by.values(), key=lambda found: found.rate, default=None)
        bands.append(BandThere(name=group.name, share=share, found=worst, by=by))
    return msgspec.structs.replace(row, bands=tuple(bands)), known.command("publish", "--seed", f"{SEED}"), None


def in_crowds(known: Known, row: CensusRow) -> tuple[CensusRow, str, int | None]:
    """What crowds of ten leave to be found, and what a recommender loses."""
    result = so.compare(
        known.path, CROWDS, adversaries=list(ADVERSARIES), targets=TRIED, seed=SEED, **known.options
    )  # fmt: skip
    made = result.protections[0]
    lost = made.transfer.loss if made.transfer is not None else None
    there = CrowdsThere(k=K, found=made.risk.estimate if made.risk else None, ceiling=made.ceiling, lost=lost)
    absent = {} if lost is not None else {"crowds": "no recommender beats popularity here, so nothing is lost by it"}
    words = [word for name in ADVERSARIES for word in ("--adversary", name)]
    command = known.command("compare", "--with", CROWDS, *words, "--targets", f"{TRIED}", "--seed", f"{SEED}")
    return _lacking(msgspec.structs.replace(row, crowds=there), absent), command, result.settings.targets


CELLS = {
    "audit": ("audit", *ADVERSARIES, "learned", "linked"),
    "infer": ("infer", "inferred"),
    "publish": ("publish",),
    "compare": ("compare", "crowds"),
}
"""What each part may have to be silent about."""

PARTS: dict[str, Part] = {"audit": audited, "infer": inferred, "publish": labelled, "compare": in_crowds}


def measured(known: Known, row: CensusRow, part: str) -> CensusRow:
    """A row with one more part; what the data refuses is absent with the reason."""
    begun = time.process_time()
    row = msgspec.structs.replace(
        row, absent={cell: why for cell, why in row.absent.items() if cell not in CELLS[part]}
    )
    try:
        row, command, targets = PARTS[part](known, row)
    except BadInput as refused:
        row, command, targets = _lacking(row, {part: str(refused)}), known.command(part), None
    made = Made(
        command=command, standout=__version__, commit=commit(), date=datetime.date.today().isoformat(), seed=SEED,
        targets=targets, cpu_seconds=round(time.process_time() - begun, 1),
    )  # fmt: skip
    return msgspec.structs.replace(row, made={**row.made, part: made})


def commit() -> str:
    """The state of the code, in short; empty where it is no clone."""
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()


def _found(finding: Any) -> FoundThere:
    learnt = finding.found_when("learned")
    return FoundThere(attack=finding.attack, found=finding.found, learnt=learnt, here=finding.adversary.here)


def _linked(answer: Any, way: Any) -> LinkedThere:
    return LinkedThere(
        by=way.by, people=answer.people, first=way.first, blind=answer.blind_first, named=way.named,
        accused=way.accused, silent=way.silent,
    )  # fmt: skip


def _why(notes: tuple[str, ...], name: str) -> str:
    return next((note for note in notes if f"'{name}'" in note), "nobody could be looked for")


def _lacking(row: CensusRow, reasons: dict[str, str]) -> CensusRow:
    return msgspec.structs.replace(row, absent={**row.absent, **reasons})
