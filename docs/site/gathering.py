"""Gathers pages from all over the repository into one folder, with links that lead to the same things there."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from docs.site.drawn import inlined
from docs.site.places import BROUGHT, BROUGHT_FOLDERS, NO_PAGES, ROOT

_LINK = re.compile(r"(!?\[(?:[^\]\[]|\[[^\]]*\])*\]\()([^)\s]+)(\))")
_FENCE = re.compile(r"^ *(```|~~~)")
_ITEM = re.compile(r"^( *)([-*+]|\d+\.) +\S")
_NOTEBOOK = re.compile(r"examples/(\w+)\.ipynb")
_SCHEMA = re.compile(r"src/standout/schemas/([\w-]+)\.schema\.json")


def sources() -> dict[str, str]:
    """Every file of the repository that the site has, and its place in the site."""
    found = {name: PurePosixPath(name).relative_to("docs").as_posix() for name in _below("docs")}
    for folder in BROUGHT_FOLDERS:
        found |= {name: name for name in _below(folder)}
    return found | BROUGHT


def _below(folder: str) -> Iterator[str]:
    for file in sorted((ROOT / folder).rglob("*")):
        if file.is_file() and file.suffix not in NO_PAGES and "__pycache__" not in file.parts:
            yield file.relative_to(ROOT).as_posix()


def gather(into: Path) -> None:
    """Copy all pages and pictures, with links and lists as the site's Markdown understands them."""
    places = sources()
    for name, place in places.items():
        target = into / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            text = (ROOT / name).read_text(encoding="utf-8")
            target.write_text(page(text, name, places), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / name, target)


def page(text: str, name: str, places: dict[str, str]) -> str:
    """The text of a page of the repository as the site has it."""
    at = PurePosixPath(places[name]).parent

    def led(target: str) -> str:
        return _led(target, name, at, places)

    drawn = inlined(text, (ROOT / name).parent)
    lines = list(_outside_fences(drawn, lambda line: _LINK.sub(lambda found: _linked(found, led), line)))
    return "\n".join(_spaced(_numbered(lines))) + "\n"


def _outside_fences(text: str, change: Callable[[str], str]) -> Iterator[str]:
    """The lines of a page, with those outside code changed."""
    inside = ""
    for line in text.splitlines():
        fence = _FENCE.match(line)
        if fence and (not inside or fence[1] == inside):
            inside = "" if inside else fence[1]
            yield line
        else:
            yield line if inside else change(line)


def _linked(found: re.Match[str], led: Callable[[str], str]) -> str:
    return f"{found[1]}{led(found[2])}{found[3]}"


def _led(target: str, name: str, at: PurePosixPath, places: dict[str, str]) -> str:
    """Where a link of the page leads in the site; what the site does not have is an error."""
    if "://" in target or target.startswith(("#", "mailto:")):
        return target
    path, mark, anchor = target.partition("#")
    meant = PurePosixPath(os.path.normpath(PurePosixPath(name).parent / unquote(path))).as_posix()
    if schema := _SCHEMA.fullmatch(meant):
        place = f"schemas/{schema[1]}.md"
    elif notebook := _NOTEBOOK.fullmatch(meant):
        place = f"notebooks/{notebook[1].replace('_', '-')}.md"
    elif meant in places:
        place = places[meant]
    else:
        raise SystemExit(f"{name} links to {target}, which the site does not have: add it to docs/site/places.py")
    return os.path.relpath(place, at) + mark + anchor


def _numbered(lines: list[str]) -> Iterator[str]:
    """The lines with the dot marked of each wrapped line that begins with a number: it is no item of a list.

    Such a line can only be an item if it is the first of a list, the next of one, or begins a paragraph.
    """
    before, last, inside = "", 0, False
    for line in lines:
        inside ^= bool(_FENCE.match(line))
        item = None if inside else _ITEM.match(line)
        if item and item[2][0].isdigit():
            number = int(item[2].rstrip("."))
            is_item = not before.strip() or number in (1, last + 1)
            last = number if is_item else last
            yield line if is_item else line.replace(".", "\\.", 1)
        else:
            yield line
        before = line


def _spaced(lines: Iterable[str]) -> Iterator[str]:
    """The lines with an empty one before each list: there, Markdown of the site ends a paragraph, others do anyway.

    Lists within lists are indented by four: what is indented by less is no part of the item above to the site.
    """
    inside, before, indents = False, "", [0]
    for line in lines:
        inside ^= bool(_FENCE.match(line))
        item = None if inside else _ITEM.match(line)
        if item and before.strip() and not _ITEM.match(before) and not before.startswith(" ") and not item[1]:
            yield ""
        yield _indented(line, item, indents) if item else line
        before = line


def _indented(line: str, item: re.Match[str], indents: list[int]) -> str:
    """A list item, indented by four for each list that it is in."""
    wide = len(item[1])
    while indents and indents[-1] > wide:
        indents.pop()
    if not indents or indents[-1] < wide:
        indents.append(wide)
    return "    " * (len(indents) - 1) + line.lstrip() if wide else line
