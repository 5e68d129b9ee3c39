"""The result of a link: who in public data may be whom in released data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from standout.common.files import private_folder, write_whole
from standout.results.about_data import About, SparsityCurves, Theory
from standout.results.adds import Adds
from standout.results.base import Document, Part, Rows
from standout.results.finding import Finding
from standout.results.guard import Guarded
from standout.results.understood import Understood


class Matching(Part, frozen=True, kw_only=True):
    """How items of the public data were matched with those of the released data."""

    how: str
    kinds: dict[str, int]
    """How many were matched by what: `table`, `id`, `exact`, `spelling`, `alternative`, `year`, `subtitle`, `fuzzy`."""
    ambiguous: int
    """How many may be several released items, and were left out."""
    in_doubt: tuple[str, ...]
    """What these are called, each once; at most 100."""


class AboutPublic(About, frozen=True, kw_only=True):
    """The public data, and how many of its items are in the released data."""

    matched_items: int
    matching: Matching | None = None


class Candidate(Part, frozen=True, kw_only=True):
    """A released record that may be the target's."""

    record: str
    score: float
    probability: float | None = None


class Lineup(Part, frozen=True, kw_only=True):
    """The candidates for one target, the likeliest first."""

    target: str
    candidates: tuple[Candidate, ...]
    eccentricity: float
    """By how much the first stands out."""
    verdict: str | None
    """The record that is named; none if nobody stands out."""

    @property
    def best(self) -> Candidate | None:
        return self.candidates[0] if self.candidates else None


class LinkResult(Document, frozen=True, kw_only=True):
    """What came of looking for everyone of the public data: `link.json`."""

    KIND: ClassVar[str] = "link"
    FILE: ClassVar[str] = "link.json"
    EARLIER: ClassVar[str | None] = "results"

    standout: str
    seed: int
    data: About
    public: AboutPublic
    understood: Understood | None = None
    """How the released data was read; absent if that is not known."""
    public_understood: Understood | None = None
    sparsity: SparsityCurves
    theory: Theory
    findings: tuple[Finding, ...]
    adds: Adds | None = None
    """What the named records add to what was known; absent in documents of before."""
    guard: Guarded | None = None
    """What was looked at before any name was spoken; absent in documents of before."""
    notes: tuple[str, ...]
    lineups: tuple[Lineup, ...]
    """Those in which somebody stands out most come first."""

    def named(self) -> list[Lineup]:
        """The lineups in which somebody is named."""
        return [lineup for lineup in self.lineups if lineup.verdict is not None]

    def headline(self) -> str:
        """How many of the public people are named, in one sentence."""
        return (
            f"{len(self.named()):,} of {len(self.lineups):,} people of the public data are named among "
            f"{self.data.people:,} released records"
        )

    def tables(self) -> Mapping[str, Rows]:
        """A row per target with its best record; a row per candidate."""
        return {
            "lineups": [
                {
                    "target": lineup.target,
                    "best": lineup.best.record if lineup.best else None,
                    "probability": lineup.best.probability if lineup.best else None,
                    "eccentricity": lineup.eccentricity,
                    "verdict": lineup.verdict,
                }
                for lineup in self.lineups
            ],
            "candidates": [
                {
                    "target": lineup.target,
                    "place": place,
                    "record": candidate.record,
                    "score": candidate.score,
                    "probability": candidate.probability,
                }
                for lineup in self.lineups
                for place, candidate in enumerate(lineup.candidates, 1)
            ],
        }

    def write(self, folder: Path) -> None:
        """Write `link.json` into a folder that was checked."""
        private_folder(folder)
        write_whole(folder / self.FILE, self.to_json().encode())


KINDS = {LinkResult.FILE: LinkResult.recognised_by()}
"""The file of a link, with what an earlier one is recognised by."""
