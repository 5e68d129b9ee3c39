"""The pages of the library: every name that `standout` exports, with its docstring where it is written."""

from __future__ import annotations

import inspect

import standout

_PAGES = {
    "functions": ("Functions", "A function for each command; what they return stands under [Results](results.md)."),
    "results": ("Results", "What the functions return: frozen types that can be saved, read and shown."),
    "parts": ("Parts", "What an audit is made of, to build on: data, adversaries, attacks, protections, engines."),
}
_IS_RESULT = ("standout.results.", "standout.library.", "standout.reproductions.")


def library_pages() -> dict[str, str]:
    """By place: the exported functions, result types and parts."""
    sorted_names: dict[str, list[str]] = {page: [] for page in _PAGES}
    for name in sorted(set(standout.__all__) - {"__version__"}):
        sorted_names[_page_of(name)].append(name)
    return {f"reference/{page}.md": _page(page, names) for page, names in sorted_names.items()}


def _page_of(name: str) -> str:
    thing = getattr(standout, name)
    if inspect.isfunction(thing):
        return "functions"
    return "results" if str(thing.__module__).startswith(_IS_RESULT) else "parts"


def _page(page: str, names: list[str]) -> str:
    title, told = _PAGES[page]
    imported = "All of them are imported from `standout`: see [In Python](../library.md)."
    top = f"# {title} of the library\n\n{told} {imported}\n"
    return top + "".join(f"\n::: {_where(name)}\n" for name in names)


def _where(name: str) -> str:
    """The full name of a thing, where it is written."""
    return f"{getattr(standout, name).__module__}.{name}"
