"""`evidence`: a pack for the file, from what an audit and others found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date as day
from pathlib import Path
from typing import TypeVar

from standout.common.documents import read_document
from standout.common.plain import plain_path
from standout.errors import BadInput
from standout.label.bulletin.signing import private_key
from standout.library.runs import today
from standout.outputs.places import check_replaced
from standout.packing.gathering import Gathered, evidence_of, stated
from standout.packing.plain_results import plain_account, plain_audit, plain_comparison, plain_gate
from standout.packing.sealing import KIND, PDF, seal_of, write_pack
from standout.report.audit.questions import questions
from standout.report.evidence.evidence_paper import evidence_paper
from standout.report.paper.paper_pdf import check_printing, paper_pdf
from standout.results.audit import AuditDocument, run_in
from standout.results.compare import CompareResult
from standout.results.evidence import Asked, Evidence, Statement
from standout.results.gate import GateDocument
from standout.results.protect import ProtectDocument
from standout.results.run import ACCOUNT, POLICY, Run

PLACE = "evidence"
"""The folder of the pack, in that of the results, where no other is named."""
DOCUMENTS = (AuditDocument.FILE, GateDocument.FILE, CompareResult.FILE)
"""What a pack is made from."""

Results = TypeVar("Results", AuditDocument, GateDocument, CompareResult)
_LARGEST = 512_000_000


def evidence(
    folder: str | Path,
    *,
    also: str | Path | Iterable[str | Path] = (),
    purpose: str | None = None,
    recipient: str | None = None,
    model: str | None = None,
    responsible: str | None = None,
    review: str | None = None,
    sign: str | Path | None = None,
    date: str | None = None,
    out: str | Path | None = None,
) -> Evidence:
    """Make the evidence pack of an audit or a gate: one folder with a PDF, the documents it rests on, and a seal.

    `folder` is what `audit` or `gate` wrote; `also` are further folders: of an audit beside a gate, of a comparison.
    What a policy states stands in the pack; without one, what people state (`purpose`, `recipient`, the release
    `model`, who is `responsible`, the day of `review`). `sign` is a file with an Ed25519 private key. The
    pack goes to `out`, by default the folder `evidence` in `folder`.

    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import standout as so
    >>> held = [(person, (person * step) % 17) for person in range(30) for step in range(1, 8)]
    >>> people, items = zip(*sorted(set(held)))
    >>> found = so.audit(pa.table({"user": people, "item": items}), attacks="tf-idf", draws=1)
    >>> with TemporaryDirectory() as folder:
    ...     saved = found.save(folder)
    ...     pack = so.evidence(folder, responsible="A. Officer")
    ...     so.verify(f"{folder}/evidence").verified
    True
    """
    place = Path(folder)
    target = place / PLACE if out is None else Path(out)
    beside = [Path(each) for each in ([also] if isinstance(also, str | Path) else also)]
    check_pack(target, sign, beside)
    words = stated((purpose, recipient, model, responsible, _day(review, "--review")))
    said = Statement(**dict(zip(("purpose", "recipient", "model", "responsible", "review"), words, strict=True)))
    made = _day(date, "--date") or today()
    gathered = gather(place, beside)
    pack = evidence_of(gathered, said, made)
    write(pack, gathered, target, sign)
    return pack


def check_pack(folder: Path, sign: str | Path | None, read: Iterable[str | Path]) -> None:
    """Refuse, before any work, a place where a pack may not go, a key that is none, and a machine that cannot print."""
    check_printing()
    check_replaced(folder, KIND, [sign, *read])
    if sign is not None:
        private_key(Path(sign))


def pack_gate(gate: GateDocument, run: Run, folder: Path, sign: str | Path | None) -> Evidence:
    """The pack of a gate that was just decided, into a folder that was checked."""
    plain = plain_gate(gate)
    gathered = Gathered(gate=plain, run=run, files={GateDocument.FILE: plain.content(), **_kept(run)})
    pack = evidence_of(gathered, Statement(), today())
    write(pack, gathered, folder, sign)
    return pack


def write(pack: Evidence, gathered: Gathered, folder: Path, sign: str | Path | None) -> None:
    """Print, seal and write a pack, all of it or nothing."""
    files = {**gathered.files, Evidence.FILE: pack.content(), PDF: paper_pdf(evidence_paper(pack))}
    write_pack(folder, files, seal_of(files, pack, None if sign is None else Path(sign)))


def gather(folder: Path, beside: Iterable[Path]) -> Gathered:
    """The documents in these folders; refuses a folder that has none that can be used."""
    files: dict[str, bytes] = {}
    audited = None
    for place in (folder, *beside):
        found = {name: _content(place / name) for name in DOCUMENTS if (place / name).exists()}
        if not found:
            option = "" if place == folder else "--also "
            raise BadInput(f"{option}{plain_path(place)}: no folder of results; name what `standout audit` or "
                           "`standout gate` wrote, or beside it `standout compare`")  # fmt: skip
        if twice := sorted(found.keys() & files.keys()):
            raise BadInput(f"--also {plain_path(place)}: a second {twice[0]}; a pack has one")
        files |= found
        audited = place if AuditDocument.FILE in found else audited
    audit, gate, compare = _read(AuditDocument, files), _read(GateDocument, files), _read(CompareResult, files)
    audit = None if audit is None else plain_audit(audit)
    gate = None if gate is None else plain_gate(gate)
    compare = None if compare is None else plain_comparison(compare)
    files = {each.FILE: each.content() for each in (audit, gate, compare) if each is not None}
    run = run_in(folder)
    asked = () if audit is None else tuple(
        Asked(name=one.name, state=one.state, answer=one.answer) for one in questions(audit)
    )  # fmt: skip
    files |= {} if gate is None or run is None else _kept(run)
    return Gathered(audit, gate, run, None if audited is None else run_in(audited), compare, asked, files)


def _read(kind: type[Results], files: Mapping[str, bytes]) -> Results | None:
    """The document of this kind, if there is one."""
    return kind.from_json(files[kind.FILE], kind.FILE) if kind.FILE in files else None


def _kept(run: Run) -> dict[str, bytes]:
    """Small files that a gate read: the policy as it was, and what protecting said, without examples and folders."""
    kept = {POLICY: run.inputs[POLICY].encode()} if POLICY in run.inputs else {}
    if ACCOUNT in run.inputs:
        told = ProtectDocument.from_json(run.inputs[ACCOUNT].encode(), ACCOUNT)
        kept[ACCOUNT] = plain_account(told).content()
    return kept


def _content(file: Path) -> bytes:
    return read_document(file, "a document of results", _LARGEST)


def _day(text: str | None, option: str) -> str | None:
    if text is None:
        return None
    try:
        return day.fromisoformat(text).isoformat()
    except ValueError:
        raise BadInput(f"{option} {text}: not a day; write it as 2026-11-17") from None
