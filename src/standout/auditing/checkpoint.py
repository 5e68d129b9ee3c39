"""A workbook: finished parts of a long run on disk, so that a killed run goes on where it stopped.

Each part is a file of plain arrays that appears by rename when it is complete. A workbook belongs to one
fingerprint (data, settings, version); one that belongs to another is thrown away, not mixed in. Every file begins with
a checksum over fingerprint, name and content: one that is damaged, or of another part or run, is made again.
"""

from __future__ import annotations

import hashlib
import io
import json
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from standout.common.files import private_folder, write_whole
from standout.outputs.scratch import clear

Arrays = dict[str, npt.NDArray[Any]]
_SEAL, _SECRET = hashlib.sha256().digest_size, 16


class Workbook:
    """Parts of one run; without a folder, nothing is kept."""

    def __init__(self, folder: Path | None, settings: Mapping[str, Any]) -> None:
        self.folder = folder
        self.resumed = 0
        mark = json.dumps(settings, sort_keys=True, default=str).encode()
        self._fingerprint = fingerprint = hashlib.sha256(mark).hexdigest().encode()
        if folder is None:
            return
        marked = folder / "fingerprint"
        if not marked.is_file() or marked.stat().st_size != len(fingerprint) or marked.read_bytes() != fingerprint:
            clear(folder)
            private_folder(folder)
            write_whole(marked, fingerprint)
        self.resumed = len(list(folder.glob("*.npz")))

    def part(self, name: str, compute: Callable[[], Arrays]) -> Arrays:
        """The part of this name: read if it is there and whole, else computed and kept."""
        if self.folder is None:
            return compute()
        file = self._file(name)
        stored = self._unsealed(file, name)
        if stored is not None:
            with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
                return dict(arrays)
        computed = compute()
        buffer = io.BytesIO()
        np.savez(buffer, allow_pickle=False, **computed)
        write_whole(file, self._sealed(name, buffer.getvalue()))
        return computed

    def _sealed(self, name: str, content: bytes) -> bytes:
        """The content behind a checksum that fits only in this place of this run."""
        return hashlib.sha256(b"\0".join((self._fingerprint, name.encode(), content))).digest() + content

    def _unsealed(self, file: Path, name: str) -> bytes | None:
        """The content of a file that was kept, if it is whole and belongs here."""
        try:
            kept = file.read_bytes() if file.is_file() else b""
        except OSError:
            return None
        content = kept[_SEAL:]
        return content if kept and kept == self._sealed(name, content) else None

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
        found = self._unsealed(file, "secret")
        if found is None or len(found) != _SECRET:
            found = secrets.token_bytes(_SECRET)
            write_whole(file, self._sealed("secret", found))
        return int.from_bytes(found, "little")

    def close(self) -> None:
        """Throw the workbook away: the run is complete."""
        if self.folder is not None:
            clear(self.folder)
