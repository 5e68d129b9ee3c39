"""A reproduction as a page, for notebooks: what comes out, and every table of the paper beside our own figures."""

from __future__ import annotations

from pathlib import Path

from standout import report
from standout.common.pages import environment_of, policy
from standout.report.drawing.figure import Table
from standout.results.reproduction import Reproduction

_TEMPLATES = Path(report.__file__).parent / "templates"
_HEAD = ("what", "remark", "published", "ours")


def render_reproduction(result: Reproduction) -> str:
    """The page as text; the same results give the same bytes."""
    from markupsafe import Markup

    style = (_TEMPLATES / "report.css").read_text(encoding="utf-8")
    tables = [
        Table(
            f"{name[:1].upper()}{name[1:]}",
            _HEAD,
            [(row.what, row.remark, row.published_text(), row.ours_text()) for row in rows],
            words=2,
        )
        for name, rows in result.by_table().items()
    ]
    template = environment_of(_TEMPLATES).get_template("reproduction.html.j2")
    return template.render(style=Markup(style), policy=policy(style), result=result, tables=tables)
