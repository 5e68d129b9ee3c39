"""Whether a pack's evidence says what its documents say, and its PDF what the evidence says.

Hashes show that nothing changed since the seal, not that whoever sealed it told the truth: a verdict could be written
into the evidence that the gate beside it does not have. So both are derived once more, and compared.
"""

from __future__ import annotations

from pathlib import Path

from standout._version import __version__
from standout.errors import BadInput
from standout.library.evidence import gather
from standout.packing.gathering import evidence_of
from standout.packing.sealing import PDF
from standout.report.evidence.evidence_paper import evidence_paper
from standout.report.paper.paper_pdf import check_printing, paper_pdf
from standout.results.evidence import Evidence
from standout.results.verified import Looked, same

FROM_RUN = ("schema", "made", "commands", "again", "gate_again", "versions", "sources")
"""What the documents do not say: how they were made. What sources hash to is checked against the seal."""


def derived_again(folder: Path, evidence: Evidence, *, vouched: bool) -> list[Looked]:
    """The evidence derived from the documents in the pack, and its PDF printed again, unless a trusted key vouches."""
    if evidence.standout != __version__:
        said = f"LEFT OUT, not derived again: standout {evidence.standout} made it, and this is {__version__}"
        return [Looked(name="derived", passed=True, said=said)]
    try:
        derived = evidence_of(gather(folder, ()), evidence.statement, evidence.made.date)
    except BadInput as problem:
        return [Looked(name="derived", passed=False, said=problem.as_typed)]
    sealed, ours = evidence.to_dict(), derived.to_dict()
    keys = [key for key in {**sealed, **ours} if key not in FROM_RUN]
    other = next((key for key in keys if not same(sealed.get(key), ours.get(key))), None)
    if other is not None:
        said = f"evidence.json: '{other}' is not what the documents beside it say; get the pack anew"
        return [Looked(name="derived", passed=False, said=said)]
    checks = [Looked(name="derived", passed=True, said="evidence.json says what the documents beside it say")]
    return checks if vouched else [*checks, _printed(folder, evidence)]


def _printed(folder: Path, evidence: Evidence) -> Looked:
    try:
        check_printing()
    except BadInput as problem:
        return Looked(name="printed", passed=True, said=f"LEFT OUT, not printed again: {problem.as_typed}")
    if (folder / PDF).read_bytes() == paper_pdf(evidence_paper(evidence)):
        said = f"{PDF} says what evidence.json says: printed again, it is the same"
        return Looked(name="printed", passed=True, said=said)
    said = (
        f"{PDF}: is not what evidence.json prints here; read evidence.json, or check with --key that somebody whom you "
        "trust signed it (another version of fpdf2 prints other bytes)"
    )
    return Looked(name="printed", passed=False, said=said)
