"""Whether a pack is as it was sealed: every file to the last byte, nothing missing, nothing added, the right key.

A pack may come from anybody. Nothing in it is believed that is not checked, and each thing wrong is one line.
"""

from __future__ import annotations

import hashlib
import stat
from dataclasses import dataclass
from pathlib import Path

from standout.common.documents import read_document
from standout.common.formats import shown_path
from standout.common.plain import escaped
from standout.errors import BadInput
from standout.label.bulletin.signing import BadSignature, verified
from standout.outputs.markers import MARKER, kind_of, names_in
from standout.packing.sealing import KIND
from standout.results.evidence import Evidence
from standout.results.seal import Seal, SealedFile
from standout.results.verified import Looked

_LARGEST = 512_000_000


@dataclass(frozen=True)
class Opened:
    """What was found in a pack: the checks so far, and its documents where they can be read."""

    checks: tuple[Looked, ...]
    seal: Seal | None = None
    evidence: Evidence | None = None
    signed_by: str | None = None

    @property
    def fine(self) -> bool:
        return all(check.passed for check in self.checks)


def open_pack(folder: Path, key_file: Path | None = None) -> Opened:
    """Look at everything that can be looked at without the data; a folder that is no pack is refused."""
    if not folder.is_dir() or not ({Seal.FILE, Evidence.FILE} & names_in(folder)):
        raise BadInput(f"{shown_path(folder)}: no evidence pack; name the folder that `standout evidence` wrote")
    try:
        seal = _seal(folder / Seal.FILE)
    except BadInput as problem:
        return Opened((Looked(name="seal", passed=False, said=problem.as_typed),))
    checks = [Looked(name="seal", passed=True, said=f"seal.json lists {len(seal.files):,} files")]
    checks += [_files(folder, seal), _nothing_else(folder, seal)]
    signature, signed_by = _signature(seal, key_file)
    checks.append(signature)
    if not all(check.passed for check in checks):
        return Opened(tuple(checks), seal, None, signed_by)
    evidence, content = _content(folder, seal)
    return Opened((*checks, content), seal, evidence, signed_by)


def _seal(file: Path) -> Seal:
    """The seal, if it is written to the last byte as we write it."""
    content = read_document(file, "a seal", _LARGEST, "the seal is missing; get the pack anew")
    seal = Seal.from_json(content, Seal.FILE)
    if seal.content() != content or seal.checked() != seal:
        raise BadInput(f"{Seal.FILE}: was changed after it was written; get the pack anew")
    return seal


def _files(folder: Path, seal: Seal) -> Looked:
    """Every file that the seal lists, to the last byte."""
    for file in seal.files:
        if problem := _differs(folder, file):
            return Looked(name="files", passed=False, said=problem)
    return Looked(name="files", passed=True, said="every file has the bytes that were sealed")


def _differs(folder: Path, file: SealedFile) -> str | None:
    """What is wrong with a file; nothing if it is as it was sealed."""
    name = escaped(file.name, 80)
    if Path(file.name).name != file.name:
        return f"{name}: is no name of a file in the pack; get the pack anew"
    place = folder / file.name
    try:
        regular = stat.S_ISREG(place.lstat().st_mode)
    except OSError:
        return f"{name}: is missing; get the pack anew"
    if not regular:
        return f"{name}: is no plain file; get the pack anew"
    content = read_document(place, "a file of a pack", _LARGEST)
    if len(content) != file.bytes or hashlib.sha256(content).hexdigest() != file.sha256:
        return f"{name}: was changed after it was sealed; get the pack anew"
    return None


def _nothing_else(folder: Path, seal: Seal) -> Looked:
    """Nothing but what was sealed, and the marker by which we know our own folders."""
    known = {file.name for file in seal.files} | {Seal.FILE}
    added = sorted(names_in(folder) - known - {MARKER})
    if added:
        said = f"{escaped(added[0], 80)}: was added after the pack was sealed; take it out, or get the pack anew"
        return Looked(name="nothing else", passed=False, said=said)
    if MARKER in names_in(folder) and kind_of(folder) != KIND:
        return Looked(name="nothing else", passed=False, said=f"{MARKER}: was changed; get the pack anew")
    return Looked(name="nothing else", passed=True, said="no other file is in the folder")


def _signature(seal: Seal, key_file: Path | None) -> tuple[Looked, str | None]:
    """Whose signature it is, and whether it fits; a key that cannot be read is refused."""
    try:
        signer = verified(seal, key_file)
    except BadSignature as problem:
        return Looked(name="signature", passed=False, said=problem.as_typed), None
    if signer is None:
        said = "not signed: hashes show damage, but not who made the pack"
        return Looked(name="signature", passed=True, said=said), None
    whose = "the key that was given" if key_file else "its own key, which nobody vouches for; --key names one you trust"
    return Looked(name="signature", passed=True, said=f"signed by {signer}, {whose}"), signer


def _content(folder: Path, seal: Seal) -> tuple[Evidence | None, Looked]:
    """The evidence says of itself, and of the documents beside it, what the seal and the files say."""
    try:
        evidence = Evidence.read(folder)
    except BadInput as problem:
        return None, Looked(name="content", passed=False, said=problem.as_typed)
    if evidence.fingerprint() != seal.fingerprint:
        return None, Looked(name="content", passed=False, said="evidence.json: its fingerprint is not that of the seal")
    hashes = {file.name: file.sha256 for file in seal.files}
    for source in evidence.sources:
        if hashes.get(source.file) != source.sha256:
            said = f"{escaped(source.file, 80)}: is not the document that the evidence was made from"
            return None, Looked(name="content", passed=False, said=said)
    return evidence, Looked(name="content", passed=True, said="the evidence fits the documents that it was made from")
