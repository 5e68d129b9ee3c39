"""Whether a file is an earlier result of ours: then a new one of its kind may take its place, as whoever runs the same
command again expects. Anything else stays."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

_HEAD = 1 << 16
_LARGEST = 1 << 26

PNG_TEXT = b"tEXtSoftware\0standout"
"""What a label has in it, as PNG."""
PDF_END = b"\n% written by standout\n"
"""What stands behind the end of a report, as PDF."""
PARQUET_KEY = "standout"
"""What the metadata of a table of ours have."""


def is_ours(file: Path, kind: str) -> bool:
    """Whether a file was written by us as a result of this kind; an empty one is nobody's loss."""
    return not file.stat().st_size or _recogniser(kind)(file)


def _recogniser(kind: str) -> Callable[[Path], bool]:
    """What tells files of this kind: of a schema's name without its version (`standout/protect`), that it is named."""
    if kind.startswith("standout/"):
        return _begins(rb'\{\s*"schema": "' + re.escape(kind).encode() + b"/")
    return _KINDS[kind]


def _head(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(_HEAD)


def _tail(file: Path) -> bytes:
    with file.open("rb") as stream:
        stream.seek(max(0, stream.seek(0, os.SEEK_END) - _HEAD))
        return stream.read(_HEAD)


def _begins(pattern: bytes) -> Callable[[Path], bool]:
    return lambda file: re.match(pattern, _head(file)) is not None


def _has_keys(*keys: str) -> Callable[[Path], bool]:
    def has(file: Path) -> bool:
        if file.stat().st_size > _LARGEST:
            return False
        try:
            document = json.loads(file.read_bytes())
        except (ValueError, RecursionError):
            return False
        return isinstance(document, dict) and set(keys) <= document.keys()

    return has


def _is_page(file: Path) -> bool:
    head = _head(file)
    return head.lstrip()[:9].lower() == b"<!doctype" and b'<meta name="generator" content="standout">' in head


def _is_people(file: Path) -> bool:
    tail = _tail(file)
    return tail.endswith(b"PAR1") and (b"\x08" + PARQUET_KEY.encode() in tail or b"found_share" in tail)


def _is_label(file: Path) -> bool:
    head = _head(file)
    drawn = head.startswith(b"<svg ") and b">how well one hides in the crowd<" in head
    return drawn or (head.startswith(b"\x89PNG") and PNG_TEXT in _tail(file))


_KINDS: dict[str, Callable[[Path], bool]] = {
    "results": _begins(rb'\{\s*("schema": "standout/[^"]*",\s*)?"standout": "'),
    "bulletin": _begins(rb'\{"standout_bulletin":'),
    "personas": _begins(rb'\{("schema": "[^"]*", )?"version": \d+, "population": '),
    "check": _has_keys("score", "group", "groups", "rare", "unknown"),
    "advice": _has_keys("fits", "revealing", "hide", "mention"),
    "blend": _has_keys("options", "exposure", "counted_in"),
    "page": _is_page,
    "people": _is_people,
    "label": _is_label,
    "card": _begins(rb"<!-- made by standout card -->"),
    "croissant": _has_keys("@context", "conformsTo", "rai:dataSocialImpact"),
    "policy": _begins(rb"# A policy for standout"),
    "junit": _begins(rb'<\?xml [^>]*\?>\s*<testsuites name="standout gate"'),
    "summary": _begins(rb"<!-- standout gate -->"),
    "mentions": _begins(rb"user,item,title,value,time\n"),
    "log": _begins(rb"log of standout \d"),
    "pdf": lambda file: _head(file).startswith(b"%PDF") and _tail(file).endswith(PDF_END),
    "document": lambda file: b"Made by `standout reproduce " in _head(file),
    "picture": _begins(rb'(?s)<svg [^>]*><rect width="100%" height="100%" fill="#ffffff"/>'),
}
