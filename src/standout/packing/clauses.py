"""Which part of a pack speaks to which clause of guidance. It shows where to look; it does not claim compliance."""

from __future__ import annotations

from collections.abc import Sequence

from standout.common.wording import counted
from standout.results.estimate import interval
from standout.results.evidence import Asked, Clause, Limit, Spread, Statement, Threat, Tried
from standout.results.evidence import Verdict as Decision
from standout.results.forecast import Forecast

ISO = "ISO/IEC 27559:2022"
WP29 = "Article 29 Working Party, Opinion 05/2014"
ICO = "UK ICO, Anonymisation guidance"
NIST = "NIST SP 800-188"

WORST = ("worst-tenth", "worst-person")
"""Limits on the largest risk."""

NO_CLAIM = (
    "This table says where a reader finds what the guidance asks about. It claims no compliance: whether the answers "
    "are good enough is for whoever is responsible to judge."
)


def clauses(
    statement: Statement,
    threats: Sequence[Threat],
    spread: Spread | None,
    forecasts: Sequence[Forecast],
    limits: Sequence[Limit],
    verdict: Decision | None,
    protections: Sequence[Tried],
    questions: Sequence[Asked],
) -> tuple[Clause, ...]:
    """The clause map, with what this very pack answers."""
    asked = {question.name: question for question in questions}
    return (
        Clause(document=ISO, clause="7.3.2", asks="Maximum or average risk", answer=_maximum(spread, limits)),
        Clause(document=ISO, clause="7.3.3", asks="Population or sample-based attack",
               answer=_sample(threats, forecasts)),
        Clause(document=ISO, clause="8.2.3", asks="Adversarial testing", answer=_tested(threats)),
        Clause(document=ISO, clause="8.3.4", asks="Re-evaluation", answer=_again(statement, protections)),
        *(
            Clause(document=WP29, clause=name, asks=asks, answer=_question(asked.get(name)))
            for name, asks in (
                ("Singling out", "Can one person’s record be picked out?"),
                ("Linkability", "Can two records of one person be brought together?"),
                ("Inference", "Can something else be guessed about a person?"),
            )
        ),
        Clause(document=ICO, clause="Motivated intruder", asks="Who could do it, with what, in what time?",
               answer="Section “Effort”: time, machine, skill and knowledge."),
        Clause(document=NIST, clause="Re-identification studies", asks="Measured tests of what was de-identified",
               answer=_decided(limits, verdict)),
    )  # fmt: skip


def _maximum(spread: Spread | None, limits: Sequence[Limit]) -> str:
    if spread is None:
        found = [f"{limit.name} {limit.measured}" for limit in limits if limit.name in ("found", *WORST)]
        return f"{'; '.join(found)} (section “Limits”)." if found else "Not measured person by person in this pack."
    over = spread.over
    return (
        f"Both: mean {interval(over.mean)}, worst tenth {interval(over.worst_tenth)}, worst person "
        f"{interval(over.worst_person)} of repeated tries (section “Who is at risk”)."
    )


def _sample(threats: Sequence[Threat], forecasts: Sequence[Forecast]) -> str:
    most = max((threat.of or 0 for threat in threats), default=0)
    looked = f"look for {most:,} people among" if most else "look for people among"
    larger = sum(bool(each.crowds) for each in forecasts)
    beyond = (
        f"For {counted(larger, 'adversary', 'adversaries')}, section “In a larger crowd” forecasts the share found in "
        "a population of people like these. "
        if larger
        else ""
    )
    return (
        f"The attacks know that the person is in the data and {looked} all of its records: risk in this data, not in a "
        f"larger population. {beyond}Naming people who are not in it is measured beside it."
    )


def _tested(threats: Sequence[Threat]) -> str:
    return f"{len(threats)} adversaries attacked this very data; each one’s knowledge stands word for word."


def _again(statement: Statement, protections: Sequence[Tried]) -> str:
    after = (
        f"{len(protections)} protections were attacked again, also by those who know of them. " if protections else ""
    )
    review = f"To be reviewed on {statement.review}." if statement.review else "No day of review was stated."
    return f"{after}{review} “standout verify --data” computes figures again."


def _question(question: Asked | None) -> str:
    if question is None:
        return "Not asked in this run."
    return f"{question.state[:1].upper()}{question.state[1:]}; section “Three questions”."


def _decided(limits: Sequence[Limit], verdict: Decision | None) -> str:
    if verdict is None:
        return "Measured with intervals; no limit was set before the run."
    return f"{len(limits)} limits set before the run, decided by the upper end of intervals, or by proof: {verdict}."
