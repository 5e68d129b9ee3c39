"""Where compiled kernels are kept: beside the source while one works on it, in the user's cache once it is installed.

Numba keeps compiled code beside its source. In an installation that is a folder of pip's, which removes what it brought
and nothing else: an uninstalled package would leave its compiled code behind. `NUMBA_CACHE_DIR` decides as always.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import numba

_INSTALLED = {"site-packages", "dist-packages"}


def keep_apart(package: str, folders: Iterable[str]) -> None:
    """Load an installed package's kernels so that their compiled code goes into the user's cache.

    Numba asks where to keep the code of a function when it is declared. So the setting holds only as long as ours
    are: whatever else in this process is compiled is kept where it always was.
    """
    places = list(folders)
    if numba.config.CACHE_DIR or not any(_INSTALLED & set(Path(place).parts) for place in places):
        return
    folder = cache_folder()
    if folder is None:
        return
    numba.config.CACHE_DIR = str(folder)
    try:
        for module in pkgutil.iter_modules(places):
            import_module(f"{package}.{module.name}")
    finally:
        numba.config.CACHE_DIR = ""


def cache_folder() -> Path | None:
    """A folder that only this user can write to, for what may be made again; none if there is no such place."""
    try:
        folder = _users() / "standout" / "kernels"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        ours = not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    except (OSError, RuntimeError):  # no home, or none that can be written to
        return None
    return folder if ours and os.access(folder, os.W_OK) else None


def _users() -> Path:
    """The folder that the system has for such things."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    said = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return said if said.is_absolute() else Path.home() / ".cache"
