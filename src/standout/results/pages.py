"""Which page shows which document, and which picture. Both are drawn by a later stage; a result names them, and they
are looked up by that name when somebody wants to see them."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from standout.common.plain import plain_text

PAGES: dict[str, str] = {
    "audit": "standout.report.audit.html:page",
    "infer": "standout.report.inference.inference_page:render_inference",
    "reproduce": "standout.reproductions.reproduction_page:render_reproduction",
    "personas": "standout.report.personas.personas_page:personas_page",
    "advise": "standout.report.advice.advice_page:advice_page",
    "bulletin": "standout.report.label.bulletin_page:bulletin_page",
    "check": "standout.report.label.check_page:check_page",
    "publish": "standout.report.label.bulletin_page:publish_page",
    "compare": "standout.report.compare.compare_page:render_compare",
}
"""For each kind of document, the function that draws it, as `module:function`."""

PAPERS: dict[str, str] = {
    "audit": "standout.report.audit.audit_paper:audit_pdf",
    "compare": "standout.report.compare.compare_paper:compare_pdf",
    "infer": "standout.report.inference.inference_paper:inference_pdf",
}
"""For a kind of document that is also printed, the function that makes the PDF."""

PICTURES: dict[str, str] = {"check": "standout.label.drawing:check_svg"}
"""For a kind of document that is also a picture, the function that draws it as SVG."""

_FIRST = 20
"""How many rows a notebook shows of what has no page."""
_LONGEST_CELL = 200


def page_of(kind: str, document: Any, run: Any = None) -> str | None:
    """The page that shows this document, and how it came about if that is given; none if there is none for its kind."""
    if kind not in PAGES:
        return None
    drawn: str = _named(PAGES[kind])(document) if run is None else _named(PAGES[kind])(document, run)
    return drawn


def pdf_of(kind: str, document: Any, run: Any = None) -> bytes:
    """The same on paper."""
    printed: bytes = _named(PAPERS[kind])(document, run)
    return printed


def picture_of(kind: str, document: Any, *, numbers: bool) -> str:
    """The picture of this document, with or without numbers on it, as SVG."""
    drawn: str = _named(PICTURES[kind])(document, numbers=numbers)
    return drawn


def table_of(title: str, said: str, rows: Sequence[Mapping[str, object]]) -> str:
    """How a table begins, as HTML for a notebook; nothing in it is unescaped."""
    names = dict.fromkeys(name for row in rows[:_FIRST] for name in row)
    head = "".join(f"<th>{_escaped(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{_cell(row.get(name))}</td>' for name in names)}</tr>" for row in rows[:_FIRST])
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if names else ""
    more = f"<p>{len(rows) - _FIRST:,} more rows</p>" if len(rows) > _FIRST else ""
    return f"<div><p><strong>{_escaped(title)}</strong> {_escaped(said)}</p>{table}{more}</div>"


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else _escaped(str(value))


def _escaped(text: str) -> str:
    return html.escape(plain_text(text, _LONGEST_CELL))


def _named(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)
