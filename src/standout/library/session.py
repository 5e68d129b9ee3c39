"""Running an audit, a link or a comparison into a folder: read, compute, write every file whole, tidy up."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout import __version__
from standout.auditing.checkpoint import Workbook
from standout.auditing.flow import audit, fingerprint
from standout.auditing.settings import AuditSettings, Progress, check_max_false, check_numbers, no_progress
from standout.common.files import write_together, write_whole
from standout.data.contents import Content, contents_of, refuse_replaced
from standout.data.model import Interactions
from standout.data.prepared import is_prepared, open_prepared
from standout.errors import BadInput
from standout.outputs.folders import working_folder
from standout.outputs.scratch import clear

if TYPE_CHECKING:
    from standout.verification.comparing import CompareSettings


@dataclass(frozen=True)
class Reading:
    """How data is to be read."""

    columns: Mapping[str, str] | None = None
    titles: Path | None = None
    skip_bad_rows: bool = False
    any_year: bool = False

    def read(self, data: str, into: Path) -> Interactions:
        """Read data, or open what an earlier, unfinished run read of the very same files."""
        from standout.io.reading import read, source_files

        if is_prepared(Path(data)):
            return read(data, columns=self.columns, titles=self.titles)
        contents = contents_of(source_files(data, self.titles))
        mark, file = self._mark(contents), into.with_name(f"{into.name}.json")
        if is_prepared(into) and file.is_file() and file.read_bytes() == mark:
            with suppress(BadInput):
                return open_prepared(into)
        file.unlink(missing_ok=True)
        clear(into)
        found = read(
            data, columns=self.columns, skip_bad_rows=self.skip_bad_rows, titles=self.titles, into=into,
            any_year=self.any_year,
            contents=contents,
        )  # fmt: skip
        write_whole(file, mark)
        return found

    def _mark(self, contents: Sequence[Content]) -> bytes:
        """What would be different if another result were read: what the files hold, and how they are read."""
        held = [(str(content.path.resolve()), content.sha256.hex()) for content in contents]
        how = [dict(self.columns or {}), str(self.titles), self.skip_bad_rows, self.any_year]
        return json.dumps([__version__, held, how]).encode(errors="surrogateescape")


def _check_there(*named: str | None) -> None:
    from standout.io.reading import check_there

    for data in named:
        if data is not None:
            check_there(data)


def audit_into(
    folder: Path,
    data: str,
    settings: AuditSettings,
    reading: Reading,
    *,
    released: str | None = None,
    show_ids: bool = False,
    on_spark: bool = False,
    spark_master: str | None = None,
    progress: Progress = no_progress,
    tell: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Audit data and write `report.html`, `findings.json` and `people.parquet`; return the findings.

    Killed at any moment, nothing is half-written, and the same call goes on where it was.
    """
    from standout.report.audit.html import render_report
    from standout.report.audit.results import findings_document, people_table, write_results
    from standout.report.drawing.theme import warm_up

    if on_spark and released:
        raise BadInput("--released: cannot be compared on Spark yet; use --engine local, or audit it by itself")
    _check_there(released, *([] if on_spark else [data]))
    with working_folder(folder) as work, ExitStack() as held:
        progress(f"reading {data}", 0, 1)
        if on_spark:
            interactions = held.enter_context(_held_on_spark(data, reading, spark_master))
        else:
            interactions = reading.read(data, work / "data")
        other = reading.read(released, work / "released") if released else None
        warm_up()
        book = Workbook(work / "parts", fingerprint(interactions, other, settings))
        if book.resumed:
            tell(f"going on: {book.resumed} parts were finished before")
        result = audit(interactions, settings, released=other, workbook=book, single_people=show_ids, progress=progress)
        document = findings_document(result, show_ids)
        people = people_table(result, book.secret(), show_ids)
        refuse_replaced(interactions.mapped_from, other.mapped_from if other else ())
        progress("drawing the report", 1, 1)
        page = render_report(document, people)
        write_results(folder, document, people, page)
    return document


@contextmanager
def _held_on_spark(data: str, reading: Reading, master: str | None) -> Iterator[Interactions]:
    """Data on a Spark cluster, for as long as it is needed."""
    from standout.engines.spark.opening import held_on_spark
    from standout.engines.spark.session import session

    how = {
        "columns": reading.columns,
        "titles": reading.titles,
        "skip_bad_rows": reading.skip_bad_rows,
        "any_year": reading.any_year,
    }
    with session(master) as spark, held_on_spark(spark, data, **how) as (found, _):
        yield found


def link_into(
    folder: Path,
    released: str,
    public: str,
    attack_name: str,
    reading: Reading,
    *,
    truth: Path | None = None,
    match: str = "ids",
    max_false: float = 0.01,
    seed: int = 1,
    threads: int | None = None,
    show_ids: bool = False,
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """Look for everyone of the public data in the released data and write `link.json`; return what is in it."""
    from standout.attacks import attacks
    from standout.auditing.linking import link, read_truth
    from standout.knowledge.public import check_match
    from standout.report.audit.lineups import lineups
    from standout.report.audit.results import as_json

    attack = attacks([attack_name])[0]
    check_match(match)
    check_numbers(seed, threads)
    check_max_false(max_false)
    _check_there(released, public)
    with working_folder(folder) as work:
        progress(f"reading {released}", 0, 1)
        there = reading.read(released, work / "released")
        progress(f"reading {public}", 0, 1)
        here = reading.read(public, work / "public")
        truths = read_truth(truth, here, there) if truth else None
        linked = link(
            there, here, attack, truths=truths, match=match, max_false=max_false, seed=seed, threads=threads,
            progress=progress,
        )  # fmt: skip
        refuse_replaced(there.mapped_from, here.mapped_from)
        secret = secrets.randbits(128)
        document = linked.document | {"lineups": lineups(linked, here, there, secret, show_ids)}
        write_whole(folder / "link.json", as_json(document).encode())
    return document


def compare_into(
    folder: Path,
    data: str,
    settings: CompareSettings,
    reading: Reading,
    *,
    attribute: str | None = None,
    people: Path | None = None,
    progress: Progress = no_progress,
    tell: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """Compare protections of data and write `compare.json` and `compare.html`; return what is in the former.

    Killed at any moment, nothing is half-written, and the same call goes on where it was.
    """
    from standout.io.tables.people_attributes import read_attribute
    from standout.report.audit.results import as_json
    from standout.report.compare.compare_page import PAGE, RESULTS, render_compare
    from standout.verification.comparing import compare, compare_fingerprint

    _check_there(data)
    with working_folder(folder) as work:
        progress(f"reading {data}", 0, 1)
        interactions = reading.read(data, work / "data")
        inferred = read_attribute(data, people, attribute, interactions) if attribute else None
        book = Workbook(work / "parts", compare_fingerprint(interactions, settings, inferred))
        if book.resumed:
            tell(f"going on: {book.resumed} parts were finished before")
        document = compare(interactions, settings, inferred, workbook=book, progress=progress)
        refuse_replaced(interactions.mapped_from)
        page = render_compare(document)
        write_together(
            {folder / RESULTS: as_json(document).encode(), folder / PAGE: page.encode("utf-8", errors="replace")}
        )
    return document
