"""Auditing data that is already in memory: `standout.audit(df)` in a notebook or a script.

Data frames of any library that speaks Arrow, DuckDB relations and SciPy sparse matrices go the same way as a
file: through a Parquet file and the reader, so that columns, values, times and refusals are the same.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from standout.attacks import DEFAULT_ATTACKS, attacks
from standout.auditing.settings import AuditSettings
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import adversaries
from standout.library.session import Reading, audit_into
from standout.outputs.scratch import scratch_folder

PARTS = ("report.html", "findings.json", "people.parquet")


@dataclass(frozen=True)
class AuditReport:
    """What an audit found; shown in a notebook, it is the report."""

    findings: dict[str, Any]
    """As in `findings.json`."""
    people: pa.Table
    """As in `people.parquet`: a row per audited person."""
    page: str
    """The report, one HTML page."""

    def _repr_html_(self) -> str:
        """The report in a frame of its own: its style and the notebook's do not meet."""
        source = html.escape(self.page, quote=True)
        return f'<iframe srcdoc="{source}" title="Standout report" width="100%" height="720" sandbox></iframe>'

    @cached_property
    def found(self) -> dict[str, float]:
        """For each adversary, the share of people whom its best attack puts first."""
        best: dict[str, float] = {}
        for one in self.findings["findings"]:
            name, rate = one["adversary"]["name"], one["identified"].get("1", {}).get("rate", 0.0)
            best[name] = max(rate, best.get(name, 0.0))
        return best

    def __repr__(self) -> str:
        found = ", ".join(f"{name} {rate:.1%}" for name, rate in self.found.items())
        return f"<Standout audit of {self.findings['data']['people']:,} people; found first: {found}>"

    def save(self, folder: str | Path) -> Path:
        """Write `report.html`, `findings.json` and `people.parquet` into a folder."""
        from standout.outputs.places import check_folder
        from standout.report.audit.results import write_results

        target = Path(folder)
        kinds = dict(zip(PARTS, ("page", "results", "people"), strict=True))
        check_folder(target, kinds, ())
        write_results(target, self.findings, self.people, self.page)
        return target / PARTS[0]


def audit(
    data: Any,
    *,
    released: Any = None,
    columns: Mapping[str, str] | None = None,
    adversary: Sequence[str | Adversary] = (),
    attack: str | Sequence[str] = DEFAULT_ATTACKS,
    targets: int | str | None = 10_000,
    draws: int | None = None,
    noise: str = "given",
    max_false: float = 0.01,
    crowd: int = 5,
    seed: int = 1,
    threads: int | None = None,
    skip_bad_rows: bool = False,
    any_year: bool = False,
    show_ids: bool = False,
) -> AuditReport:
    """Attack data and say who in it can be found; options as of the command `standout audit`.

    `data` is a path, a data frame (pandas, polars, Arrow), a DuckDB relation, or a SciPy sparse matrix of
    people × items whose entries are the values.
    """
    settings = AuditSettings(
        adversaries=_adversaries(adversary) or None,
        attacks=tuple(attacks([attack] if isinstance(attack, str) else list(attack))),
        targets=_targets(targets),
        draws=draws,
        noise=noise,
        max_false=max_false,
        crowd=crowd,
        seed=seed,
        threads=threads,
    )
    with scratch_folder() as folder:
        source = _as_file(data, folder / "data.parquet")
        other = None if released is None else _as_file(released, folder / "released.parquet")
        reading = Reading(columns, None, skip_bad_rows, any_year)
        try:
            findings = audit_into(folder / "out", source, settings, reading, released=other, show_ids=show_ids)
        except BadInput as problem:
            raise BadInput(str(problem).replace(f"{folder}/", "")) from None
        page = (folder / "out" / PARTS[0]).read_text(encoding="utf-8")
        return AuditReport(findings, pq.read_table(folder / "out" / PARTS[2]), page)


def _targets(wanted: int | str | None) -> int | None:
    """How many targets: a whole number, or none for "all"."""
    if wanted is None or wanted == "all":
        return None
    if isinstance(wanted, bool) or not isinstance(wanted, int):
        raise BadInput(f"targets is {wanted!r}, but must be a whole number or 'all'")
    return wanted


def _adversaries(wanted: Sequence[str | Adversary]) -> tuple[Adversary, ...]:
    """Adversaries by name, from a file, or made by hand."""
    made: list[Adversary] = []
    for one in [wanted] if isinstance(wanted, str | Adversary) else wanted:
        made += [one] if isinstance(one, Adversary) else adversaries([one])
    return tuple(made)


def _as_file(data: Any, file: Path) -> str:
    """A path to read: the one given, or a Parquet file with what was given."""
    if isinstance(data, str | Path):
        return str(data)
    pq.write_table(as_table(data), file)
    return str(file)


def as_table(data: Any) -> pa.Table:
    """Data in memory as an Arrow table."""
    if hasattr(data, "collect") and type(data).__name__ == "LazyFrame":
        data = data.collect()
    if hasattr(data, "__arrow_c_stream__"):
        try:
            return pa.table(data)
        except (pa.ArrowException, ValueError, TypeError) as problem:
            raise BadInput(
                f"cannot audit this {type(data).__name__}: {problem}; give a table of named columns"
            ) from None
    if isinstance(data, pa.RecordBatch):
        return pa.Table.from_batches([data])
    if hasattr(data, "tocoo"):
        return _from_matrix(data.tocoo())
    raise BadInput(
        f"cannot audit a {type(data).__name__}; give a path, a data frame (pandas, polars, Arrow), a DuckDB relation, "
        "or a SciPy sparse matrix of people × items"
    )


def _from_matrix(matrix: Any) -> pa.Table:
    """People, items and values of a sparse matrix; ones alone are no values."""
    people, items = (np.asarray(axis, dtype=np.int64) for axis in (matrix.row, matrix.col))
    columns = {"user": people, "item": items}
    if not np.all(matrix.data == 1):
        columns["value"] = np.asarray(matrix.data)
    return pa.table(columns)
