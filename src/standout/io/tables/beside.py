"""Files that a known dataset brings besides its interactions: tables of people, tables of items."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from standout.common.formats import shown_path
from standout.data.prepared import is_prepared
from standout.errors import BadInput
from standout.io.layouts import known_layout, layout_of
from standout.io.parts import is_pattern
from standout.io.reading import SAMPLE
from standout.io.sources.bringing import is_elsewhere


def file_beside(data: Path | str, names: Mapping[str, str], scratch: Path) -> Path | None:
    """The file that stands beside the interactions, by the name that a layout gives it; none where there is none.

    The built-in sample's tables are written into the folder `scratch`.
    """
    path = Path(data)
    if is_elsewhere(str(data)) or is_pattern(path):
        return None
    if not path.exists() and str(data) == SAMPLE:
        from standout.sample.invention import builtin_tables

        builtin_tables(scratch)
        return scratch / names["sample"]
    if not path.exists():
        raise BadInput(f"{shown_path(path)}: no such file or folder; check the name")
    if is_prepared(path):
        return None
    folder = path if path.is_dir() else path.parent
    wanted = names.get(_layout_name(path), "")
    return next((file for file in sorted(folder.iterdir()) if file.name.lower() == wanted and file.is_file()), None)


def _layout_name(path: Path) -> str:
    """The layout of a folder, or of the folder whose interactions this file is."""
    own = layout_of(path)
    if path.is_dir() or own.name:
        return own.name
    around = known_layout(path.parent)
    return around.name if around and path.name in {file.name for file in around.files} else ""
