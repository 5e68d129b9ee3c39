"""A gate once more, from the policy in its pack: rules hang together, so it is decided as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from standout.data.dataset import AnyDataset
from standout.library.gate import gate
from standout.results.evidence import Again
from standout.results.gate import GateDocument, Rule
from standout.results.run import ACCOUNT, POLICY
from standout.results.verified import Looked, same

MEASURED = ("name", "recipient", "limit", "measured", "low", "high", "passed", "people", "ceiling")


def decided_again(
    folder: Path, again: Again, data: AnyDataset, released: AnyDataset | None, threads: int | None
) -> Looked:
    """Whether every rule comes out the same; said, where the gate read something that is not in the pack."""
    document = GateDocument.read(folder)
    if again.beside or not (folder / POLICY).exists():
        missing = ", ".join(f"--{name}" for name in again.beside) or "a policy that was no file"
        said = f"LEFT OUT, not decided again: the gate also read {missing}, which is not in the pack"
        return Looked(name="gate", passed=True, said=said)
    account = folder / ACCOUNT
    result = gate(
        data,
        folder / POLICY,
        released=released,
        account=account if account.exists() else None,
        attacks=list(again.attacks),
        targets=again.targets or document.targets,
        sample_first=again.sample_first,
        seed=document.seed,
        threads=threads,
    )
    if document.policy != result.document.policy:
        said = f"{POLICY}: is not the policy that the gate decided by"
        return Looked(name="gate", passed=False, said=said)
    for before, now in zip(document.rules, result.document.rules, strict=False):
        if not same(_figures(before), _figures(now)):
            return Looked(name="gate", passed=False, said=f"{before.title}: comes out differently")
    if len(document.rules) != len(result.document.rules) or document.verdict != result.verdict:
        return Looked(name="gate", passed=False, said=f"decided anew, the verdict is '{result.verdict}'")
    said = f"all {len(document.rules)} rules come out the same: {document.verdict}"
    return Looked(name="gate", passed=True, said=said)


def _figures(rule: Rule) -> dict[str, Any]:
    return {key: value for key, value in rule.to_dict().items() if key in MEASURED}
