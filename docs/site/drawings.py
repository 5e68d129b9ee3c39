"""The drawings of the concepts. `python -m docs.site.drawings` draws them anew into docs/images/drawings.

Each is a small SVG that takes the colours of the page where it has some (see site.css), and has its own otherwise. It
is 440 wide, so that its words can still be read on a telephone.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from docs.site.places import DOCS

FOLDER = DOCS / "images" / "drawings"
WIDE = 440
COLOURS = {
    "back": "#ffffff",
    "ink": "#1d2b33",
    "quiet": "#5b6b75",
    "line": "#9fb0ba",
    "fill": "#eef3f5",
    "mark": "#00796b",
    "mark-fill": "#d3ece8",
    "alert": "#bf360c",
    "alert-fill": "#fbe3d9",
}
"""What a colour is called, and what it is where no page says otherwise."""


def colour(name: str) -> str:
    return f"var(--drawing-{name}, {COLOURS[name]})"


def text(
    x: float, y: float, words: str, ink: str = "ink", at: str = "start", size: int = 15, bold: bool = False
) -> str:
    weight = ";font-weight:600" if bold else ""
    style = f"fill:{colour(ink)};font-size:{size}px;text-anchor:{at}{weight}"
    return f'<text x="{x:g}" y="{y:g}" style="{style}">{escape(words)}</text>'


def box(x: float, y: float, wide: float, high: float, fill: str = "fill", line: str = "line") -> str:
    style = f"fill:{colour(fill)};stroke:{colour(line)}"
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="5" style="{style}"/>'


def line(x1: float, y1: float, x2: float, y2: float, ink: str = "line", more: str = "") -> str:
    style = f"stroke:{colour(ink)};stroke-width:2;fill:none{more}"
    return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" style="{style}"/>'


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """An arrow to the right or down."""
    tip = f"M{x2 - 8:g} {y2 - 6:g}L{x2:g} {y2:g}L{x2 - 8:g} {y2 + 6:g}"
    if x1 == x2:
        tip = f"M{x2 - 6:g} {y2 - 8:g}L{x2:g} {y2:g}L{x2 + 6:g} {y2 - 8:g}"
    return (
        line(x1, y1, x2, y2, "quiet") + f'<path d="{tip}" style="stroke:{colour("quiet")};stroke-width:2;fill:none"/>'
    )


def dot(x: float, y: float, fill: str, radius: float = 8) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" style="fill:{colour(fill)};stroke:{colour("ink")}"/>'


def drawing(high: int, *parts: str) -> str:
    opened = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" font-family="system-ui, sans-serif">\n'
        f'<rect width="{WIDE}" height="{high}" style="fill:{colour("back")}"/>\n'
    )
    return opened + "\n".join(parts) + "\n</svg>\n"


def _rows(x: float, top: float, wide: float, rows: list[tuple[str, str, str]]) -> list[str]:
    """Boxes below each other, each with words, and filled as said."""
    parts = []
    for number, (left, right, fill) in enumerate(rows):
        y = top + 34 * number
        parts += [
            box(x, y, wide, 28, fill, "mark" if fill == "mark-fill" else "alert" if fill == "alert-fill" else "line")
        ]
        parts += [text(x + 8, y + 19, left), text(x + wide - 8, y + 19, right, "quiet", "end", 13)]
    return parts


def knowledge() -> str:
    record = [("milk", "3 May", "fill"), ("rye bread", "3 May", "mark-fill"), ("candles", "9 May", "mark-fill"),
              ("apples", "2 June", "fill"), ("olives", "2 June", "fill"), ("nappies", "8 June", "fill")]  # fmt: skip
    known = [
        ("rye bread", "about 3 May", "mark-fill"),
        ("candles", "about 7 May", "mark-fill"),
        ("coffee", "wrong", "alert-fill"),
    ]
    return drawing(
        260,
        text(10, 24, "her record", bold=True), *_rows(10, 40, 180, record),
        text(250, 24, "a colleague knows", bold=True), *_rows(250, 74, 180, known),
        arrow(200, 125, 240, 125),
        text(250, 200, "few, inexact,", "quiet"), text(250, 220, "some of it wrong", "quiet"),
    )  # fmt: skip


def _bars(top: float, rows: list[tuple[str, float, str]], left: float = 96, most: float = 270) -> list[str]:
    parts = []
    for number, (name, score, fill) in enumerate(rows):
        y = top + 32 * number
        ink = {"mark-fill": "mark", "alert-fill": "alert"}.get(fill, "line")
        parts += [text(left - 8, y + 17, name, at="end", size=14), box(left, y, most * score, 22, fill, ink)]
        parts += [text(left + most * score + 6, y + 17, f"{10 * score:.1f}", "quiet", size=13)]
    return parts


_OTHERS = [("record 3", 0.35, "fill"), ("record 4", 0.20, "fill")]


def attack() -> str:
    return drawing(
        280,
        text(10, 24, "what is known", bold=True),
        box(10, 36, 130, 28, "mark-fill", "mark"), text(75, 55, "candles, 7 May", at="middle", size=14),
        box(150, 36, 130, 28, "mark-fill", "mark"), text(215, 55, "rye bread", at="middle", size=14),
        box(290, 36, 130, 28, "alert-fill", "alert"), text(355, 55, "coffee", at="middle", size=14),
        arrow(220, 72, 220, 98),
        text(10, 120, "points for every released record: rare matches give more", "quiet", size=14),
        *_bars(136, [("record 1", 0.12, "fill"), ("record 2", 0.83, "mark-fill"), *_OTHERS]),
    )  # fmt: skip


def lineup() -> str:
    return drawing(
        196,
        text(10, 24, "the lineup: best first", bold=True),
        *_bars(40, [("record 2", 0.83, "mark-fill"), *_OTHERS, ("record 1", 0.12, "fill")]),
        text(10, 188, "hers is first, alone: she is found", "mark"),
    )  # fmt: skip


def verdict() -> str:
    return drawing(
        330,
        text(10, 24, "a wide gap: “this one”", "mark", bold=True),
        *_bars(36, [("first", 0.83, "mark-fill"), ("second", 0.35, "fill"), ("third", 0.20, "fill")]),
        line(0, 148, WIDE, 148, more=";stroke-dasharray:4 4"),
        text(10, 178, "no gap: “nobody stands out”", "alert", bold=True),
        *_bars(190, [("first", 0.50, "alert-fill"), ("second", 0.49, "alert-fill"), ("third", 0.47, "alert-fill")]),
        text(10, 312, "to name the first here would be a coin toss", "quiet"),
    )


def learned() -> str:
    wide = 340
    return drawing(
        210,
        text(10, 24, "ten further things are guessed of her; right are", bold=True),
        text(10, 56, "with her record in the data", size=14),
        box(10, 64, wide * 0.9, 26, "alert-fill", "alert"), text(18 + wide * 0.9, 83, "9 of 10"),
        text(10, 120, "with her record left out", size=14),
        box(10, 128, wide * 0.3, 26), text(18 + wide * 0.3, 147, "3 of 10"),
        line(10 + wide * 0.3, 172, 10 + wide * 0.9, 172, "alert"),
        line(10 + wide * 0.3, 164, 10 + wide * 0.3, 180, "alert"),
        line(10 + wide * 0.9, 164, 10 + wide * 0.9, 180, "alert"),
        text(10 + wide * 0.6, 200, "what being in it costs: 60 points", "alert", "middle"),
    )  # fmt: skip


def crowd() -> str:
    places = [(0, 0), (26, -10), (52, 0), (10, 24), (42, 24)]
    parts: list[str] = [
        text(10, 24, "five like-minded people", bold=True),
        text(270, 24, "five new records", bold=True),
    ]
    for number, (x, y) in enumerate(places):
        parts.append(dot(60 + 1.4 * x, 76 + 1.4 * y, "mark-fill" if number == 1 else "fill", 11))
    for number, things in enumerate(("milk, apples", "bread, olives", "milk, olives", "bread, milk", "apples, tea")):
        parts.append(box(270, 42 + 30 * number, 150, 24))
        parts.append(text(345, 59 + 30 * number, things, at="middle", size=14))
    parts += [
        arrow(172, 96, 256, 96),
        text(214, 86, "dealt by lot", "quiet", "middle", 13),
        text(10, 150, "she is one of them;", "quiet"),
        text(10, 170, "no record is hers alone", "quiet"),
    ]
    parts += [text(10, 222, "whoever knows much of her still guesses: 1 in 5 at best", "mark")]
    return drawing(236, *parts)


def calibration() -> str:
    left, bottom, side = 70, 230, 190
    parts = [line(left, bottom, left + side, bottom, "ink"), line(left, bottom, left, bottom - side, "ink")]
    parts.append(line(left, bottom, left + side, bottom - side, more=";stroke-dasharray:4 4"))
    for share, right in ((0.1, 0.12), (0.3, 0.28), (0.5, 0.52), (0.7, 0.69), (0.9, 0.9)):
        parts.append(dot(left + side * share, bottom - side * right, "mark", 6))
    parts.append(dot(left + side * 0.9, bottom - side * 0.45, "alert", 6))
    parts += [
        text(left, bottom + 20, "0%", "quiet", "middle", 13),
        text(left + side, bottom + 20, "100%", "quiet", "middle", 13),
        text(left + side / 2, bottom + 40, "how sure it says it is", at="middle", size=14),
        text(10, 24, "how often it is right", size=14),
        text(left - 8, bottom - side + 12, "100%", "quiet", "end", 13),
        text(286, 66, "says 90%, is right", "mark", size=14), text(286, 84, "9 times in 10", "mark", size=14),
        text(286, 142, "says 90%, is right", "alert", size=14),
        text(286, 160, "less than half the", "alert", size=14), text(286, 178, "time: it accuses", "alert", size=14),
    ]  # fmt: skip
    return drawing(280, *parts)


DRAWINGS: dict[str, Callable[[], str]] = {
    "knowledge": knowledge,
    "attack": attack,
    "lineup": lineup,
    "verdict": verdict,
    "learned": learned,
    "crowd": crowd,
    "calibration": calibration,
}

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, drawn in DRAWINGS.items():
        (FOLDER / f"{name}.svg").write_text(drawn(), encoding="utf-8")
