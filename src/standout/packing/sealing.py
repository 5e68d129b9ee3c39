"""The files of a pack, their seal, and the signature over it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from standout._version import __version__
from standout.common.files import open_private
from standout.label.bulletin.signing import private_key, signed
from standout.outputs.folders import folder_written_whole
from standout.results.evidence import Evidence
from standout.results.seal import Seal, SealedFile

KIND = "an evidence pack"
"""What the marker of the folder says."""
PDF = "evidence.pdf"


def seal_of(files: Mapping[str, bytes], evidence: Evidence, key_file: Path | None) -> Seal:
    """What every file must be, signed if there is a key."""
    sealed = tuple(
        SealedFile(name=name, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        for name, content in sorted(files.items())
    )
    seal = Seal(standout=__version__, fingerprint=evidence.fingerprint(), files=sealed).checked()
    return seal if key_file is None else signed(seal, private_key(key_file))


def write_pack(folder: Path, files: Mapping[str, bytes], seal: Seal) -> None:
    """Write the pack, all of it or nothing; an earlier one of ours goes only when the new one is there."""
    with folder_written_whole(folder, KIND) as part:
        for name, content in {**files, Seal.FILE: seal.content()}.items():
            with open_private(part / name) as stream:
                stream.write(content)
