"""One message, said of options on the command line and of arguments in the library."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import standout
from standout.cli import app
from standout.common.arguments import OPTIONS, as_arguments
from standout.errors import BadInput

SOURCE = Path(standout.__file__).parent
SAID = {
    "--targets is 0, but must be at least 1, or 'all'": "targets=0, but must be at least 1, or 'all'",
    "--targets is 'many', but must be a whole number": "targets='many', but must be a whole number",
    "--targets is '9999…', more people than there can be": "targets='9999…', more people than there can be",
    "--max-false is 1e-15, but must be between 0 and 1": "max_false=1e-15, but must be between 0 and 1",
    "--seed -1: give a whole number from 0 on": "seed=-1: give a whole number from 0 on",
    "--max-size 3: below --min-size 4; give at least that": "max_size=3: below min_size=4; give at least that",
    "must be between 1e-09 (with --max-items 1,000,000) and": "must be between 1e-09 (with max_items=1,000,000) and",
    "no attack was chosen; leave --attack out for all": "no attack was chosen; leave attacks out for all",
    "no adversary fits; mend --adversary": "no adversary fits; mend adversaries",
    "--with trim:keep: 'keep' is not option=value": "protections='trim:keep': 'keep' is not option=value",
    "--bulletin http://x.org/a: not an address": "bulletin='http://x.org/a': not an address",
    "--person 'me': nobody has this id": "person='me': nobody has this id",
    "say which with --attribute NAME, and where it is with --people FILE": (
        "say which with attribute=NAME, and where it is with people=FILE"
    ),
    "a.csv: no column for items; say which with --columns item=NAME": (
        "a.csv: no column for items; say which with columns={'item': 'NAME'}"
    ),
    "leave it out with --columns time=": "leave it out with columns={'time': ''}",
    "say which with --columns user=NAME,item=NAME": "say which with columns={'user': 'NAME', 'item': 'NAME'}",
    "--previous goes with --epsilon: what": "previous goes with epsilon: what",
    "--data has no attribute 'a', but b do: they": "data has no attribute 'a', but b do: they",
    "mend --columns": "mend columns",
    "--columns: unknown 'x'": "columns: unknown 'x'",
    "--engine spark: it cannot; use --engine local": "engine='spark': it cannot; use engine='local'",
    "or leave bad rows out with --skip-bad-rows (3 of 9)": "or leave bad rows out with skip_bad_rows=True (3 of 9)",
    "no persona can be reached; leave --no-lies out": "no persona can be reached; leave no_lies out",
    "--skip-bad-rows: not with --epsilon, since": "skip_bad_rows: not with epsilon, since",
    "e.g. --cut 25,40": "e.g. cut=25,40",
    "f: is a file; choose another --out": "f: is a file; choose another out",
    'write e.g. --draft "Heat; Fargo"': 'write e.g. draft="Heat; Fargo"',
    "make it with `standout personas PROFILES --out a.json`": "make it with `standout personas PROFILES --out a.json`",
    "use 'standout link' with --truth": "use 'standout link' with truth",
    "'standout protect --help' says it": "'standout protect --help' says it",
    "no column '--value' in a--b.csv": "no column '--value' in a--b.csv",
    "a value of — -- --- stays": "a value of — -- --- stays",
    "data --seed 3.csv: no such file; mend --data": "data --seed 3.csv: no such file; mend data",
    "no item 'it's --seed 3' in people's data; use --k 4": "no item 'it's --seed 3' in people's data; use k=4",
    'write “--seed 3”, "--seed 3" or `--seed 3`, not --seed 3': (
        'write “--seed 3”, "--seed 3" or `--seed 3`, not seed=3'
    ),
    "--out /a --seed 3/b: is a file; choose another --out": "out='/a --seed 3/b': is a file; choose another out",
    "a --stranger and --seeds of others; see --help": "a --stranger and --seeds of others; see --help",
}


@pytest.mark.parametrize("typed", SAID, ids=lambda typed: typed[:30])
def test_options_become_arguments(typed: str) -> None:
    assert as_arguments(typed) == SAID[typed]


def test_options_are_those_of_the_commands() -> None:
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    words = [word for name in commands for option in commands[name].params for word in option.opts]
    assert {word.removeprefix("--") for word in words if word.startswith("--")} == OPTIONS


def test_only_messages_that_begin_with_an_option_have_one_before_their_first_colon() -> None:
    messages = [message for file in SOURCE.rglob("*.py") for message in refusals(file.read_text(encoding="utf-8"))]
    assert len(messages) > 500
    heads = [message.partition(": ")[0] for message in messages if ": " in message and not message.startswith("--")]
    assert [head for head in heads if "--" in head] == []


def refusals(code: str) -> Iterator[str]:
    """The texts that are refused with, as far as they are written out; … stands for what is filled in."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "BadInput" and node.args:
            for text in (part for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant | ast.JoinedStr)):
                yield written(text)


def written(text: ast.Constant | ast.JoinedStr) -> str:
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)


def test_an_error_speaks_of_arguments_and_keeps_what_is_typed() -> None:
    problem = BadInput("--max-false is 2, but must\nbe between 0 and 1")
    assert str(problem) == "max_false=2, but must be between 0 and 1"
    assert repr(problem) == "BadInput('max_false=2, but must be between 0 and 1')"
    assert problem.as_typed == "--max-false is 2, but must be between 0 and 1"
    again = pickle.loads(pickle.dumps(problem))  # noqa: S301  (its own bytes, as Spark sends them)
    assert again.as_typed == problem.as_typed
