"""The same as JSON-LD: properties of Croissant 1.1 and of its vocabulary for responsible AI (RAI 1.0).

What only a publisher knows (licence, address, creator, files to download) is not in it: these fields are made to be put
into the Croissant file of a dataset.
"""

from __future__ import annotations

from typing import Any

from standout.common.plain import plain_text
from standout.report.evidence.card_text import worst_case
from standout.report.words import interval, points
from standout.results.evidence import Evidence

CROISSANT, RAI = "http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"

CONTEXT = {
    "@language": "en",
    "@vocab": "http://schema.org/",
    "sc": "http://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
}


def croissant_of(evidence: Evidence) -> dict[str, Any]:
    """The fields with the findings; what is not known is absent."""
    data, said = evidence.data, evidence.statement
    fields: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": [CROISSANT, RAI],
        "name": data.name,
        "description": _description(evidence),
        "rai:personalSensitiveInformation": _sensitive(evidence),
        "rai:dataSocialImpact": _impact(evidence),
        "rai:dataLimitations": [
            f"Re-identification, not tested: {plain_text(line, 600)}" for line in evidence.not_tested
        ],
    }
    if data.first and data.last:
        fields["rai:dataCollectionTimeframe"] = [data.first, data.last]
    if said.purpose:
        fields["rai:dataUseCases"] = [said.purpose]
    if evidence.protection:
        fields["rai:dataManipulationProtocol"] = evidence.protection
    if said.review or said.responsible:
        fields["rai:dataReleaseMaintenancePlan"] = [_plan(evidence)]
    return fields | {"subjectOf": _report(evidence)}


def _description(evidence: Evidence) -> str:
    data = evidence.data
    return f"{data.people:,} people, {data.items:,} items, {data.interactions:,} interactions."


def _sensitive(evidence: Evidence) -> list[str]:
    behaviour = "What people did (items, and values and days where there are any): it may tell more than is in it."
    inferred = [f"{one.name}: {plain_text(one.answer, 900)}" for one in evidence.questions if one.name == "Inference"]
    return [behaviour, *inferred]


def _impact(evidence: Evidence) -> str:
    parts = [worst_case(evidence).replace("**", "")]
    wrong = [threat for threat in evidence.threats if threat.accused is not None]
    if wrong:
        most = max(wrong, key=lambda threat: threat.accused.rate if threat.accused else 0.0)
        parts.append(
            f"Somebody who is not in the data is taken for another in up to {interval(most.accused)} of cases."
        )
    taught = [threat for threat in evidence.threats if threat.learned is not None]
    if taught:
        most = max(taught, key=lambda threat: threat.learned.gain.rate if threat.learned else 0.0)
        if most.learned is not None:
            parts.append(
                f"Being in it costs a person up to {points(most.learned.gain)} points of guesses that are right."
            )
    return " ".join(parts)


def _plan(evidence: Evidence) -> str:
    said = evidence.statement
    who = f"Responsible: {said.responsible}. " if said.responsible else ""
    return f"{who}{f'To be reviewed on {said.review}.' if said.review else ''}".strip()


def _report(evidence: Evidence) -> dict[str, Any]:
    """The evidence as a report about the dataset, with what it can be known by."""
    return {
        "@type": "sc:Report",
        "name": f"Re-identification audit of {evidence.data.name}",
        "dateCreated": evidence.made.measured or evidence.made.date,
        "identifier": f"sha256:{evidence.fingerprint()}",
        "creator": {
            "@type": "sc:SoftwareApplication",
            "name": "Standout",
            "softwareVersion": evidence.standout,
        },
        "abstract": "; ".join(
            f"{threat.name}: {interval(threat.found)} found" for threat in evidence.threats if threat.found is not None
        ),
    }
