"""`standout help`: the help of the program, or of a command."""

from __future__ import annotations

from typing import Any

import typer

from standout.cli.printing import print_help


def show_help(
    context: typer.Context,
    command: str | None = typer.Argument(None, metavar="COMMAND", help="A command. Default: the program itself."),
) -> None:
    """Show this help, or that of a command."""
    above: Any = context.find_root()
    if command is None:
        print_help(above.get_help())
        return
    _, subcommand, _ = above.command.resolve_command(above, [command])
    with subcommand.make_context(command, [], parent=above, resilient_parsing=True) as asked:
        print_help(asked.get_help())
