"""No file name comes twice with different meanings.

A name comes twice only where the files belong together, which shows in that one imports the other: a command, its
function in the library and its result; a result and what makes it; a kernel and what it serves. The few others are
listed, each with its reason.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

import standout

SOURCE = Path(standout.__file__).parent
CALLED = ("kernels", "library", "results")
"""Folders whose files may be called like what calls them."""

REPEATED = {
    "__init__": "every folder has one, which says what is in it",
    "attributes": "an attribute of people in codes, and the ways in which the library takes one",
    "base": "what an engine is, what a document of results is: where each folder begins",
    "contract": "what a plug-in is: of attacks, of protections",
    "level": "the protection, and its kernel, which a file beside it calls",
    "likelihood": "the attack, and the kernel that an engine scores it with",
    "pages": "what all pages share, and which page shows which document",
    "people": "risk by person, and the table of it in a report",
    "reading": "reading data: from files, in the library, on Spark",
    "terminal": "what a terminal can take, and what is shown in one",
}
"""Names that may come more than once although the files do not import each other, and why."""


def files_by_name() -> dict[str, list[Path]]:
    names: dict[str, list[Path]] = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        names[file.stem].append(file)
    return {name: files for name, files in names.items() if len(files) > 1}


def module_of(file: Path) -> str:
    return ".".join(("standout", *file.relative_to(SOURCE).with_suffix("").parts))


def imported_by(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def alone(files: list[Path]) -> list[str]:
    """Those of the files that neither call one of the others in the library, the results or the kernels, nor are one
    of these that is called."""
    imports = {file: set(imported_by(file)) for file in files}
    together: set[Path] = set()
    for caller, called in permutations(files, 2):
        if called.relative_to(SOURCE).parts[0] in CALLED and module_of(called) in imports[caller]:
            together |= {caller, called}
    return [str(file.relative_to(SOURCE)) for file in files if file not in together]


@pytest.mark.parametrize(("name", "files"), files_by_name().items(), ids=files_by_name())
def test_a_name_comes_twice_only_where_the_files_belong_together(name: str, files: list[Path]) -> None:
    if name not in REPEATED:
        assert not alone(files), f"{', '.join(alone(files))}: another file has this name; rename one"


def test_files_that_have_nothing_to_do_with_each_other_are_told_apart() -> None:
    assert alone([SOURCE / "data" / "index.py", SOURCE / "kernels" / "index.py"]) == []
    assert len(alone([SOURCE / "data" / "index.py", SOURCE / "cli" / "blend.py"])) == 2


def test_no_exception_is_kept_that_is_not_needed() -> None:
    repeated = files_by_name()
    for name in REPEATED:
        assert name in repeated, f"'{name}' comes once; take it out of the list"
        assert alone(repeated[name]), f"the files called '{name}' import each other; take it out of the list"
