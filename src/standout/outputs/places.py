"""Where results may go: decided here, for all commands, before any work."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from standout.errors import BadInput
from standout.outputs.folders import WORK, check_replaceable
from standout.outputs.markers import kind_of
from standout.outputs.recognising import is_ours
from standout.outputs.scratch import settle, sweep, system_place

Inputs = Iterable[str | Path | None]
"""Whatever a command reads: paths, and words that are no paths, which do not count."""


def check_files(files: Mapping[Path, str], inputs: Inputs) -> None:
    """Refuse a result that would destroy something: `files` are where results go, each with its kind."""
    _begin(next(iter(files), Path()).parent)
    read = [*_existing(inputs)]
    _check_different(files)
    for file, kind in files.items():
        _check_file(file, kind, read)
        _check_outside_results(file.parent)


def check_folder(folder: Path, files: Mapping[str, str], inputs: Inputs) -> None:
    """The same for a folder that results are added to; `files` are their names, each with its kind."""
    _begin(folder)
    read = [*_existing(inputs)]
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: is a file; choose another --out")
    for given in read:
        if folder.exists() and folder.samefile(given):
            raise BadInput(f"{folder}: is what the command reads; choose another --out")
        if _lies_in(given, folder / WORK):
            raise BadInput(f"{given}: lies where unfinished work is kept; move it, or choose another --out")
    _check_outside_results(folder)
    for name, kind in files.items():
        for above in Path(name).parents:
            if (folder / above).is_symlink() and above != Path():
                raise BadInput(f"{folder / above}: is a link, and results do not go through one; choose another --out")
        _check_file(folder / name, kind, read)


def check_replaced(folder: Path, kind: str, inputs: Inputs) -> None:
    """The same for a folder that is written whole, in the place of an earlier one of its kind."""
    _begin(folder.parent)
    for given in _existing(inputs):
        if folder.exists() and folder.samefile(given):
            raise BadInput(f"{folder}: is what the command reads; choose another --out")
        if _lies_in(given, folder):
            raise BadInput(f"{folder}: holds {given}, which the command reads; choose another --out")
    _check_outside_results(folder.parent)
    check_replaceable(folder, kind)


def check_new(place: Path) -> None:
    """The same for a result that takes the place of nothing."""
    _begin(place.parent)
    if place.exists() or place.is_symlink():
        raise BadInput(f"{place}: exists already, and nothing is written over; choose another --out")
    if not place.parent.is_dir():
        raise BadInput(f"{place.parent}: no such folder; make it first, or choose another --out")
    _check_outside_results(place.parent)


def _begin(beside: Path) -> None:
    """Sweep what the dead left, also where this run is refused: a complete result may stand beside their scratch."""
    sweep(system_place())
    settle(beside)


def _existing(inputs: Inputs) -> Iterator[Path]:
    """The inputs that are files or folders here."""
    for given in inputs:
        if given is not None and str(given):
            path = Path(re.sub("^file:/+", "/", str(given)))
            try:
                exists = path.exists()
            except (OSError, ValueError):
                continue
            if exists:
                yield path


def _check_different(files: Mapping[Path, str]) -> None:
    seen: set[Path] = set()
    for file in files:
        place = file.parent.resolve() / file.name
        if place in seen:
            raise BadInput(f"{file}: two results get this name; choose another one")
        seen.add(place)


def _check_file(file: Path, kind: str, read: list[Path]) -> None:
    """Refuse to replace an input, a link, a folder, a device, or a file that is not an earlier result of this kind."""
    try:
        status = file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return
    if file.exists() and (given := _same(file, read)) is not None:
        raise BadInput(f"{file}: is what the command reads ({given}); choose another name for the result")
    if stat.S_ISLNK(status.st_mode):
        raise BadInput(f"{file}: is a link, and results do not go through one; name the file it points to")
    if stat.S_ISDIR(status.st_mode):
        raise BadInput(f"{file}: is a folder; name a file in it")
    if not stat.S_ISREG(status.st_mode):
        raise BadInput(f"{file}: is not a file but a device or pipe; name a file")
    if not is_ours(file, kind):
        raise BadInput(f"{file}: exists and is no earlier result of this command; choose another name, or move it away")


def _same(file: Path, read: list[Path]) -> Path | None:
    """The input that is this very file, through links as well; in a folder, an input of another name."""
    mine, place = file.stat(), file.parent.resolve() / file.name
    for given in read:
        if not given.is_dir():
            if os.path.samestat(mine, given.stat()):
                return given
            continue
        for inside in _files_below(given):
            if inside.parent.resolve() / inside.name != place and os.path.samestat(mine, inside.stat()):
                return inside
    return None


def _files_below(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder):
        for name in names:
            file = Path(place) / name
            if file.is_file():
                yield file


def _lies_in(given: Path, folder: Path) -> bool:
    """Whether an input lies in a folder, itself or what it is a link to."""
    wholly = folder.resolve()
    return wholly in given.resolve().parents or wholly in (given.parent.resolve() / given.name).parents


def _check_outside_results(folder: Path) -> None:
    """Refuse to put something into a folder that we wrote whole: the next one would take its place."""
    place = folder.resolve()
    for above in (place, *place.parents):
        if kind_of(above) not in (None, "work"):
            raise BadInput(f"{folder}: lies in {kind_of(above)} that standout wrote ({above}); choose another --out")
