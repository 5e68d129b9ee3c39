"""What guides show in the terminal: commands that are run, with what they print, which is compared or written anew.

A guide has blocks like this one; a line `…` stands for any number of lines that are not shown:

    ```console
    $ standout sample --out shop --people 300
    shop: 9,000 interactions of 300 people with 200 items
    …
    ```

Files that the commands need stand in blocks of their own, below a line `<!-- file: NAME -->`.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from tests.cli.running import standout

LEFT_OUT = "…"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"^<!-- file: (\S+) -->\n+```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """A command, with the lines that a page shows below it."""

    command: str
    shown: tuple[str, ...]

    def differs(self, printed: str) -> str:
        """What is to be said if the page shows something else; nothing if it is the same."""
        expected, now = "\n".join(self.shown), "\n".join(self.as_shown(printed))
        return "" if expected == now else f"$ {self.command}\nthe page shows:\n{expected}\nprinted is:\n{now}"

    def as_shown(self, printed: str) -> tuple[str, ...]:
        """What is printed, with as much left out as the page leaves out."""
        lines = tuple(line.rstrip() for line in printed.rstrip().splitlines())
        if LEFT_OUT not in self.shown:
            return lines
        before = self.shown.index(LEFT_OUT)
        after = len(self.shown) - before - 1
        return (*lines[:before], LEFT_OUT, *lines[len(lines) - after :])


def steps(page: str) -> list[Step]:
    """Every command of a page, in order."""
    return [step for block in _BLOCK.findall(page) for step in _steps(block)]


def _steps(block: str) -> Iterator[Step]:
    parts = re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE)
    assert not parts[0].strip(), f"a console block begins with a command: {parts[0]}"
    for part in parts[1:]:
        command, _, shown = part.partition("\n")
        yield Step(command, tuple(line.rstrip() for line in shown.rstrip().splitlines()))


def files(page: str) -> dict[str, str]:
    """The files that a page says there are, by name."""
    return dict(_FILE.findall(page))


class Shell:
    """Runs what guides show, one command after the other, in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.status = 0

    def run(self, command: str) -> str:
        """What the command prints; notes and progress, which go elsewhere, are no part of it, refusals are."""
        words = shlex.split(command)
        if words == ["echo", "$?"]:
            return f"{self.status}\n"
        if words[0] == "cat":
            return (self.folder / words[1]).read_text(encoding="utf-8")
        assert words[0] == "standout", f"a guide runs nothing else: {command}"
        into = words[words.index(">") + 1] if ">" in words else None
        words = words[: words.index(">")] if into else words
        with patch.dict(os.environ, {"COLUMNS": "80"}):
            done = standout(*words[1:], folder=self.folder)
        self.status = done.status
        assert done.status in (0, 2, 3, 4), f"{command}\n{done.errors}"
        if into is not None:
            (self.folder / into).write_text(done.output, encoding="utf-8")
            return ""
        return done.output or (done.errors if done.status == 2 else "")


def walk(page: str, folder: Path) -> Iterator[tuple[Step, str]]:
    """Every command of the page with what it prints today, run in this folder."""
    for name, text in files(page).items():
        (folder / name).write_text(text, encoding="utf-8")
    shell = Shell(folder)
    for step in steps(page):
        yield step, shell.run(step.command)


def renewed(page: str, printed: list[str]) -> str:
    """The page with what is printed today; as much is left out as before."""
    following = iter(printed)

    def block(found: re.Match[str]) -> str:
        return f"```console\n{_renewed(found[1], lambda: next(following))}```"

    return _BLOCK.sub(block, page)


def _renewed(block: str, printed: Callable[[], str]) -> str:
    lines = []
    for step in _steps(block):
        lines += [f"$ {step.command}", *step.as_shown(printed())]
    return "\n".join(lines) + "\n"
