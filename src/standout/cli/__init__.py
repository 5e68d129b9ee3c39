"""The command line: one file per command, which only parses, calls and prints.

Exit status: 0 done, 2 bad input or usage (one plain line says what to do), 1 a bug of ours.
"""

from __future__ import annotations

import errno
import sys

import typer

from standout.cli.advise import advise
from standout.cli.audit import audit
from standout.cli.blend import blend
from standout.cli.check import check
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
from standout.errors import BadInput
from standout.outputs.scratch import one_run
from standout.outputs.stopping import Stopped, stoppable
from standout.plain import plain_text

app = typer.Typer(
    name="standout",
    help="Find out who can be recognised in behavioural data, and by someone who knows how little.",
    no_args_is_help=True,
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


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", help="Print the version and leave.", callback=_version, is_eager=True
    ),
) -> None:
    """Find out who can be recognised in behavioural data, and by someone who knows how little."""


app.command()(advise)
app.command()(audit)
app.command()(blend)
app.command()(check)
app.command()(compare)
app.command()(infer)
app.command()(link)
app.command()(personas)
app.command()(prepare)
app.command(cls=ProtectCommand, context_settings=SETTINGS)(protect)
app.command()(publish)
app.command()(report)
app.command()(reproduce)
app.command()(sample)


def main() -> None:
    """Run a command; translate what can go wrong into one line and an exit status."""
    try:
        with stoppable(), one_run():
            status = app(standalone_mode=False)
            if status == 130:  # what typer makes of Ctrl-C where Spark listens for it
                raise Stopped(2)
    except BadInput as problem:
        _leave(str(problem))
    except typer.TyperException as problem:
        _leave(f"{_usage(problem)}; see 'standout --help'")
    except typer.Abort:
        _leave("given up")
    except Stopped as stop:
        _leave(str(stop), status=stop.status)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as problem:
        if problem.errno not in _ENVIRONMENT:
            raise
        where = f"{problem.filename}: " if problem.filename else ""
        _leave(f"{where}{_ENVIRONMENT[problem.errno]}")
    else:
        sys.exit(status if isinstance(status, int) else 0)


_ENVIRONMENT = {
    errno.ENOSPC: "no space left on the disk; old files are as they were; make room and run the same command again",
    errno.EDQUOT: "the disk quota is used up; make room and run the same command again",
    errno.EEXIST: "is in the way; choose another place",
    errno.ENOTDIR: "is below a file, not a folder; choose another place",
    errno.EISDIR: "is a folder; name a file",
    errno.ENOENT: "cannot be made or found; choose another place",
    errno.ENAMETOOLONG: "is too long a name; choose a shorter one",
    errno.ELOOP: "goes round in circles of links; choose another place",
    errno.EACCES: "permission denied; choose another place or ask for access",
    errno.EIO: "the disk could not be read or written; old files are as they were; look after it, and run it again",
    errno.EXDEV: "is a disk of its own; name a folder in it",
    errno.EBUSY: "is in use by the system; name a folder in it",
    errno.EROFS: "the file system is read-only; choose another place",
}


def _usage(problem: Exception) -> str:
    """What was wrong with the words typed, on one line."""
    told = getattr(problem, "format_message", lambda: str(problem))()
    return str(told).strip().rstrip(".")


def _leave(message: str, status: int = 2) -> None:
    print(f"standout: {plain_text(message, 1_000)}", file=sys.stderr)
    sys.exit(status)
