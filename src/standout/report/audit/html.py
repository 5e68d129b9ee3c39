"""`report.html`: one file that opens offline and asks nothing of the network; its one script moves the sliders.

`render_report` is pure: the same findings and people give the same bytes.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
from markupsafe import Markup

from standout.common.documents import Unfit, json_document, open_regular, read_document
from standout.common.files import write_whole
from standout.common.pages import environment_of, policy
from standout.common.plain import as_bytes, plain_path
from standout.errors import BadInput
from standout.report import words
from standout.report.audit import figures_people, next_steps, sections
from standout.report.audit.further import further
from standout.report.audit.questions import questions
from standout.report.audit.view import COLUMNS, View
from standout.report.drawing.figure import Figure, Missing, Same, Table
from standout.report.heading import heading, printed_style
from standout.results.audit import PEOPLE, REPORT, AuditDocument, AuditResult, run_in
from standout.results.run import Run

_TEMPLATES = Path(__file__).parents[1] / "templates"
_LARGEST = 512_000_000


def page(audit: AuditResult | AuditDocument) -> str:
    """The report of an audit; where only its document is at hand, without what its table of people would say."""
    if isinstance(audit, AuditResult):
        return render_report(audit.document, audit.people, audit.run)
    columns = (("person", pa.string()), ("items", pa.int64()), ("found_share", pa.float64()))
    return render_report(audit, pa.schema(columns).empty_table())


def render_report(document: AuditDocument, people: pa.Table, run: Run | None = None) -> str:
    """The report as one HTML page, made from the files of an audit alone; `run` is how it came about, if known."""
    view = View(document, people)
    environment = environment_of(_TEMPLATES)
    environment.filters |= {
        "percent": words.percent,
        "interval": words.interval,
        "count": words.count,
        "one_in": words.one_in,
        "unbroken": words.unbroken,
    }
    environment.tests |= {
        "figure": lambda block: isinstance(block, Figure),
        "missing": lambda block: isinstance(block, Missing),
        "same": lambda block: isinstance(block, Same),
        "table": lambda block: isinstance(block, Table),
    }
    about = heading("who can be found in {}?", view.document.data.files, run)
    style = printed_style((_TEMPLATES / "report.css").read_text(encoding="utf-8"), about)
    more = further(view.document.what_if)
    return environment.get_template("report.html.j2").render(
        style=Markup(style),
        policy=policy(style, more.script if more else None),
        further=more,
        about=about,
        view=view,
        reference=view.reference,
        worst=view.worst,
        headline=view.headline,
        someone=words.someone,
        someone_who=words.someone_who,
        classes=figures_people.risk_classes(view),
        elsewhere=figures_people.found_elsewhere(view),
        steps=next_steps.next_steps(view),
        questions=questions(view.document),
        understood=words.what_was_read(("", document.understood), ("Released", document.released_understood)),
        sections=sections.sections(view),
        items=figures_people.items_table(view),
        adversaries=sections.adversary_rows(view),
        attacks=sections.attack_rows(view),
        facts=sections.facts(view),
        notes=sections.notes(view),
        limits=sections.limits(view),
        strip=sections.strip(view),
        crowd=words.spelled(view.crowd),
        bounds=words.bounds,
    )


def write_report(folder: Path) -> Path:
    """Make `report.html` from the files of an audit in this folder."""
    drawn = render_report(read_findings(folder), read_people(folder), run_in(folder))
    file = folder / REPORT
    write_whole(file, as_bytes(drawn))
    return file


def read_findings(folder: Path) -> AuditDocument:
    """The findings of an audit; refuses what is no such file."""
    file = folder / AuditDocument.FILE
    name = plain_path(file)
    missing = f"run `standout audit DATA --out {plain_path(folder)}` first"
    try:
        document = json_document(read_document(file, "the findings of an audit", _LARGEST, missing))
    except Unfit as problem:
        raise BadInput(f"{name}: not a readable JSON file: {problem}; run the audit again") from None
    fits = (
        isinstance(document, dict)
        and "standout" in document
        and isinstance(document.get("findings"), list)
        and isinstance(document.get("data"), dict)
    )
    if not fits:
        raise BadInput(
            f"{name}: not the findings of an audit by standout; name the folder that `standout audit --out` wrote"
        )
    return AuditDocument.from_dict(document, name)


def read_people(folder: Path) -> pa.Table:
    """The table of people of an audit; refuses what is no such file."""
    import pyarrow.parquet as pq

    file = folder / PEOPLE
    name = plain_path(file)
    with open_regular(file, f"run `standout audit DATA --out {plain_path(folder)}` first") as stream:
        try:
            table = pq.ParquetFile(stream).read()
        except (pa.ArrowException, OSError):
            raise BadInput(f"{name}: not a readable Parquet file; run the audit again") from None
    if missing := [name for name in COLUMNS if name not in table.column_names]:
        raise BadInput(
            f"{name}: no column '{missing[0]}', so not the people of an audit by standout; run the audit again"
        )
    return table
