"""Small files that anybody may have written: opened only where they are files, and bounded before they are parsed.

A document is read whole, so its size is bounded before a byte is read. Brackets, keys and digits are counted before
a parser sees them, which bounds its time and its stack. Nothing is let through of which two readers could make
different things: the same key twice, numbers that are none, half characters.
"""

from __future__ import annotations

import json
import math
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from standout.common.plain import escaped, plain_path
from standout.errors import BadInput

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_NOT_BLOCKING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0)
_AS_IT_IS = getattr(os, "O_BINARY", 0)
"""Else Windows reads a line's end as another, and no further than the first byte 26."""


@dataclass(frozen=True)
class Limits:
    """How much a document may ask of its reader."""

    depth: int = 32
    """Brackets in brackets, and parts of a dotted key."""
    digits: int = 40
    """Characters of a number."""


USUAL = Limits()


class Unfit(Exception):  # noqa: N818  (it says what is wrong)
    """What is wrong with a document, without the file's name."""


def open_regular(path: Path, missing: str = "check the name") -> BinaryIO:
    """Open a file for reading; refuse a folder, a pipe, a socket or a device, of which reading may never end.

    It is looked at before it is opened, since opening a device may do something; and once more when it is open, since
    another file may be there by then. Opening never waits for somebody at the other end. `missing` is what to do where
    there is no such file.
    """
    name = plain_path(path)
    try:
        _check_kind(name, path.stat().st_mode)
        descriptor = os.open(path, os.O_RDONLY | _NOT_BLOCKING | _AS_IT_IS)
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{name}: no such file; {missing}") from None
    except ValueError:
        raise BadInput(f"{name}: not a name that a file can have; check it") from None
    except OSError as problem:
        raise BadInput(f"{name}: cannot be read: {problem.strerror}") from None
    try:
        _check_kind(name, os.fstat(descriptor).st_mode)
    except BadInput:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def check_regular(path: Path) -> None:
    """Refuse what is no regular file, where somebody else will open it."""
    open_regular(path).close()


def _check_kind(name: str, mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = next((words for fits, words in _KINDS if fits(mode)), "no file")
        raise BadInput(f"{name}: {kind}, not a regular file; name a file")


def read_document(path: Path, what: str, largest: int, missing: str = "check the name") -> bytes:
    """All bytes of a file that should be a document of some kind, such as "a bulletin"; refuses one that is larger."""
    name = plain_path(path)
    with open_regular(path, missing) as stream:
        try:
            large = os.fstat(stream.fileno()).st_size > largest
            content = b"" if large else stream.read(largest + 1)
        except OSError as problem:
            raise BadInput(f"{name}: cannot be read: {problem.strerror}") from None
    if content is None:
        raise BadInput(f"{name}: gives nothing to read; name another file")
    if large or len(content) > largest:
        raise BadInput(f"{name}: larger than {_size(largest)}, so it is not {what}; name another file")
    return content


def _size(count: int) -> str:
    if not count % (1 << 20):
        return f"{count >> 20:,} MB"
    return f"{count // 1_000_000:,} MB" if count >= 1_000_000 else f"{count // 1_000:,} kB"


def decoded(content: bytes) -> str:
    """The text of a document in UTF-8, with or without a byte order mark."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise Unfit("not text in UTF-8 but in UTF-16; save it as UTF-8")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise Unfit(f"not text in UTF-8 (line {line:,}); save it as such") from None


def json_document(content: bytes, limits: Limits = USUAL) -> Any:
    """What a JSON document says, or `Unfit` with the line or the key that it must not have."""
    text = decoded(content)
    bare = _JSON_STRING.sub("", text)
    if _deeper(bare, limits.depth):
        raise Unfit(f"not valid JSON, or nested deeper than {limits.depth} levels")
    numbers: dict[str, Any] = {
        "parse_int": lambda digits: _whole(digits, limits),
        "parse_float": lambda digits: _broken(digits, limits),
    }
    if not _has_odd_numbers(bare, limits):
        numbers = {}  # the parser's own, which are quick
    try:
        document = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once, **numbers)
    except _NoNumber as problem:
        raise Unfit(f"line {_line_of(text, problem.digits):,} has {problem}") from None
    except json.JSONDecodeError as problem:
        raise Unfit(f"not valid JSON (line {problem.lineno:,}, column {problem.colno:,})") from None
    except (ValueError, RecursionError):
        raise Unfit("not valid JSON") from None
    if _HALF.search(text):
        _check_text(document)
    return document


def toml_document(content: bytes, limits: Limits = USUAL) -> dict[str, Any]:
    """What a TOML document says, or `Unfit` with the line or the key that it must not have."""
    text = decoded(content)
    bare = _TOML_STRING.sub(lambda match: "" if match[0].startswith("#") else "s" + "\n" * match[0].count("\n"), text)
    if _deeper(bare, limits.depth) or re.search(rf"[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{limits.depth},}}", bare):
        raise Unfit(f"not valid TOML, or nested deeper than {limits.depth} levels")
    if match := re.search(rf"[\d_]{{{limits.digits + 1},}}", bare):
        line = bare.count("\n", 0, match.start()) + 1
        raise Unfit(f"line {line:,} has a number of more than {limits.digits} digits")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise Unfit(f"not valid TOML: {escaped(str(problem), 200)}") from None
    except (ValueError, OverflowError, RecursionError):
        raise Unfit("not valid TOML") from None
    _check_text(document)
    _check_numbers(document)
    return document


_JSON_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_TOML_STRING = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]++|\\[^\n])*+(?:"|\\?(?=\n|\Z))'
    r"|'[^'\n]*+(?:'|(?=\n)|\Z)"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments; one that is never closed ends with the document, so that no place is looked at twice."""
_NUMBER = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|-?(?:NaN|Infinity)|-?\d[\d.eE+-]*+', re.DOTALL)
_BRACKETS = re.compile(r"[^\[\]{}]++")


def _deeper(text: str, depth: int) -> bool:
    """Whether brackets, in a text without strings, are nested deeper than this (or do not match and are many).

    Innermost pairs are taken away as often as levels are allowed: quick for any number of brackets side by side.
    """
    left = _BRACKETS.sub("", text)
    for _ in range(depth):
        if not left:
            return False
        left = left.replace("[]", "").replace("{}", "")
    return "[]" in left or "{}" in left or left.count("[") + left.count("{") > depth


def _has_odd_numbers(bare: str, limits: Limits) -> bool:
    """Whether a text without strings may have a number that is too long, or larger than any."""
    part = (
        r"[\d.eE+-]"  # looked at from its first character on alone, or else every number would be read again and again
    )
    return re.search(rf"(?<!{part}){part}{{{limits.digits + 1},}}|[eE]\+?\d{{3}}", bare) is not None


class _NoNumber(ValueError):  # noqa: N818  (it says what is wrong)
    """Something in the place of a number that is none that we take."""

    def __init__(self, digits: str, message: str) -> None:
        super().__init__(message)
        self.digits = digits


def _whole(digits: str, limits: Limits) -> int:
    if len(digits) > limits.digits:
        raise _NoNumber(digits, f"a number of {len(digits):,} digits")
    return int(digits)


def _broken(digits: str, limits: Limits) -> float:
    if len(digits) > limits.digits:
        raise _NoNumber(digits, f"a number of {len(digits):,} characters")
    number = float(digits)
    if not math.isfinite(number):
        raise _NoNumber(digits, f"{digits}, which is too large a number")
    return number


def _no_number(word: str) -> float:
    raise _NoNumber(word, f"{word}, which is not a number")


def _line_of(text: str, digits: str) -> int:
    """The line of the first such number outside strings."""
    place = next((match.start() for match in _NUMBER.finditer(text) if match[0] == digits), 0)
    return text.count("\n", 0, place) + 1


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Unfit(f"has the key '{escaped(twice)}' twice")
    return members


def _check_text(document: Any) -> None:
    """Refuse half characters, by the key that has them."""
    for where, value in _values(document):
        if isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
            raise Unfit(f"'{escaped(where, 80)}' has half a character (a lone surrogate)")


def _check_numbers(document: Any) -> None:
    """Refuse numbers without end, by the key that has them."""
    for where, value in _values(document):
        if isinstance(value, float) and not math.isfinite(value):
            raise Unfit(f"'{escaped(where, 80)}' is {value}, which is not a number")
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise Unfit(f"'{escaped(where, 80)}' is too large a number")


def _values(document: Any) -> Iterator[tuple[str, Any]]:
    """Every key and every value inside, with the way to it."""
    left: list[tuple[str, Any]] = [("", document)]
    while left:
        where, value = left.pop()
        if isinstance(value, dict):
            for key, inside in value.items():
                inner = f"{where}.{key}" if where else key
                yield inner, key
                left.append((inner, inside))
        elif isinstance(value, list):
            left.extend((f"{where}[{place}]", inside) for place, inside in enumerate(value))
        else:
            yield where, value
