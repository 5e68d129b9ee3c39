"""The command line: one file per command, which only parses, calls and prints.

Exit status: 0 done, 2 bad input or usage (one plain line says what to do), 1 a bug of ours (the line names the file
to send), 130 Ctrl-C.
"""

from __future__ import annotations

import sys

import typer

from standout.cli.advise import advise
from standout.cli.audit import audit
from standout.cli.blend import blend
from standout.cli.check import check
from standout.cli.checked_words import CheckedCommand
from standout.cli.compare import compare
from standout.cli.infer import infer
from standout.cli.link import link
from standout.cli.personas import personas
from standout.cli.prepare import prepare
from standout.cli.protect import SETTINGS, ProtectCommand, protect
from standout.cli.publish import publish
from standout.cli.report import report
from standout.cli.reproduce import reproduce
from standout.cli.sample import sample
from standout.outputs.scratch import one_run
from standout.outputs.stopping import Stopped, stoppable

app = typer.Typer(
    name="standout",
    help="Find out who can be recognised in behavioural data, and by someone who knows how little.",
    add_completion=False,
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
        False, "--version", help="Print the version and leave.", callback=_version, is_eager=True
    ),
) -> None:
    """Find out who can be recognised in behavioural data, and by someone who knows how little."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command(cls=CheckedCommand)(advise)
app.command(cls=CheckedCommand)(audit)
app.command(cls=CheckedCommand)(blend)
app.command(cls=CheckedCommand)(check)
app.command(cls=CheckedCommand)(compare)
app.command(cls=CheckedCommand)(infer)
app.command(cls=CheckedCommand)(link)
app.command(cls=CheckedCommand)(personas)
app.command(cls=CheckedCommand)(prepare)
app.command(cls=ProtectCommand, context_settings=SETTINGS)(protect)
app.command(cls=CheckedCommand)(publish)
app.command(cls=CheckedCommand)(report)
app.command(cls=CheckedCommand)(reproduce)
app.command(cls=CheckedCommand)(sample)


def main() -> None:
    """Run a command; translate what can go wrong into one line and an exit status."""
    from standout.cli import failing, terminal

    try:
        terminal.write_what_can_be_written(sys.argv[1:])
        with stoppable(), one_run():
            status = app(standalone_mode=False)
            if status == 130:  # what typer makes of Ctrl-C where Spark listens for it
                raise Stopped(2)
            failing.flush()
    except SystemExit:
        raise
    except BaseException as problem:
        failing.leave(problem)
    else:
        sys.exit(status if isinstance(status, int) else 0)
