"""The words typed after a command, looked at before the command begins: none empty, endless, given
twice, or half a text."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from typer.core import TyperCommand

from standout.cli.failing import Ended
from standout.errors import BadInput

LARGEST = 2**63 - 1
"""No whole number that is typed may be larger."""

_PLACES = frozenset(("out",))
"""Parameters that name a place that need not be there yet."""


class CheckedCommand(TyperCommand):
    """A command that refuses words that no command can use."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _refuse_empty(args)
        _refuse_halves(args)
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        _refuse_twice(given)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        for param in self.params:
            name = next((option for option in param.opts if option.startswith("--")), param.name or "")
            value = ctx.params.get(param.name)
            for given in value if isinstance(value, list | tuple) else [value]:
                _check(name, given, is_place=param.name in _PLACES or _is_path(param))
        for word in ctx.args:
            _check("", word, is_place=False)
        verbose, log = ctx.params.pop("verbose", False), ctx.params.pop("log", None)
        try:
            with _logged(self.name, ctx.params, verbose, None if log is None else Path(log)):
                return super().invoke(ctx)
        except (KeyboardInterrupt, EOFError, OSError) as problem:
            raise Ended(problem) from problem


def _logged(name: str | None, given: dict[str, Any], verbose: bool, file: Path | None) -> AbstractContextManager[None]:
    """What a command does is logged, if anybody wants to know."""
    if not verbose and file is None:
        return nullcontext()
    from standout.cli.logs import logged

    return logged(name or "", given, verbose, file)


def _refuse_empty(words: list[str]) -> None:
    """An empty word is a variable that was not set: what would be done without it is not what was asked for."""
    for place, word in enumerate(words):
        if word == "" or (word.startswith("--") and word.endswith("=") and word.count("=") == 1):
            before = word or (words[place - 1] if place else "")
            option = f"{before.rstrip('=')}: " if before.startswith("-") else ""
            raise BadInput(f"{option}an empty word; give a value, or leave it out")


def _refuse_halves(words: list[str]) -> None:
    """Half a character can neither be written nor be in the name of a file."""
    for place, word in enumerate(words):
        try:
            os.fsencode(word)
        except UnicodeEncodeError:
            before = f"{words[place - 1]} " if place and words[place - 1].startswith("-") else ""
            shown = word.encode("ascii", "backslashreplace").decode()[:100]
            said = f"{before}'{shown}': not a name that a file can have here, nor text; write it anew"
            raise BadInput(said) from None


def _is_path(param: Any) -> bool:
    return getattr(getattr(param, "type", None), "name", "") == "path"


def _refuse_twice(given: list[Any]) -> None:
    """An option that counts once and is given twice: the first would be lost silently."""
    for option in given:
        once = option.param_type_name == "option" and not getattr(option, "multiple", False)
        if once and not getattr(option, "is_flag", False) and given.count(option) > 1:
            raise BadInput(f"{max(option.opts, key=len)}: is given twice; give it once")


def _check(name: str, value: object, *, is_place: bool) -> None:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST:
        digits = f"{value:.3g}" if abs(value) < 1e300 else "a number of hundreds of digits"
        raise BadInput(f"{name} is {digits}, but must be at most {LARGEST:,}")
    if isinstance(value, str | Path):
        _check_text(name, str(value), is_place or isinstance(value, Path))


def _check_text(name: str, text: str, is_place: bool) -> None:
    """A file may have any name that the system allows; all other words are text in Unicode."""
    shown = text.encode("ascii", "backslashreplace").decode()[:100]
    if "\0" in text:
        raise BadInput(f"{name} '{shown}': holds a NUL; take it out")
    try:
        text.encode()
    except UnicodeEncodeError:
        if not is_place and not _is_there(text):
            raise BadInput(f"{name} '{shown}': not text in UTF-8, and no such file; write it in UTF-8") from None


def _is_there(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False
