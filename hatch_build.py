"""Puts a `_version.py` with the version that is built into wheel and sdist; see `release/building.py`.

And into a wheel the compiled kernels that lie beside their source, if they were made of it for this Python and system
(`release/compiling.py`): such a wheel is for these alone, and its name says so. Without them, or with
STANDOUT_SHIPPED_KERNELS=0, it is for all.
"""

from __future__ import annotations

import os
import re
import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KERNELS = Path("src", "standout", "kernels")


class Hook(BuildHookInterface):  # type: ignore[misc]
    """What is built on a tag says so in the package itself, too; what is compiled comes along."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before each target is built; `version` is "editable" where the source itself is installed."""
        if version == "editable":
            return
        self._with_version(build_data)
        if self.target_name == "wheel":
            self._with_kernels(build_data)

    def _with_version(self, build_data: dict[str, Any]) -> None:
        file = Path(self.root, "src", "standout", "_version.py")
        text = file.read_text(encoding="utf-8")
        said = re.sub(r'(?m)^__version__ = ".*"$', f'__version__ = "{self.metadata.version}"', text)
        if said == text:
            return
        self._scratch = tempfile.TemporaryDirectory()
        built = Path(self._scratch.name, file.name)
        built.write_text(said, encoding="utf-8")
        inside = "src/standout" if self.target_name == "sdist" else "standout"
        build_data["force_include"][str(built)] = f"{inside}/{file.name}"

    def _with_kernels(self, build_data: dict[str, Any]) -> None:
        shipped = runpy.run_path(str(Path(self.root, KERNELS, "precompiled.py")))  # the package around it needs numba
        found = shipped["in_folder"](Path(self.root, KERNELS, shipped["FOLDER"]))
        if os.environ.get(shipped["SWITCH"]) == "0" or found is None or not found.belongs():
            return
        build_data["force_include"][str(found.folder)] = f"standout/kernels/{found.folder.name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
