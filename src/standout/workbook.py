"""A workbook: finished parts of a long run on disk, so that a killed run goes on where it stopped.

Each part is a file of plain arrays that appears by rename when it is complete. A workbook belongs to one
fingerprint (data, settings, version); one that belongs to another is thrown away, not mixed in.
"""

from __future__ import annotations

import hashlib
import io
import json
import secrets
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.files import private_folder, write_whole
from standout.outputs.scratch import clear

Arrays = dict[str, npt.NDArray[Any]]


class Workbook:
    """Parts of one run; without a folder, nothing is kept."""

    def __init__(self, folder: Path | None, settings: Mapping[str, Any]) -> None:
        self.folder = folder
        self.resumed = 0
        if folder is None:
            return
        mark = json.dumps(settings, sort_keys=True, default=str).encode()
        fingerprint = hashlib.sha256(mark).hexdigest().encode()
        marked = folder / "fingerprint"
        if not marked.is_file() or marked.read_bytes() != fingerprint:
            clear(folder)
            private_folder(folder)
            write_whole(marked, fingerprint)
        self.resumed = len(list(folder.glob("*.npz")))

    def part(self, name: str, compute: Callable[[], Arrays]) -> Arrays:
        """The part of this name: read if it is there and whole, else computed and kept."""
        if self.folder is None:
            return compute()
        file = self._file(name)
        if file.is_file():
            try:
                with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as stored:
                    return dict(stored)
            except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile):
                file.unlink()
        arrays = compute()
        buffer = io.BytesIO()
        np.savez(buffer, allow_pickle=False, **arrays)
        write_whole(file, buffer.getvalue())
        return arrays

    def has(self, name: str) -> bool:
        """Whether this part was finished before."""
        return self.folder is not None and self._file(name).is_file()

    def _file(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.npz"

    def secret(self) -> int:
        """A number nobody can guess, the same for the whole run, gone with the workbook."""
        if self.folder is None:
            return secrets.randbits(128)
        file = self.folder / "secret"
        if not file.is_file():
            write_whole(file, secrets.token_bytes(16))
        return int.from_bytes(file.read_bytes(), "little")

    def close(self) -> None:
        """Throw the workbook away: the run is complete."""
        if self.folder is not None:
            clear(self.folder)
