"""Checkpoints: finished parts of a long run on disk, so that a killed run goes on where it stopped.

Each part is a file of plain arrays, or a JSON document, that appears by rename when it is complete. Checkpoints belong
to one fingerprint (data, settings, version); those that belong to another are thrown away, not mixed in. Every file
begins with a checksum over fingerprint, name and content: one that is damaged, or of another part or run, is made
again.
"""

from __future__ import annotations

import hashlib
import io
import json
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from standout.common.files import private_folder, write_whole
from standout.common.plain import json_text
from standout.outputs.scratch import clear

Arrays = dict[str, npt.NDArray[Any]]
Document = dict[str, Any]
"""What is written as JSON."""
Part = TypeVar("Part")
_SEAL, _SECRET = hashlib.sha256().digest_size, 16


class Checkpoints:
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
        self.resumed = sum(len(list(folder.glob(f"*.{kind}"))) for kind in ("npz", "json"))

    def arrays(self, name: str, compute: Callable[[], Arrays]) -> Arrays:
        """The part of this name: read if it is there and whole, else computed and kept."""

        def written(arrays: Arrays) -> bytes:
            buffer = io.BytesIO()
            np.savez(buffer, allow_pickle=False, **arrays)
            return buffer.getvalue()

        def read(content: bytes) -> Arrays:
            with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
                return dict(arrays)

        return self._kept(self._file, name, compute, written, read)

    def document(self, name: str, compute: Callable[[], Document]) -> Document:
        """The same for a part that is a JSON document; what comes back is what JSON makes of it."""

        def written(document: Document) -> bytes:
            return json_text(document, indent=None).encode()

        def read(content: bytes) -> Document:
            document: Document = json.loads(content)
            return document

        return read(written(self._kept(self._document, name, compute, written, read)))

    def _kept(
        self,
        file_of: Callable[[str], Path],
        name: str,
        compute: Callable[[], Part],
        written: Callable[[Part], bytes],
        read: Callable[[bytes], Part],
    ) -> Part:
        if self.folder is None:
            return compute()
        stored = self._unsealed(file_of(name), name)
        if stored is not None:
            return read(stored)
        computed = compute()
        write_whole(file_of(name), self._sealed(name, written(computed)), lasting=False)  # its checksum tells damage
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

    def _file(self, name: str, kind: str = "npz") -> Path:
        assert self.folder is not None
        return self.folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.{kind}"

    def _document(self, name: str) -> Path:
        return self._file(name, "json")

    def secret(self) -> int:
        """A number nobody can guess, the same for the whole run, gone with its checkpoints."""
        if self.folder is None:
            return secrets.randbits(128)
        file = self.folder / "secret"
        secret = self._unsealed(file, "secret")
        if secret is None or len(secret) != _SECRET:
            secret = secrets.token_bytes(_SECRET)
            write_whole(file, self._sealed("secret", secret))
        return int.from_bytes(secret, "little")

    def close(self) -> None:
        """Throw the checkpoints away: the run is complete."""
        if self.folder is not None:
            clear(self.folder)
