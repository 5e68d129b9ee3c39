"""`draw_report`: draw the report of an audit again."""

from __future__ import annotations

from pathlib import Path

from standout.errors import BadInput
from standout.outputs.places import check_folder
from standout.results.audit import PDF, REPORT


def draw_report(folder: str | Path, *, pdf: bool = False) -> list[Path]:
    """Draw the report of an audit again, from `findings.json` and `people.parquet` in its folder alone.

    With `pdf`, it is also printed, which needs no browser. What was written comes back.

    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import standout as so
    >>> held = [(person, (person * step) % 17) for person in range(30) for step in range(1, 8)]
    >>> people, items = zip(*sorted(set(held)))
    >>> found = so.audit(pa.table({"user": people, "item": items}), attacks="tf-idf", draws=1)
    >>> with TemporaryDirectory() as folder:
    ...     saved = found.save(folder)
    ...     [file.name for file in so.draw_report(folder)]
    ['report.html']
    """
    place = Path(folder)
    if not place.is_dir():
        raise BadInput(f"{place}: no folder with findings.json; name the folder that `standout audit` wrote into")
    check_folder(place, {REPORT: "page"} | ({PDF: "pdf"} if pdf else {}), ())
    from standout.report.audit.html import write_report

    if not pdf:
        return [write_report(place)]
    from standout.report.audit.audit_paper import write_pdf
    from standout.report.paper.paper_pdf import check_printing

    check_printing()
    return [write_report(place), write_pdf(place)]
