"""Posts as JSON lines: each with `user` and `text`, perhaps `time`. Whatever else is wrong is refused by its line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from standout.common.documents import Unfit, json_document, open_regular
from standout.common.plain import plain_path
from standout.errors import BadInput

LONGEST_LINE = 4_000_000
"""Bytes of one line: no post is as long."""

_LONGEST_NAME = 1_000
_LONGEST_TIME = 100


class Post(NamedTuple):
    """A post: who wrote it, what, and when, as written; empty where that is not said."""

    user: str
    text: str
    time: str


def read_posts(file: Path) -> Iterator[Post]:
    """The posts of a file, one after another; refused by its line if one cannot be read."""
    name = plain_path(file)
    empty = True
    with open_regular(file) as stream:
        number = 0
        while line := stream.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                raise BadInput(
                    f"{name}: line {number:,} is longer than {LONGEST_LINE:,} bytes; a post is one line of JSON"
                )
            if line.strip():
                empty = False
                yield _post_of(line, f"{name}: line {number:,}")
    if empty:
        raise BadInput(f'{name}: empty; each line is a post such as {{"user": "ann", "text": "Just saw Heat."}}')


def posts_of(given: Iterable[Mapping[str, Any]]) -> Iterator[Post]:
    """Posts in memory: the same keys, the same refusals."""
    number = 0
    for number, document in enumerate(given, 1):
        yield _checked(document, f"post {number:,}")
    if not number:
        raise BadInput('no posts; each is such as {"user": "ann", "text": "Just saw Heat."}')


def _post_of(line: bytes, place: str) -> Post:
    try:
        document = json_document(line)
    except Unfit as problem:
        raise BadInput(f"{place}: {_without_line(str(problem))}; each line is one post as a JSON object") from None
    return _checked(document, place)


def _without_line(problem: str) -> str:
    """What is wrong, without a line number within the line."""
    return problem.replace("(line 1, ", "(").removeprefix("line 1 ")


def _checked(document: Any, place: str) -> Post:
    if not isinstance(document, Mapping):
        raise BadInput(f"{place}: not a JSON object; each line is one post with 'user' and 'text'")
    for key in ("user", "text"):
        if document.get(key) is None:
            raise BadInput(f"{place}: has no '{key}'; each post needs 'user' and 'text'")
    user, text, time = document["user"], document["text"], document.get("time")
    if isinstance(user, bool) or not isinstance(user, str | int):
        raise BadInput(f"{place}: 'user' must be a text or a whole number")
    if not isinstance(text, str):
        raise BadInput(f"{place}: 'text' must be a text")
    said = _time_of(time, place)
    written = str(user).strip()
    if not written:
        raise BadInput(f"{place}: 'user' is empty")
    for key, value, longest in (("user", written, _LONGEST_NAME), ("text", text, None), ("time", said, _LONGEST_TIME)):
        if "\0" in value:
            raise BadInput(f"{place}: '{key}' holds a NUL character; take it out")
        if longest is not None and (len(value) > longest or "\n" in value or "\r" in value):
            raise BadInput(f"{place}: '{key}' is longer than {longest:,} characters or than a line")
    return Post(written, text, said)


def _time_of(time: Any, place: str) -> str:
    if time is None:
        return ""
    if isinstance(time, bool) or not isinstance(time, str | int | float):
        raise BadInput(f"{place}: 'time' must be a date as text, or seconds since 1970")
    if isinstance(time, float) and not math.isfinite(time):
        raise BadInput(f"{place}: 'time' is no number")
    return str(int(time)) if isinstance(time, float) else str(time).strip()
