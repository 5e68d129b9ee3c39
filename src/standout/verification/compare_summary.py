"""What is said about a protection in the end: its head, the risk that counts, and what to choose."""

from __future__ import annotations

from typing import Any

from standout.verification.frontier import UNPROTECTED, Budget, advised, choice_of, people_found, worst_auc
from standout.verification.grid import Candidate


def headed(candidate: Candidate, changed: str) -> dict[str, Any]:
    return {
        "name": candidate.name,
        "options": candidate.options,
        "text": candidate.text,
        "changes": changed,
        **({"countered_by": candidate.countered_by} if candidate.countered_by else {}),
    }


def unprotected_only(found: dict[str, Any]) -> dict[str, Any]:
    """Of an adversary's figures those that do not need a protection."""
    return {name: found[name] for name in ("before", "targets", "blind_guess") if name in found} | {
        "attack": found["attacks"]["before"]
    }


def worst_adversary(identified: dict[str, Any], when: str) -> dict[str, Any]:
    """The adversary who finds most people: the risk that counts."""
    known = {name: found[when] for name, found in identified.items() if when in found}
    if not known:
        return {}
    worst = max(known, key=lambda name: float(known[name]["rate"]))
    return {"risk": {"adversary": worst, **known[worst]}}


def inferred(found: dict[str, Any]) -> dict[str, Any]:
    """The AUC that counts, as a rate with its interval."""
    if "worst_auc" not in found:
        return {}
    ends = {name: found["worst"][name] for name in ("low", "high") if name in found["worst"]}
    return {"inferred": {"rate": found["worst_auc"], **ends}}


def recommended(unprotected: dict[str, Any], rows: list[dict[str, Any]], budget: Budget) -> dict[str, Any]:
    """What to choose within the budget, about being found and about the attribute; only among changes to the data."""
    found: dict[str, Any] = {"budget": budget.as_dict()}
    for danger, limit, words in (
        ("risk", budget.max_risk, people_found),
        ("inferred", budget.max_auc, worst_auc),
    ):
        if danger not in unprotected:
            continue
        every: list[tuple[str, Any, Any]] = [(UNPROTECTED, 0.0, unprotected[danger])]
        every += [(row["text"], row.get("utility_loss"), row.get(danger)) for row in rows if row["changes"] == "data"]
        choices = [choice for one in every if (choice := choice_of(*one)) is not None]
        found["identification" if danger == "risk" else "attribute"] = advised(
            choices, budget.max_utility_loss, limit, words
        )
    return found
