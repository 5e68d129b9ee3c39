"""Pictures on paper are drawn with the same fonts everywhere, and the environment stays as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from standout.report.paper import print_fonts
from standout.report.paper.paper_pdf import FONTS

_DRAWN = """
import hashlib, os
from standout.report.drawing.row_charts import Bar, bars
from standout.report.paper.print_pictures import picture

before = dict(os.environ)
chart = bars("a", "t", "w", [Bar("Ringelnatter", 1, "1"), Bar("Feuersalamander", 2, "2")], "axis")
print(hashlib.sha256(picture(chart.__html__()).getvalue()).hexdigest())
assert dict(os.environ) == before
"""


def drawn(**environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", _DRAWN], check=True, capture_output=True, text=True, env=os.environ | environment
    ).stdout


def wide_font(file: Path) -> None:
    """A font that says it is Liberation Sans, with letters three times as wide as they are."""
    font = TTFont(FONTS / "DejaVuSansMono.ttf")
    for record in font["name"].names:
        if record.nameID in (1, 16):
            record.string = "Liberation Sans"
    widths = font["hmtx"].metrics
    font["hmtx"].metrics = {glyph: (3 * width, bearing) for glyph, (width, bearing) in widths.items()}
    file.parent.mkdir(parents=True)
    font.save(file)


def test_a_picture_is_the_same_whatever_fonts_the_machine_has(tmp_path: Path) -> None:
    """Also where another font has the name of the one brought along, among those of the machine and of the user."""
    wide_font(tmp_path / ".fonts" / "wide.ttf")
    other = tmp_path / "fonts.conf"
    other.write_text(f"<fontconfig><dir>{tmp_path / '.fonts'}</dir></fontconfig>", "utf-8")
    assert drawn(FONTCONFIG_FILE=str(other), HOME=str(tmp_path)) == drawn()


def test_no_other_fonts_are_looked_for_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    import vl_convert

    seen: list[tuple[str | None, str]] = []
    monkeypatch.setattr(vl_convert, "svg_to_png", lambda _: seen.append((os.environ.get("FONTCONFIG_FILE"), "draws")))
    monkeypatch.setattr(
        vl_convert, "register_font_directory", lambda place: seen.append((os.environ.get("FONTCONFIG_FILE"), place))
    )
    monkeypatch.setenv("FONTCONFIG_FILE", "theirs")
    print_fonts.take_own_fonts.__wrapped__()
    (configured, first), *later = seen
    assert (Path(configured or "").name, first) == ("fonts.conf", "draws")
    assert Path(configured or "").is_file()
    assert all(name == "theirs" and Path(place).is_dir() for name, place in later)
    assert os.environ["FONTCONFIG_FILE"] == "theirs"
