"""Charts for paper: the page's SVG with the colours of print, drawn as a picture that any reader shows alike."""

from __future__ import annotations

import re
from io import BytesIO

COLOURS = {
    "ink": "#14171a", "soft": "#4b525b", "grid": "#d0d0d0", "guess": "#14171a", "quiet": "#8d949e", "c1": "#1f5fa8",
    "c2": "#b8470c", "c3": "#0b7560", "c4": "#8a3a86", "c5": "#766000", "c6": "#474f59",
}  # fmt: skip
"""What the classes of a chart look like in print, as in the style of the page."""

SCALE = 3.0
"""Dots for each unit of a chart: about 350 to the inch as it is printed."""

_CLASS = re.compile(r' class="([^"]*)"')
_PAINT = {"f": "fill", "s": "stroke"}


def printed_svg(svg: str) -> str:
    """A chart of the page that needs no style from around it."""
    rooted = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="Liberation Sans" ', 1)
    return _CLASS.sub(lambda match: "".join(map(_attribute, match[1].split())), rooted)


def _attribute(name: str) -> str:
    kind, _, colour = name.partition("-")
    return f' {_PAINT[kind]}="{COLOURS[colour]}"' if kind in _PAINT and colour in COLOURS else ""


def picture(svg: str) -> BytesIO:
    """The chart on white, as PNG: without transparency or anything else that a reader could show in its own way."""
    import vl_convert as vlc
    from PIL import Image

    drawn = Image.open(BytesIO(vlc.svg_to_png(printed_svg(svg), scale=SCALE))).convert("RGBA")
    white = Image.new("RGBA", drawn.size, "white")
    white.alpha_composite(drawn)
    stored = BytesIO()
    white.convert("RGB").save(stored, "PNG", optimize=False)
    stored.seek(0)
    return stored
