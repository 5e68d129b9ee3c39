"""What to do next, and what the audit says to the three questions of European guidance.

Advice rests on pairs of adversaries of this very audit who differ in one thing only: if somebody who does not know
the days finds as many people, then taking the days out will not help, and the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from standout.report.audit.view import Finding, View, mapping, rate, rows, whole
from standout.report.words import count, interval, of_whom, percent

HIGH, NOTABLE = 0.2, 0.05
"""From these shares of people found on, the advice is not to release, or not to publish: ours, not the law's."""

_NAMES = {"name", "sentence"}


@dataclass(frozen=True)
class Step:
    """One thing to do: what, why, and the command for it if there is one."""

    what: str
    why: str
    command: str | None = None


@dataclass(frozen=True)
class Question:
    """One of the three questions, answered or open."""

    name: str
    meaning: str
    state: str
    answer: str


def next_steps(view: View) -> list[Step]:
    """What the data's owner should do now, most important first."""
    made = [_release(view), _days(view), _values(view), _rare(view), _lengths(view)]
    again = Step(
        "Then audit the changed file against the original.",
        "The adversary still knows what is true, not what you changed: --released attacks the new file with the "
        "old truth.",
        "standout audit DATA --released FILE",
    )
    return [step for step in made if step is not None] + ([again] if view.worst else [])


def _release(view: View) -> Step:
    worst = view.worst
    if worst is None or worst.found is None:
        return Step(
            "Check the input.",
            "Nobody could be looked for, so nothing is known about the risk. The notes below say why.",
        )
    found = f"“{worst.adversary}” finds {interval(worst.found)} {of_whom(worst, view.audited)}"
    if worst.found.rate >= HIGH:
        return Step(
            "Do not release this data as it is.",
            f"{found}. Taking names out did not make these people anonymous.",
        )
    if worst.found.rate >= NOTABLE:
        return Step(
            "Do not publish this data; share it only with people bound by contract.",
            f"{found}: too many for the open.",
        )
    return Step(
        "These adversaries find few people; decide with care.",
        f"At most {interval(worst.found)}. Somebody who knows more may find more.",
    )


def _days(view: View) -> Step | None:
    if view.data.get("days") is None:
        return None
    pair = _pair(
        view,
        lambda fields: "days" in fields,
        lambda fields: {key: value for key, value in fields.items() if key != "days"},
    )
    if pair is None:
        return Step("Coarsen the days, or leave them out.", "Days tell people apart even if they have the same items.")
    knowing, without = pair
    return _compared("Coarsen the days, or leave them out", "without any days", knowing, without)


def _values(view: View) -> Step | None:
    if mapping(view.data.get("values")).get("kind") in (None, "none"):
        return None

    def vague(fields: dict[str, Any]) -> dict[str, Any]:
        return fields | {"values": 1}

    pair = _pair(view, lambda fields: "values" not in fields, vague)
    if pair is None:
        return Step("Coarsen the values.", "Fewer steps (say: liked or not) leave less to match on.")
    knowing, without = pair
    return _compared("Coarsen the values", "with values known only to within 1", knowing, without)


def _compared(what: str, how: str, knowing: Finding, without: Finding) -> Step | None:
    if knowing.found is None or without.found is None:
        return None
    figures = (
        f"{how[0].upper()}{how[1:]}, the same adversary finds {percent(without.found.rate)} instead of "
        f"{percent(knowing.found.rate)}."
    )
    if without.found.rate <= 0.5 * knowing.found.rate:
        return Step(f"{what}: this helps a lot.", figures)
    if without.found.rate < knowing.found.rate - 0.05:
        return Step(f"{what}: this helps, but is not enough alone.", figures)
    return Step(f"{what}, but do not rely on it.", f"{figures} Hardly a difference.")


def _rare(view: View) -> Step | None:
    buckets = [(whole(row.get("to")), whole(row.get("count"))) for row in rows(view.popularity.get("items_by_holders"))]
    few = sum(amount for high, amount in buckets if high is not None and amount is not None and high < 8)
    whose = f"{count(few)} items are held by fewer than eight people each. " if few else ""
    pair = _pair(view, lambda fields: "outside_top" not in fields, _rarer(view))
    figures = "Rare items point at few people."
    if pair is not None and pair[0].found is not None and pair[1].found is not None:
        usual, rare = pair[0].found.rate, pair[1].found.rate
        figures = f"Who knows only rarer items finds {percent(rare)} (any items: {percent(usual)})."
    if view.raw.get("revealing_items"):
        figures += " The items that reveal most are listed below."
    return Step("Suppress rare items, or merge them into broader ones.", whose + figures)


def _rarer(view: View) -> Any:
    extras = next((one.fields for one in view.best.values() if "outside_top" in one.fields), {})
    return lambda fields: fields | {key: extras[key] for key in ("outside_top", "outside_top_share") if key in extras}


def _lengths(view: View) -> Step | None:
    groups = [
        (row.get("group"), found)
        for row in rows(view.personal.get("by_record_length"))
        if (found := rate(row)) is not None
    ]
    if len(groups) < 2 or max(found.rate for _, found in groups) - min(found.rate for _, found in groups) < 0.1:
        return None
    most = max(groups, key=lambda row: row[1].rate)
    return Step(
        "Cut very revealing records short.",
        f"People with {most[0]} items are found most: {percent(most[1].rate)}.",
    )


def _pair(view: View, first: Any, second: Any) -> tuple[Finding, Finding] | None:
    """Two adversaries of this audit who differ in one thing only, the reference first if it is one of them."""
    known = {
        name: {key: value for key, value in one.fields.items() if key not in _NAMES} for name, one in view.best.items()
    }
    chosen = view.reference.adversary if view.reference else ""
    for name in sorted(known, key=lambda name: name != chosen):
        if first(known[name]):
            wanted = second(known[name])
            for other, fields in known.items():
                if other != name and fields == wanted:
                    return view.best[name], view.best[other]
    return None


def questions(view: View) -> list[Question]:
    """Singling out, linkability and inference (Article 29 Working Party, Opinion 05/2014)."""
    finding = view.reference
    if finding is not None and finding.found is not None:
        possible = (
            f"“{finding.adversary}” picks out the right record for {interval(finding.found)} "
            f"{of_whom(finding, view.audited)}"
        )
        if view.worst is not None and view.worst.adversary != finding.adversary:
            possible += f"; at worst, “{view.worst.adversary}” does for {interval(view.worst.found)}"
        singled = Question("Singling out", _SINGLING, "measured", possible + ".")
    else:
        singled = Question("Singling out", _SINGLING, "open", "It could not be measured: no adversary had a target.")
    linked = len(rows(view.raw.get("lineups")))
    if linked:
        linking = Question(
            "Linkability",
            _LINKING,
            "measured",
            f"{count(linked)} people of another dataset were looked for in this one.",
        )
    else:
        linking = Question(
            "Linkability",
            _LINKING,
            "open",
            "Not measured here. Run “standout link” with a second dataset about the same people.",
        )
    inferred = (
        "Not measured yet. That a record is found means that everything in it is learnt; what can be guessed beyond "
        "that is open."
    )
    return [singled, linking, Question("Inference", _INFERRING, "open", inferred)]


_SINGLING = "Can one person’s record be picked out?"
_LINKING = "Can records of the same person in two datasets be brought together?"
_INFERRING = "Can something that is not in the data be guessed about a person?"
