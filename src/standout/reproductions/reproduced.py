"""A paper reproduced: the document with every figure, and the sections with the charts that are drawn beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from standout._version import __version__
from standout.reproductions.markdown import as_markdown, write_markdown
from standout.reproductions.rows import Section
from standout.results.reproduction import ReproducedOn, Reproduction, Row

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


@dataclass(frozen=True)
class Reproduced:
    """What `standout reproduce` returns. `document` is what JSON has of it."""

    document: Reproduction
    title: str
    sections: list[Section]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every published figure beside ours."""
        return self.document.rows

    @property
    def findings(self) -> tuple[str, ...]:
        """What comes out and why it differs, in plain sentences."""
        return self.document.findings

    def headline(self) -> str:
        """How much of the paper stands beside ours, and on what."""
        return self.document.headline()

    def to_dict(self) -> dict[str, Any]:
        """The document as JSON has it."""
        return self.document.to_dict()

    def to_json(self) -> str:
        """The document as JSON."""
        return self.document.to_json()

    @staticmethod
    def from_json(text: str | bytes, name: str = "the document") -> Reproduction:
        """The document that JSON describes, without the charts."""
        return Reproduction.from_json(text, name)

    def to_arrow(self, table: str | None = None) -> pa.Table:
        """The rows as an Arrow table."""
        return self.document.to_arrow(table)

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """The rows as a pandas data frame."""
        return self.document.to_pandas(table)

    def to_markdown(self) -> str:
        """The text of `<paper>.md`, which names its charts."""
        return as_markdown(self.document, self.title, self.sections)

    def save(self, folder: str | Path) -> Path:
        """Write `<paper>.md` and its charts into a folder, as the command does; returns the path of the first."""
        return write_markdown(self.document, self.title, self.sections, Path(folder))

    def _repr_html_(self) -> str:
        return self.document._repr_html_()

    def __repr__(self) -> str:
        return repr(self.document)

    def __str__(self) -> str:
        return str(self.document)


def reproduced(
    paper: str, title: str, data: ReproducedOn, seed: int, draws: int, sections: list[Section], findings: list[str]
) -> Reproduced:
    """The document from its sections; a figure that is not of some people is of all that there are."""
    everybody = data.people or sum(part.people for part in (data.datasets or {}).values())
    sections = [replace(each, rows=[_with_n(row, everybody) for row in each.rows]) for each in sections]
    rows = tuple(row for section in sections for row in section.rows)
    document = Reproduction(
        paper=paper, rows=rows, data=data, seed=seed, draws=draws, findings=tuple(findings), title=title,
        standout=__version__,
    )  # fmt: skip
    return Reproduced(document, title, sections)


def _with_n(row: Row, everybody: int) -> Row:
    """The row, which says how many our figure is of."""
    return row if row.ours is None or row.n is not None else msgspec.structs.replace(row, n=everybody)
