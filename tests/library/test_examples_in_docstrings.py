"""The examples in docstrings run, and every function of the library has one."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module

import pytest

import standout

FUNCTIONS = [name for name, module in standout._FROM.items() if module.startswith("library.") and name.islower()]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_runs(name: str) -> None:
    function, module = getattr(standout, name), import_module(f"standout.{standout._FROM[name]}")
    tests = doctest.DocTestFinder(recurse=False).find(function, name, module)
    assert sum(len(test.examples) for test in tests) > 0, f"standout.{name} has no example"
    runner = doctest.DocTestRunner(verbose=False)
    for test in tests:
        runner.run(test)
    assert runner.failures == 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_argument_has_a_type(name: str) -> None:
    signature = inspect.signature(getattr(standout, name))
    untyped = [one.name for one in signature.parameters.values() if one.annotation is inspect.Parameter.empty]
    assert not untyped
    assert signature.return_annotation is not inspect.Signature.empty
