"""The program's own words: help, version, completion; and that a command is loaded only when it is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import standout as package
from standout.cli.commands import COMMANDS, Commands
from tests.cli.running import standout

SOURCE = Path(package.__file__).parents[1]


def loaded(*words: str) -> set[str]:
    """What of ours, and what of others that takes time, is loaded after these words."""
    code = (
        "import sys\nfrom standout.cli import main\n"
        f"sys.argv = ['standout', *{words!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('loaded:', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SOURCE)
    return set(done.stdout.partition("loaded:")[2].split())


def completions(*words: str) -> list[str]:
    """What bash would offer for the last of these words."""
    asked = {"_STANDOUT_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(("standout", *words)),
             "COMP_CWORD": str(len(words))}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "standout"], capture_output=True, text=True, check=False, cwd=SOURCE,
        env=os.environ | asked,
    )  # fmt: skip
    return done.stdout.split()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_how_their_help_begins(name: str) -> None:
    command = Commands()[name]
    assert " ".join(command.help.split()).startswith(COMMANDS[name].rstrip("."))
    assert len(COMMANDS[name]) <= 75


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("help",)])
def test_help_lists_every_command(words: tuple[str, ...]) -> None:
    done = standout(*words)
    assert done.status == 0
    assert done.errors == ""
    assert done.output.startswith("Usage: standout [OPTIONS] COMMAND")
    assert all(f"\n  {name} " in done.output for name in COMMANDS)


@pytest.mark.parametrize("name", ["audit", "protect", "help"])
def test_help_of_a_command_is_what_the_command_says_itself(name: str) -> None:
    asked, own = standout("help", name), standout(name, "--help")
    assert asked.status == own.status == 0
    assert asked.output == own.output
    assert asked.output.startswith(f"Usage: standout {name} ")


def test_the_version_is_printed() -> None:
    assert standout("-V").output == standout("--version").output == f"standout {package.__version__}\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("audit",), "standout: Missing argument 'DATA'; see 'standout audit --help'\n"),
        (("link", "a.csv"), "standout: Missing argument 'PUBLIC'; see 'standout link --help'\n"),
        (("audit", "a.csv", "--nonsense"), "see 'standout audit --help'\n"),
        (("adit",), "see 'standout --help'\n"),
        (("help", "adit"), "see 'standout --help'\n"),
    ],
)
def test_wrong_words_name_the_help_that_says_more(words: tuple[str, ...], says: str) -> None:
    done = standout(*words)
    assert done.status == 2
    assert done.errors.endswith(says)
    assert done.output == ""


@pytest.mark.parametrize("words", [(), ("--help",), ("--version",)])
def test_the_programs_own_help_loads_no_command(words: tuple[str, ...]) -> None:
    found = loaded(*words)
    own = {f"standout.cli.{name}" for name in COMMANDS}
    assert not found & own
    assert not found & {"rich", "numpy", "pyarrow", "duckdb", "numba", "asyncio", "concurrent.futures", "logging"}
    assert len([name for name in found if name.startswith("standout")]) <= 20


def test_a_commands_help_loads_that_command_alone() -> None:
    found = loaded("infer", "--help")
    assert found & {f"standout.cli.{name}" for name in COMMANDS} == {"standout.cli.infer"}
    assert not found & {"rich", "numpy", "pyarrow", "duckdb", "numba"}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("au",), {"audit"}),
        (("audit", "--max"), {"--max-false"}),
        (("audit", "--attack", "score"), {"scoreboard", "scoreboard-rh", "scoreboard-graded"}),
        (("audit", "--adversary", "acq"), {"acquaintance"}),
        (("protect", "--with", "tri"), {"trim"}),
        (("audit", "--engine", "s"), {"spark"}),
    ],
)
def test_the_shell_completes_commands_options_and_names(words: tuple[str, ...], offered: set[str]) -> None:
    assert set(completions(*words)) == offered


def test_completion_can_be_shown() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "standout", "--show-completion", "bash"],
        capture_output=True, text=True, check=False, cwd=SOURCE,
        env=os.environ | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
    )  # fmt: skip
    assert "_STANDOUT_COMPLETE" in done.stdout
