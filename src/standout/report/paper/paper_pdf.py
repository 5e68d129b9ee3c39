"""A paper as PDF/A: embedded fonts, metadata, no scripts, nothing fetched; the same paper gives the same bytes.

Written by fpdf2, which needs no browser. The date in the file is the paper's own, never that of the clock.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from standout._version import __version__
from standout.errors import BadInput
from standout.outputs.recognising import PDF_END
from standout.report.paper.paper import (
    PICTURE_WIDTH,
    Block,
    Callout,
    Facts,
    Grid,
    Heading,
    Listing,
    Paper,
    Picture,
    Words,
)
from standout.report.paper.paper_metadata import xmp
from standout.report.paper.print_pictures import picture

FONTS = Path(__file__).parent / "fonts"
LEVEL = "PDF/A-2U"
"""Everything needed to read the file is in it, and its text can be copied."""

_INK, _SOFT, _LINE, _WASH = (20, 23, 26), (75, 82, 91), (208, 208, 208), (243, 243, 243)
_TONES = {"plain": _INK, "good": (11, 117, 96), "bad": (162, 38, 15)}
_SIDE, _TOP, _BOTTOM = 20.0, 24.0, 22.0
_TYPE = 9.5
_NARROW = 7.6
"""Type in tables of many columns."""
_MANY = 7
_WORDY = 30
"""A column with cells longer than this is words, and stands at the left."""


def paper_pdf(paper: Paper) -> bytes:
    """The pages as PDF; needs the package fpdf2."""
    document = _document(paper)
    try:
        document.add_page()
        _title(document, paper)
        for block in paper.blocks:
            _print(document, block)
        return bytes(document.output()) + PDF_END
    finally:
        for font in document.fonts.values():
            font.ttfont.close()


def check_printing() -> None:
    """Refuse, before any work, where PDF cannot be written."""
    try:
        import fpdf  # noqa: F401
    except ImportError:
        raise BadInput("--pdf needs the package fpdf2; install it with `pip install 'standout[pdf]'`") from None


def _document(paper: Paper) -> Any:
    check_printing()
    from fpdf import FPDF

    class Pages(FPDF):
        """Pages with a running header, and their number at the foot."""

        def header(self) -> None:
            _running(self, paper)

        def footer(self) -> None:
            _foot(self, paper)

    document = Pages(format="A4", enforce_compliance=LEVEL)
    for family, style, file in (
        ("text", "", "DejaVuSansCondensed"), ("text", "B", "DejaVuSansCondensed-Bold"), ("code", "", "DejaVuSansMono"),
    ):  # fmt: skip
        document.add_font(family, style, FONTS / f"{file}.ttf")
    document.set_margins(_SIDE, _TOP, _SIDE)
    document.set_auto_page_break(True, _BOTTOM)
    document.set_creation_date(datetime(paper.made.year, paper.made.month, paper.made.day, tzinfo=UTC))
    subject, creator, producer = paper.subject or paper.eyebrow, f"standout {__version__}", "fpdf2"
    document.set_title(paper.title)
    document.set_subject(subject)
    document.set_creator(creator)
    document.set_producer(producer)
    document.set_xmp_metadata(xmp(paper.title, subject, creator, producer, paper.made))
    document.set_lang("en-GB")
    return document


def _running(document: Any, paper: Paper) -> None:
    document.set_y(11)
    _font(document, 8, colour=_SOFT)
    document.cell(0, 4, _known(document, paper.running), align="L")
    document.set_draw_color(*_LINE)
    document.set_line_width(0.2)
    document.line(_SIDE, 17, document.w - _SIDE, 17)
    document.set_y(_TOP)


def _foot(document: Any, paper: Paper) -> None:
    document.set_y(-14)
    _font(document, 8, colour=_SOFT)
    document.cell(130, 4, _known(document, paper.foot), align="L")
    document.cell(0, 4, f"Page {document.page_no()} of {{nb}}", align="R")


def _title(document: Any, paper: Paper) -> None:
    _font(document, 8.5, "B", _SOFT)
    _lines(document, paper.eyebrow.upper(), 4.5)
    _font(document, 18, "B")
    _lines(document, paper.title, 8)
    document.ln(3)


def _print(document: Any, block: Block) -> None:
    if isinstance(block, Heading):
        _heading(document, block)
    elif isinstance(block, Words):
        _font(document, 8.5 if block.quiet else _TYPE, family="code" if block.code else "text",
              colour=_SOFT if block.quiet else _INK)  # fmt: skip
        _lines(document, block.text, 4.3 if block.quiet else 4.9)
        document.ln(1.6)
    elif isinstance(block, Facts):
        _table(document, [(name, said) for name, said in block.rows], (0.27, 0.73), heads=0, words=2, bold_first=True)
    elif isinstance(block, Listing):
        for item in block.items:
            _point(document, item)
        document.ln(1.2)
    elif isinstance(block, Callout):
        _callout(document, block)
    elif isinstance(block, Picture):
        _picture(document, block)
    else:
        _grid(document, block)


def _heading(document: Any, heading: Heading) -> None:
    first = heading.level == 1
    document.ln(3.5 if first else 2)
    if document.will_page_break(max(42 if first else 24, heading.room)):
        document.add_page()
    if first:
        document.start_section(_known(document, heading.text), level=0)
    _font(document, 13 if first else 10.5, "B")
    _lines(document, heading.text, 6.4 if first else 5.2)
    document.ln(1.2)


def _point(document: Any, item: str) -> None:
    _font(document, _TYPE)
    document.set_x(_SIDE)
    document.cell(4, 4.9, "–")
    document.multi_cell(0, 4.9, _known(document, item), align="L", new_x="LMARGIN", new_y="NEXT")
    document.ln(0.8)


def _callout(document: Any, box: Callout) -> None:
    """A box with a bar at its left in the tone of what it says."""
    width, tone = document.epw - 8, _TONES[box.tone]
    _font(document, 12.5, "B")
    text = document.multi_cell(width, 6.2, _known(document, box.text), align="L", dry_run=True, output="HEIGHT")
    _font(document, _TYPE)
    under = document.multi_cell(width, 4.9, _known(document, box.under), align="L", dry_run=True, output="HEIGHT")
    height = text + (under + 1.2 if box.under else 0) + 6
    if document.will_page_break(height):
        document.add_page()
    top = document.get_y()
    document.set_fill_color(*_WASH)
    document.rect(_SIDE, top, document.epw, height, style="F")
    document.set_fill_color(*tone)
    document.rect(_SIDE, top, 1.6, height, style="F")
    document.set_xy(_SIDE + 5, top + 3)
    _font(document, 12.5, "B", tone)
    document.multi_cell(width, 6.2, _known(document, box.text), align="L", new_x="LEFT", new_y="NEXT")
    if box.under:
        document.ln(1.2)
        document.set_x(_SIDE + 5)
        _font(document, _TYPE)
        document.multi_cell(width, 4.9, _known(document, box.under), align="L", new_x="LEFT", new_y="NEXT")
    document.set_xy(_SIDE, top + height + 3)


def _picture(document: Any, drawn: Picture) -> None:
    if document.will_page_break(drawn.height + 2):
        document.add_page()
    document.image(picture(drawn.svg), w=PICTURE_WIDTH, alt_text=drawn.alt)
    document.ln(3)


def _table(document: Any, rows: list[Any], widths: Any, *, heads: int, words: int, bold_first: bool = False) -> None:
    """Rows between fine lines; the head comes again on every page, numbers stand at the right."""
    from fpdf.fonts import FontFace

    if not rows:
        return
    many = len(rows[0]) >= _MANY
    _font(document, _NARROW if many else 8.6)
    document.set_draw_color(*_LINE)
    document.set_line_width(0.2)
    document.set_fill_color(255, 255, 255)
    aligned = tuple("LEFT" if column < words or _is_words(rows, column) else "RIGHT" for column in range(len(rows[0])))
    with document.table(
        col_widths=tuple(100 * width for width in widths),
        text_align=aligned,
        borders_layout="HORIZONTAL_LINES",
        headings_style=FontFace(emphasis="BOLD", color=_INK, fill_color=_WASH),
        first_row_as_headings=bool(heads),
        num_heading_rows=heads,
        line_height=3.7 if many else 4.3,
        padding=(1.1, 1.2),
        v_align="TOP",
    ) as table:
        for row in rows:
            line = table.row()
            for place, cell in enumerate(row):
                face = FontFace(emphasis="BOLD") if bold_first and place == 0 else None
                line.cell(_known(document, str(cell)), style=face)
    document.ln(3)


def _is_words(rows: list[Any], column: int) -> bool:
    return any(len(str(row[column])) > _WORDY for row in rows[1:] if column < len(row))


def _grid(document: Any, grid: Grid) -> None:
    """A table; one of very many columns lies on pages of its own that are turned."""
    rows = [tuple(grid.table.head), *(tuple(row) for row in grid.table.rows)]
    if grid.turned:
        document.add_page(orientation="landscape")
        _heading(document, Heading(grid.table.caption, 2))
    _table(document, rows, grid.widths or _widths(rows), heads=1, words=grid.table.words)
    if grid.turned:
        document.add_page(orientation="portrait")


def _widths(rows: list[tuple[str, ...]]) -> tuple[float, ...]:
    """Columns as wide as what is in them, as far as one page allows: no column below a share that can be read."""
    longest = [max((len(str(row[at])) for row in rows if at < len(row)), default=1) for at in range(len(rows[0]))]
    wanted = [min(max(length, 6), 42) for length in longest]
    return tuple(width / sum(wanted) for width in wanted)


def _lines(document: Any, text: str, height: float) -> None:
    document.multi_cell(0, height, _known(document, text), align="L", new_x="LMARGIN", new_y="NEXT")


def _font(
    document: Any, size: float, style: str = "", colour: tuple[int, int, int] = _INK, family: str = "text"
) -> None:
    document.set_font(family, style, size)
    document.set_text_color(*colour)


def _known(document: Any, text: str) -> str:
    """The text with a sign in the place of every character that the font does not have: nothing is missing unseen."""
    glyphs = document.current_font.cmap
    return "".join(sign if ord(sign) in glyphs or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in text)
