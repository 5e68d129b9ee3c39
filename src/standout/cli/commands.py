"""All commands with their one line of help; a command's own file is loaded when it is called, or its help asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, MutableMapping
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup
from typer.models import OptionInfo

from standout.cli.checked_words import CheckedCommand

COMMANDS = {
    "advise": "Say what your posts give away, and what to hide or mention instead.",
    "audit": "Attack a dataset; say who in it can be found.",
    "beliefs": "Say what somebody would believe of you who knows your name.",
    "blend": "Say which few edits make a public profile look like many others.",
    "card": "Write a dataset card's section, and Croissant fields, with the findings.",
    "check": "Say how much you stand out, and what makes it so.",
    "compare": "Compare protections: what they cost, and how far they help.",
    "evidence": "Make the evidence pack of an audit: a PDF, documents, a seal.",
    "gate": "Decide by a policy whether data may leave.",
    "help": "Show this help, or that of a command.",
    "infer": "Infer an attribute of people from what they have.",
    "link": "Look for everyone of a public dataset in a released one.",
    "mentions": "Find the items that many people's posts mention.",
    "personas": "Find personas: attributes and values that many people share.",
    "policy": "Write a policy to begin with: who receives data, and which limits hold.",
    "prepare": "Read data once, so that other commands open it at once.",
    "protect": "Change data so that people are harder to find.",
    "publish": "Publish how popular items are, and how scores are read.",
    "report": "Draw the report of an audit again.",
    "reproduce": "Put every figure and table of a paper beside our own figures.",
    "sample": "Invent a dataset to try everything on.",
    "verify": "Check an evidence pack: seal, signature and, with the data, figures.",
}
"""Every command, with how its help begins: the list of commands is shown without loading them."""

_TYPER: dict[str, Any] = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None}
"""Drawing help with rich costs more than everything else at the start."""


class Commands(MutableMapping[str, Any]):
    """Commands by name; each is loaded when it is asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in COMMANDS:
            raise KeyError(name)
        if name not in self._loaded:
            self._loaded[name] = _loaded(name)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS

    def __setitem__(self, name: str, command: Any) -> None:
        raise TypeError("commands are listed in COMMANDS")

    def __delitem__(self, name: str) -> None:
        raise TypeError("commands are listed in COMMANDS")


class Group(TyperGroup):
    """The program itself, whose help loads no command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = Commands()

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  (typer gives it)
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _loaded(name: str) -> Any:
    """The command in the file of its name, which may say how it is to be parsed."""
    module = import_module(f"standout.cli.{name}")
    function = getattr(module, name if name != "help" else "show_help")
    _complete_names(function)
    app = typer.Typer(**_TYPER)
    settings: dict[str, Any] = getattr(module, "SETTINGS", {})
    app.command(name, cls=getattr(module, "COMMAND", CheckedCommand), context_settings=settings)(function)
    command = typer.main.get_command(app)
    if name != "help":
        command.params += _shared()
    return command


def _shared() -> list[Any]:
    """The options that every command has; `CheckedCommand` takes them before the command begins."""
    app = typer.Typer(**_TYPER)
    app.command()(_logging)
    return typer.main.get_command(app).params


def _logging(  # its parameters are all that is used of it
    verbose: bool = typer.Option(False, "--verbose", help="Say every step on standard error, with sizes and times."),
    log: Path | None = typer.Option(
        None, "--log", metavar="FILE", help="Write the same into this file; there are never ids or titles in it."
    ),
) -> None:
    """Where to say what is done."""


def _complete_names(function: Callable[..., Any]) -> None:
    """Let the shell complete names of attacks, adversaries and protections."""
    for parameter in inspect.signature(function).parameters.values():
        option = parameter.default
        if isinstance(option, OptionInfo) and option.autocompletion is None:
            for typed in option.param_decls or ():
                option.autocompletion = _NAMES.get(typed)


def _attacks(incomplete: str) -> list[str]:
    from standout.attacks import ATTACKS
    from standout.common import plugins

    return [name for name in plugins.all_names(plugins.ATTACKS, ATTACKS) if name.startswith(incomplete)]


def _adversaries(incomplete: str) -> list[str]:
    from standout.common import plugins
    from standout.knowledge.presets import PRESETS

    return [name for name in plugins.all_names(plugins.ADVERSARIES, PRESETS) if name.startswith(incomplete)]


def _protections(incomplete: str) -> list[str]:
    from standout.protections import names

    return [name for name in names() if name.startswith(incomplete)]


def _engines(incomplete: str) -> list[str]:
    return [name for name in ("local", "spark") if name.startswith(incomplete)]


_NAMES: dict[str, Callable[[str], list[str]]] = {
    "--attack": _attacks,
    "--adversary": _adversaries,
    "--with": _protections,
    "--engine": _engines,
}
