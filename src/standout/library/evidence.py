"""`evidence`: a pack for the file, from what an audit and others found."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date as day
from pathlib import Path

from standout.common.documents import read_document
from standout.errors import BadInput
from standout.evidence.gathering import Gathered, evidence_of, stated
from standout.evidence.sealing import KIND, PDF, seal_of, write_pack
from standout.label.bulletin.signing import private_key
from standout.library.runs import today
from standout.outputs.places import check_replaced
from standout.report.audit.questions import questions
from standout.report.evidence.evidence_paper import evidence_paper
from standout.report.paper.paper_pdf import check_printing, paper_pdf
from standout.results.audit import AuditDocument, run_in
from standout.results.compare import CompareResult
from standout.results.evidence import Asked, Evidence, Statement

PLACE = "evidence"
"""The folder of the pack, in that of the results, where no other is named."""
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
    """Make the evidence pack of an audit: one folder with a PDF, the documents it rests on, and a seal.

    `folder` is what `audit` wrote; `also` are folders of a comparison. What people state (`purpose`, `recipient`, the
    release `model`, who is `responsible`, the day of `review`) stands in the pack as it is given. `sign` is a file with
    an Ed25519 private key. The pack goes to `out`, by default the folder `evidence` in `folder`.

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
    check_printing()
    check_replaced(target, KIND, [sign, *beside])
    if sign is not None:
        private_key(Path(sign))
    gathered = gather(place, beside)
    said = Statement(**dict(zip(("purpose", "recipient", "model", "responsible", "review"),
                                stated((purpose, recipient, model, responsible, _day(review, "--review"))),
                                strict=True)))  # fmt: skip
    pack = evidence_of(gathered, said, _day(date, "--date") or today())
    write(pack, gathered, target, sign)
    return pack


def write(pack: Evidence, gathered: Gathered, folder: Path, sign: str | Path | None) -> None:
    """Print, seal and write a pack, all of it or nothing."""
    files = {**gathered.files, Evidence.FILE: pack.content(), PDF: paper_pdf(evidence_paper(pack))}
    write_pack(folder, files, seal_of(files, pack, None if sign is None else Path(sign)))


def gather(folder: Path, beside: Iterable[Path]) -> Gathered:
    """The documents in these folders; refuses a folder that has none that can be used."""
    if not (folder / AuditDocument.FILE).exists():
        raise BadInput(f"{folder}: no folder with findings.json; name the folder that `standout audit` wrote")
    files = {AuditDocument.FILE: _content(folder / AuditDocument.FILE)}
    audit = AuditDocument.from_json(files[AuditDocument.FILE], str(folder / AuditDocument.FILE))
    compare = None
    for other in beside:
        if not (other / CompareResult.FILE).exists():
            raise BadInput(f"--also {other}: no compare.json in it; name the folder that `standout compare` wrote")
        files[CompareResult.FILE] = _content(other / CompareResult.FILE)
        compare = CompareResult.from_json(files[CompareResult.FILE], str(other / CompareResult.FILE))
    asked = tuple(Asked(name=one.name, state=one.state, answer=one.answer) for one in questions(audit))
    return Gathered(audit, run_in(folder), compare, asked, files)


def _content(file: Path) -> bytes:
    return read_document(file, "a document of results", _LARGEST)


def _day(text: str | None, option: str) -> str | None:
    if text is None:
        return None
    try:
        return day.fromisoformat(text).isoformat()
    except ValueError:
        raise BadInput(f"{option} {text}: not a day; write it as 2026-11-17") from None
