"""How wide words are in Liberation Sans, whose widths Arial and Helvetica share: what room labels need."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from standout.report.drawing.svg import TYPE

_WIDTHS = {
    letter: width
    for width, letters in {
        191: "'", 222: "ijl‘’", 260: "|", 278: " !,./:;I[\\]ft\xa0·", 333: "()-`r“”", 334: "{}", 355: '"', 389: "*",
        469: "^", 500: "Jcksvxyz", 549: "±≤≥", 556: "#$0123456789?L_abdeghnopqu–", 584: "+<=>~×−", 611: "FTZ",
        648: "φ", 667: "&ABEKPSVXY", 722: "CDHNRUw", 778: "GOQ", 833: "Mm", 889: "%", 944: "W", 1000: "—…", 1015: "@",
    }.items()
    for letter in letters
}  # fmt: skip
"""In thousandths of the type size."""

_OTHER, _WIDE = 640, 1000


def width_of(words: str) -> float:
    """How wide words are in a chart."""
    return sum(_letter(letter) for letter in words) * TYPE / 1000


def shortened(words: str, limit: float) -> str:
    """Words that take no more room than this: those that would are cut, and end in an ellipsis."""
    if width_of(words) <= limit:
        return words
    room, kept = limit - width_of("…"), 0
    for letter in words:
        room -= _letter(letter) * TYPE / 1000
        if room < 0:
            break
        kept += 1
    return words[:kept] + "…"


def _letter(letter: str) -> int:
    found = _WIDTHS.get(letter)
    if found is not None:
        return found
    if combining(letter):
        return 0
    return _WIDE if east_asian_width(letter) in "WF" else _OTHER
