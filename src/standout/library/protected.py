"""Protected data with the account of what became of the original: what `protect` returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout.common.formats import format_from_name, shown_path
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.io.reading_options import TimesWanted
from standout.io.writing.new_ids import key_place
from standout.io.writing.write import write_like
from standout.io.writing.writing_places import Place, default_place, place_for
from standout.outputs.places import check_new
from standout.protections import described
from standout.protections.contract import Protection
from standout.results.protect import ProtectDocument
from standout.results.understood import understood_lines

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

PREPARED = ".standout"
"""How the name of a prepared dataset ends."""


@dataclass(frozen=True)
class ProtectResult:
    """What was changed, and the data as it is now, which every function of the library takes as it is."""

    document: ProtectDocument
    protections: tuple[Protection, ...]
    data: LocalDataset | None = field(repr=False)
    """None: it is where the cluster wrote it."""
    columns: Mapping[str, str] | None = field(default=None, repr=False)
    """Which column is what in the source, where that was said."""
    times: TimesWanted = field(default=TimesWanted(), repr=False)
    """How the source writes times, where that was said."""
    whose: pa.Array | None = field(default=None, repr=False)
    """Where the people are new ones: the id of whom each record was made from. None: everybody has their own id."""

    @property
    def dataset(self) -> LocalDataset:
        """The protected data."""
        if self.data is None:
            raise BadInput(f"the protected data is on the cluster; read it from {self.document.out}")
        return self.data

    @property
    def name(self) -> str:
        """The protections with their options, in a word or several."""
        return " + ".join(described(protection) for protection in self.protections)

    def summary(self) -> list[str]:
        """What happened, in a few lines."""
        counted = self.document
        return [
            *understood_lines(counted.understood),
            f"protection     {self.name}",
            f"added          {counted.added:,} entries",
            f"removed        {counted.removed:,} entries",
            f"altered        {counted.altered:,} entries (another value or day)",
            f"changed        {counted.changed_share:.1%} of {counted.interactions.before:,} entries",
            f"people touched {counted.people_touched:,} of {counted.people:,}",
            *([] if counted.ceiling is None else [f"ceiling        {counted.bound()}"]),
            *([] if counted.balance is None else [f"balance        {counted.balance.words()}"]),
            *([f"shared by      {counted.km.words()} people at least"] if counted.km and counted.km.after else []),
            *(f"note           {note}" for note in counted.notes),
            *([f"written to     {counted.out}"] if counted.out is not None else []),
        ]

    def __repr__(self) -> str:
        return repr(self.document)

    def __str__(self) -> str:
        return "\n".join(self.summary())

    def to_dict(self) -> dict[str, Any]:
        """The account as JSON has it."""
        return self.document.to_dict()

    def to_json(self) -> str:
        """The account as the command prints it with --json."""
        return self.document.to_json()

    @staticmethod
    def from_json(text: str | bytes, name: str = "the document") -> ProtectDocument:
        """The account that JSON describes; the data is where it was written."""
        return ProtectDocument.from_json(text, name)

    @staticmethod
    def read(path: str | Path) -> ProtectDocument:
        """The account that `result.document.save(folder)` wrote; the data is where it was written."""
        return ProtectDocument.read(path)

    def to_arrow(self, table: str | None = None) -> pa.Table:
        """The steps as an Arrow table."""
        return self.document.to_arrow(table)

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """The steps as a pandas data frame."""
        return self.document.to_pandas(table)

    def _repr_html_(self) -> str:
        from markupsafe import escape

        return f"<pre>{escape(str(self))}</pre>"

    def save(self, path: str | Path) -> tuple[str, ...]:
        """Write the protected data in the format that it was read from (or as Parquet, where the name ends so).

        Data from memory is written as Parquet or, where the name ends in .standout, as a prepared dataset. Nothing
        that exists is written over. New people get ids anew, and the key to them is written beside. What its owner
        should know of the files comes back.
        """
        data = self.dataset
        place = place_like(data.source.path, Path(path))
        if self.whose is not None:
            check_new(key_place(place.out))
        return write_like(data, place, self.columns, self.times, self.whose is not None, whose=self.whose)


def place_like(source: str | None, out: Path, *, keep_columns: bool = False) -> Place:
    """Where data goes that was read from there; none: from memory."""
    if source is not None:
        return place_for(source, out, keep_columns=keep_columns)
    check_new(out)
    wanted = format_from_name(out)
    as_parquet = wanted is not None and wanted.kind == "parquet"
    if not as_parquet and out.suffix != PREPARED:
        raise BadInput(
            f"{shown_path(out)}: data from memory is written as Parquet, or as a prepared dataset; "
            f"let the name end in .parquet or {PREPARED}"
        )
    return Place(out, "", None, as_parquet)


def default_out(data: str, protections: Sequence[Protection], engine: str = "local") -> str:
    """Where the command puts its result if it is not told: the data's own name with those of the protections."""
    word = "-".join(protection.name for protection in protections)
    if engine == "spark":
        from standout.engines.spark.writing import default_folder

        return default_folder(data, word)
    return str(default_place(data, word))
