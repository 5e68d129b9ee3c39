"""Terminals and pipes that cannot take every character: what can be written is written, the rest in another way."""

from __future__ import annotations

import codecs
import io
import os
import sys

_PLAIN = {
    "…": "...", "–": "-", "—": "-", "−": "-", "‑": "-", "×": "x", "±": "+/-", "≤": "<=", "≥": ">=", "≈": "~",
    "→": "->", "·": "-", "•": "*", "‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " ",
}  # fmt: skip
"""How our own signs are written where there are only letters and digits."""

_FOR_PEOPLE, _FOR_PROGRAMS = "standout-plain", "standout-json"


def write_what_can_be_written(words: list[str]) -> None:
    """Let no character end a command: signs get a plain form, anything else the escape that JSON has for it.

    With --json nothing but that escape is used, so that the document stays the same for whoever reads it.
    """
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()  # none where it was closed
    codecs.register_error(_FOR_PEOPLE, _plainly)
    codecs.register_error(_FOR_PROGRAMS, _escaped)
    for stream, errors in (
        (sys.stdout, _FOR_PROGRAMS if "--json" in words else _FOR_PEOPLE),
        (sys.stderr, _FOR_PEOPLE),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _nowhere() -> io.TextIOWrapper:
    return io.TextIOWrapper(open(os.devnull, "wb"), encoding="utf-8")  # noqa: PTH123  (until the process ends)


def _plainly(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    lost = problem.object[problem.start : problem.end]
    return "".join(_PLAIN.get(sign) or _escape(sign) for sign in lost), problem.end


def _escaped(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    return "".join(map(_escape, problem.object[problem.start : problem.end])), problem.end


def _escape(sign: str) -> str:
    """\\u and four digits for every half of the character, as in JSON."""
    halves = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{halves[place]:02x}{halves[place + 1]:02x}" for place in range(0, len(halves), 2))
