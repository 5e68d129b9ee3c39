"""Charts for paper: the page's SVG with the colours of print, drawn as a picture that any reader shows alike."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from standout.report.drawing.svg import painted
from standout.report.paper.print_fonts import take_own_fonts

COLOURS = {
    "ink": "#14171a", "soft": "#4b525b", "grid": "#d0d0d0", "guess": "#14171a", "quiet": "#8d949e", "c1": "#1f5fa8",
    "c2": "#b8470c", "c3": "#0b7560", "c4": "#8a3a86", "c5": "#766000", "c6": "#474f59",
}  # fmt: skip
"""What the classes of a chart look like in print, as in the style of the page."""

SCALE = 3.0
"""Dots for each unit of a chart: about 350 to the inch as it is printed."""


def picture(svg: str) -> BytesIO:
    """The chart on white, as PNG: without transparency or anything else that a reader could show in its own way."""
    return BytesIO(_on_white(svg))


@lru_cache(maxsize=32)
def _on_white(svg: str) -> bytes:
    """The same, for the charts of an audit drawn once: who checks a pack prints again what was just printed.

    Packed as little as can be: a PDF packs its pictures in its own way.
    """
    import vl_convert as vlc
    from PIL import Image

    take_own_fonts()
    drawn = Image.open(BytesIO(vlc.svg_to_png(painted(svg, COLOURS), scale=SCALE))).convert("RGBA")
    white = Image.new("RGBA", drawn.size, "white")
    white.alpha_composite(drawn)
    stored = BytesIO()
    white.convert("RGB").save(stored, "PNG", optimize=False, compress_level=1)
    return stored.getvalue()
