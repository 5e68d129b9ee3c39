"""Pieces of SVG: shapes and text in the page's own colours, and nothing else.

Colours are names. The page's style says what they look like, so that one drawing serves light and dark pages;
`painted` writes colours in instead, for files that stand alone. Words are escaped, and lose what could steer a reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup, escape

from standout.common.plain import plain_text

INK, SOFT, GRID, GUESS, QUIET = "ink", "soft", "grid", "guess", "quiet"
SERIES = ("c1", "c2", "c3", "c4", "c5", "c6")

TYPE = 13.5
"""How tall letters are."""

_LOWER = 0.34 * TYPE
"""How far below its middle a line of text stands."""

_LONGEST = 200
_CLASS = re.compile(r' class="([^"]*)"')
_PAINT = {"f": "fill", "s": "stroke"}


def page_svg(inner: Iterable[Markup], size: tuple[float, float], name: str, title: str, description: str) -> Markup:
    """A chart for the page, with its text alternative; ids start with this name."""
    named = escape(name)
    return Markup(
        f'<svg class="chart" viewBox="0 0 {number(size[0])} {number(size[1])}" font-size="{TYPE}" role="img" '
        f'aria-labelledby="{named}-title {named}-desc"><title id="{named}-title">{escape(title)}</title>'
        f'<desc id="{named}-desc">{escape(description)}</desc>{"".join(inner)}</svg>'
    )


def painted(svg: str, colours: Mapping[str, str]) -> str:
    """A chart of the page with colours of its own, which needs no style from around it."""
    rooted = str(svg).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="Liberation Sans" ', 1)

    def paint(match: re.Match[str]) -> str:
        parts = [part.partition("-") for part in match[1].split()]
        return "".join(
            f' {_PAINT[kind]}="{colours[name]}"' for kind, _, name in parts if kind in _PAINT and name in colours
        )

    return _CLASS.sub(paint, rooted)


def number(value: float) -> str:
    """A length: one digit after the point is finer than any screen."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def text(
    x: float, y: float, words: str, anchor: str = "start", colour: str = INK, *, upright: bool = False, size: float = 0
) -> Markup:
    """Words whose middle is at this height; `upright` ones are read from below."""
    turned = ' transform="rotate(-90)"' if upright else ""
    x, y = (-y, x + _LOWER) if upright else (x, y + _LOWER)
    placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
    sized = f' font-size="{number(size)}"' if size else ""
    said = escape(plain_text(words, _LONGEST))
    return Markup(f'<text class="f-{colour}" x="{number(x)}" y="{number(y)}"{placed}{sized}{turned}>{said}</text>')


def straight(
    begin: tuple[float, float],
    end: tuple[float, float],
    colour: str,
    *,
    width: float = 1,
    dash: Sequence[float] = (),
    opacity: float = 1,
) -> Markup:
    """A straight line."""
    path = f"M{number(begin[0])},{number(begin[1])}L{number(end[0])},{number(end[1])}"
    return stroke(path, colour, width=width, dash=dash, opacity=opacity)


def stroke(path: str, colour: str, *, width: float = 1, dash: Sequence[float] = (), opacity: float = 1) -> Markup:
    """A line along a path."""
    dashed = f' stroke-dasharray="{",".join(map(number, dash))}"' if dash else ""
    looks = f"{_unless('stroke-width', width)}{dashed}{_unless('stroke-opacity', opacity)}"
    return Markup(f'<path class="s-{colour}" fill="none" d="{path}"{looks}/>')


def filled(path: str, colour: str, *, opacity: float = 1, edge: str | None = None) -> Markup:
    """What a path goes round, filled; with a thin edge of another colour if there is to be one."""
    edged = f" s-{edge}" if edge else ""
    return Markup(f'<path class="f-{colour}{edged}" d="{path}"{_unless("fill-opacity", opacity)}/>')


def disc(at: tuple[float, float], radius: float, colour: str, *, opacity: float = 1) -> Markup:
    """A filled circle."""
    place = f'cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"'
    return Markup(f'<circle class="f-{colour}" {place}{_unless("fill-opacity", opacity)}/>')


def box(x: float, y: float, width: float, height: float) -> str:
    """The path round a box."""
    return f"M{number(x)},{number(y)}h{number(width)}v{number(height)}h{number(-width)}Z"


def joined(points: Sequence[tuple[float, float]]) -> str:
    """The path through points."""
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points) if points else ""


def _unless(name: str, value: float, usual: float = 1) -> str:
    """An attribute, unless it says what is so without it."""
    return "" if value == usual else f' {name}="{value:g}"'
