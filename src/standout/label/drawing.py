"""The label: bars from dark green to red, as on the European energy label; the longest is the riskiest.

Words mark the bars, never numbers. The bars also differ in length, and their colours were chosen so that people who do
not see red or green can tell any two apart (a test measures it).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from standout.common.files import write_whole
from standout.common.plain import plain_text
from standout.errors import BadInput
from standout.outputs.recognising import PNG_TEXT
from standout.results.check import Check

COLOURS = ("#0d4134", "#609b5d", "#f9f086", "#e89216", "#bf1316")
"""From safe to not safe."""

INK, PAPER, EDGE, SOFT = "#1b1f24", "#ffffff", "#767d87", "#545c66"
WIDTH, MARGIN, HEAD, ROW, BAR, TIP = 400, 16, 62, 42, 34, 14
_SHORTEST, _LONGEST = 166, 282
_FONT = "Liberation Sans, Arial, Helvetica, sans-serif"


@dataclass(frozen=True)
class Label:
    """What is drawn: the bars' verbal marks from the safest to the riskiest, whose is yours, and lines below."""

    marks: tuple[str, ...]
    yours: int | None
    lines: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """The label in one sentence, for those who do not see it."""
        order = ", ".join(self.marks)
        if self.yours is None:
            return f"Privacy label with {len(self.marks)} bars, from the safest to the riskiest: {order}."
        return f"Privacy label: {self.marks[self.yours]}. The bars, from the safest to the riskiest: {order}."


def colours(count: int) -> list[str]:
    """Colours for this many bars, the first and the last always the same."""
    if count == 1:
        return [COLOURS[0]]
    return [_between(bar * (len(COLOURS) - 1) / (count - 1)) for bar in range(count)]


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour."""
    return PAPER if 1.05 / (lightness(colour) + 0.05) > (lightness(colour) + 0.05) / 0.05 else "#000000"


def lightness(colour: str) -> float:
    """Relative luminance, from 0 to 1."""
    parts = [part / 255 for part in _parts(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def lengths(count: int, shortest: float, longest: float) -> list[float]:
    """How long the bars are: evenly from the shortest to the longest."""
    if count == 1:
        return [longest]
    return [shortest + bar * (longest - shortest) / (count - 1) for bar in range(count)]


def label_of(check: Check, *, numbers: bool = False) -> Label:
    """The label of a checked history."""
    return Label(check.marks, check.row, check.small_print(numbers=numbers))


def check_svg(check: Check, *, numbers: bool = False) -> str:
    """The label of a checked history as a drawing."""
    return label_svg(label_of(check, numbers=numbers))


def label_svg(label: Label) -> str:
    """The label as a drawing that stands for itself."""
    from markupsafe import escape

    rows, height = len(label.marks), _height(label)
    said = escape(plain_text(label.said, 1_000))
    lines = "".join(
        f'<text x="{MARGIN}" y="{HEAD + rows * ROW + 20 + 18 * number}" font-size="12.5" fill="{SOFT}">'
        f"{escape(plain_text(line, 64))}</text>"
        for number, line in enumerate(label.lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{said}" font-family="{_FONT}" color="{INK}"><title>{said}</title>'
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{height - 2}" rx="10" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="2"/><text x="{MARGIN}" y="33" font-size="21" font-weight="bold" fill="{INK}">Privacy</text>'
        f'<text x="{MARGIN}" y="51" font-size="12.5" fill="{SOFT}">how well one hides in the crowd</text>'
        f"{bars_svg(label.marks)}{'' if label.yours is None else pointer_svg(label.yours)}{lines}</svg>\n"
    )


def bars_svg(marks: Sequence[str]) -> str:
    """The bars with their marks, for a drawing whose text colour is `currentColor`."""
    from markupsafe import escape

    parts = []
    sizes = lengths(len(marks), _SHORTEST, _LONGEST)
    for row, (mark, size, colour) in enumerate(zip(marks, sizes, colours(len(marks)), strict=True)):
        top, middle, bottom = row_top(row), row_top(row) + BAR / 2, row_top(row) + BAR
        right = MARGIN + size
        shape = f"M{MARGIN},{top}H{right - TIP:g}L{right:g},{middle:g}L{right - TIP:g},{bottom}H{MARGIN}Z"
        parts.append(
            f'<path class="bar" d="{shape}" fill="{colour}" stroke="{EDGE}" stroke-width="0.75"/>'
            f'<text x="{MARGIN + 12}" y="{middle + 5:g}" font-size="15" font-weight="bold" fill="{ink_on(colour)}">'
            f"{escape(plain_text(mark, 24))}</text>"
        )
    return "".join(parts)


def pointer_svg(row: int) -> str:
    """The arrow that says which bar is yours."""
    top = row_top(row)
    left, right, middle = WIDTH - MARGIN - 76, WIDTH - MARGIN, top + BAR / 2
    return (
        f'<g class="you"><path d="M{left},{middle:g}L{left + TIP},{top}H{right}V{top + BAR}H{left + TIP}Z" '
        f'fill="currentColor"/><text class="you-word" x="{left + TIP + 8}" y="{middle + 5:g}" font-size="15" '
        f'font-weight="bold" fill="{PAPER}">you</text></g>'
    )


def row_top(row: int) -> int:
    """Where a bar begins, from above."""
    return HEAD + row * ROW


def write_label(label: Label, file: Path) -> None:
    """Write the label as the file's ending says; it appears whole or not at all."""
    write_whole(file, drawn_as(label, file))


def drawn_as(label: Label, file: Path) -> bytes:
    """The label in the format that the file's ending says."""
    drawn = label_svg(label)
    return drawn.encode() if label_kind(file) == ".svg" else _png(drawn)


def label_kind(file: Path) -> str:
    """The file's ending, if a label can be written so."""
    if file.suffix.lower() not in (".svg", ".png"):
        raise BadInput(f"--label {file}: a label is drawn as .svg or .png; let the name end so")
    return file.suffix.lower()


def _png(drawn: str) -> bytes:
    import vl_convert as vlc

    picture = bytes(vlc.svg_to_png(drawn, scale=2.0))
    said = (len(PNG_TEXT) - 4).to_bytes(4) + PNG_TEXT + zlib.crc32(PNG_TEXT).to_bytes(4)
    return picture[:-12] + said + picture[-12:]  # before the piece that ends every PNG


def _height(label: Label) -> int:
    return HEAD + len(label.marks) * ROW + (18 * len(label.lines) + 22 if label.lines else 8)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _between(place: float) -> str:
    """The colour at a place between two of the scale."""
    low = min(int(place), len(COLOURS) - 2)
    share = place - low
    pairs = zip(_parts(COLOURS[low]), _parts(COLOURS[low + 1]), strict=True)
    return "#" + "".join(f"{round(a + share * (b - a)):02x}" for a, b in pairs)
