"""The command line: one file per command, which only parses, calls and prints; `commands` lists them.

Exit status: 0 done, 2 bad input or usage (one plain line says what to do), 3 a limit does not hold, 4 that could not be
decided, 1 a bug of ours (the line names the file to send), 130 Ctrl-C.
"""

from __future__ import annotations

import gc
import os
import sys

import typer

from standout.cli import failing, terminal
from standout.cli.commands import Group
from standout.cli.printing import print_help
from standout.outputs.scratch import one_run
from standout.outputs.stopping import Stopped, stoppable

_NEW_OBJECTS = 20_000
"""After so many new objects, those that only hold each other are looked for."""

app = typer.Typer(
    name="standout",
    cls=Group,
    help="Find out who can be recognised in behavioural data, and how little it takes.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # drawing help with rich costs more than everything else at the start
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from standout import __version__

        typer.echo(f"standout {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: bool = typer.Option(  # noqa: ARG001  (its callback does it)
        False, "--version", "-V", help="Print the version and leave.", callback=_version, is_eager=True
    ),
) -> None:
    """Find out who can be recognised in behavioural data, and how little it takes."""
    if context.invoked_subcommand is None:
        print_help(context.get_help())


def main() -> None:
    """Run a command; translate what can go wrong into one line and an exit status.

    Matrices are small here and work is spread over threads already: a library that starts threads of its own for each
    product spends more time waiting for them. Whoever wants them says so in the environment. And what libraries leave
    behind when they are loaded is not looked through again and again for what could be thrown away.
    """
    gc.set_threshold(_NEW_OBJECTS)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        terminal.write_what_can_be_written(sys.argv[1:])
        with stoppable(), one_run():
            status = app(prog_name="standout", standalone_mode=False)
            if status == 130:  # what typer makes of Ctrl-C where Spark listens for it
                raise Stopped(2)
            failing.flush()
    except SystemExit:
        raise
    except BaseException as problem:
        failing.leave(problem)
    else:
        sys.exit(status if isinstance(status, int) else 0)
