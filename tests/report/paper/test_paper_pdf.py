"""Papers are PDF/A with embedded fonts and no scripts, the same bytes each time, and lose nothing."""

from __future__ import annotations

import builtins
import re
from datetime import date, datetime, tzinfo
from typing import Any

import fpdf.output
import pytest

from standout.errors import BadInput
from standout.outputs.recognising import PDF_END
from standout.report.drawing.figure import Missing, Table
from standout.report.drawing.svg import painted
from standout.report.paper.paper import Callout, Facts, Grid, Heading, Listing, Paper, Picture, Words, figure_blocks
from standout.report.paper.paper_pdf import check_printing, paper_pdf
from standout.report.paper.print_pictures import COLOURS

SVG = (
    '<svg class="chart" viewBox="0 0 430 200"><title id="a">t</title><path class="f-c1 s-grid" d="M0,0h9v9h-9Z"></path>'
    '<text class="f-ink" x="9" y="20">a word</text></svg>'
)


def paper(**more: Any) -> Paper:
    table = Table("A table", ("name", "figure"), [("tea", "1"), ("<b>milk</b>", "2")], 1)
    wide = Table("A wide table", tuple("abcdefghijk"), [tuple("0123456789x")] * 3, 1)
    blocks = (
        Callout("Pass", "every limit holds", "good"), Heading("One"), Words("Plain “words” – π"),
        Words("quiet", quiet=True),
        Words("standout audit", code=True), Facts([("a", "b"), ("long", "x" * 300)]), Listing(["one", "two " * 80]),
        Grid(table), Grid(wide), Heading("Two", 2, 60.0), Picture(SVG, "a picture"), Words("after"),
    )  # fmt: skip
    given = {
        "title": "Title",
        "eyebrow": "Kind",
        "running": "Running",
        "foot": "Foot",
        "made": date(2026, 11, 17),
    } | more
    return Paper(blocks=blocks, **given)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def printed() -> bytes:
    return paper_pdf(paper())


def test_the_same_paper_gives_the_same_bytes(printed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    class Later(datetime):
        """A clock that is years ahead."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime(2031, 5, 6, 7, 8, 9, tzinfo=tz)

    monkeypatch.setattr(fpdf.output, "datetime", Later)
    assert paper_pdf(paper()) == printed
    assert b"2031" not in printed
    assert paper_pdf(paper(made=date(2026, 11, 18))) != printed
    assert printed.endswith(PDF_END)


def test_it_is_pdf_a_with_embedded_fonts_and_without_scripts(printed: bytes) -> None:
    assert printed.startswith(b"%PDF-1.7")
    assert b"/OutputIntent" in printed
    assert printed.count(b"/FontFile2") == 3
    assert b"<pdfaid:part>2</pdfaid:part>" in printed
    for unwanted in (b"/JavaScript", b"/JS", b"/Launch", b"/URI", b"/EmbeddedFile", b"/Encrypt"):
        assert unwanted not in printed
    assert b"2026-11-17T00:00:00" in printed


def test_every_page_has_a_number_and_one_is_turned(printed: bytes) -> None:
    pages = len(re.findall(rb"/Type /Page\b", printed))
    assert pages == 3
    assert printed.count(b"/MediaBox [0 0 841.89 595.28]") == 1


def test_characters_that_the_font_lacks_are_marked_not_lost() -> None:
    marked = paper_pdf(paper(running="\N{REPLACEMENT CHARACTER}" * 2))
    assert paper_pdf(paper(running="日本")) == marked != paper_pdf(paper(running=""))


def test_long_tables_and_words_take_as_many_pages_as_they_need() -> None:
    rows = [(f"row {row}", "x" * 60, str(row)) for row in range(200)]
    long = Paper(
        "T", "e", "r", "f", date(2026, 1, 1), [Grid(Table("t", ("a", "b", "c"), rows, 2)), Words("word " * 3_000)]
    )
    assert len(re.findall(rb"/Type /Page\b", paper_pdf(long))) > 5


def test_an_empty_paper_and_empty_tables_are_no_problem() -> None:
    empty = Paper("T", "e", "r", "f", date(2026, 1, 1), [Facts([]), Listing([]), Grid(Table("t", ("a",), [], 1))])
    assert paper_pdf(empty).startswith(b"%PDF")


def test_without_the_package_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "fpdf":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BadInput, match=r"install it with `pip install 'standout\[pdf\]'`"):
        check_printing()


def test_charts_get_the_colours_of_print() -> None:
    drawn = painted(SVG, COLOURS)
    assert 'fill="#1f5fa8"' in drawn
    assert 'stroke="#d0d0d0"' in drawn
    assert "class=" not in drawn
    assert 'xmlns="http://www.w3.org/2000/svg"' in drawn


def test_what_a_report_shows_is_shown_on_paper() -> None:
    small = Table("Small", ("a", "b"), [("x", "1")])
    assert figure_blocks(small) == [Heading("Small", 2), Grid(small)]
    assert figure_blocks(Missing("a", "A chart", "too few"))[1] == Words("Not shown: too few", quiet=True)
    assert Picture(SVG, "").height == pytest.approx(100 * 200 / 430)
