"""Puts a `_version.py` with the version that is built into wheel and sdist; see `release/building.py`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class VersionHook(BuildHookInterface):  # type: ignore[misc]
    """What is built on a tag says so in the package itself, too."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before each target is built; `version` is "editable" where the source itself is installed."""
        file = Path(self.root, "src", "standout", "_version.py")
        text = file.read_text(encoding="utf-8")
        said = re.sub(r'(?m)^__version__ = ".*"$', f'__version__ = "{self.metadata.version}"', text)
        if version == "editable" or said == text:
            return
        self._scratch = tempfile.TemporaryDirectory()
        built = Path(self._scratch.name, file.name)
        built.write_text(said, encoding="utf-8")
        inside = "src/standout" if self.target_name == "sdist" else "standout"
        build_data["force_include"][str(built)] = f"{inside}/{file.name}"
