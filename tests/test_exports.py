"""What the package exports: every name is where the table says, and editors, `dir` and `*` know the same ones."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import standout

TREE = ast.parse(Path(standout.__file__).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", standout.__all__)
def test_every_name_is_there_and_says_what_it_is(name: str) -> None:
    found = getattr(standout, name)
    assert name == "__version__" or found.__doc__


def test_editors_see_the_names_where_the_table_has_them() -> None:
    (checked,) = [node for node in TREE.body if isinstance(node, ast.If) and isinstance(node.test, ast.Name)]
    seen = {
        alias.name: node.module.removeprefix("standout.")
        for node in checked.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    assert seen == standout._FROM
    assert sorted(standout.__all__) == sorted((*seen, "__version__")) == dir(standout)


def test_a_name_that_there_is_not_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'adit'"):
        standout.adit  # noqa: B018
