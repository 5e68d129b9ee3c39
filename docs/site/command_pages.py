"""The page of all commands with all their options, as the program itself has them."""

from __future__ import annotations

from typing import Any

import typer

from docs.site.tables import cell, table
from standout.cli import app

_TOP = """# Every command and option

Made from the program when the site is built: this is what `standout COMMAND --help` says. What a command is for, with
examples, stands under [Commands](../commands.md).

"""


def commands_page() -> str:
    """Every command: what it does, how it is called, its arguments and options."""
    group: Any = typer.main.get_command(app)
    parts = [_command(name, group.commands[name]) for name in group.commands]
    shared = _options([option for option in group.params if option.name != "help"], group, "standout")
    return _TOP + "## standout\n\n" + shared + "\n" + "\n".join(parts)


def _command(name: str, command: Any) -> str:
    context = command.make_context(name, [], resilient_parsing=True)
    usage = " ".join(command.get_usage(context).removeprefix("Usage: ").split())
    told = (command.help or "").strip()
    return (
        f"## standout {name}\n\n{told}\n\n```text\nstandout {usage}\n```\n\n{_options(command.params, command, name)}"
    )


def _options(options: list[Any], command: Any, name: str) -> str:
    context = command.make_context(name, [], resilient_parsing=True)
    records = [option.get_help_record(context) for option in options if not getattr(option, "hidden", False)]
    rows = [(f"`{_called(call)}`", cell(told)) for call, told in (record for record in records if record)]
    return table(("argument or option", "meaning"), rows)


def _called(call: str) -> str:
    """How it is called, without the type that goes without saying."""
    return call.removesuffix(" <str>").removesuffix(" <path>")
