"""What to do next, and what the audit says to the three questions of European guidance.

Advice rests on pairs of adversaries of this very audit who differ in one thing only: if somebody who does not know
the days finds as many people, then taking the days out will not help, and the report says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from standout.report.audit.view import View
from standout.report.words import count, interval, of_whom, percent
from standout.results.finding import AdversaryDescription, Finding

HIGH, NOTABLE = 0.2, 0.05
"""From these shares of people found on, the advice is not to release, or not to publish: ours, not the law's."""


Changed = Callable[[AdversaryDescription], AdversaryDescription]
"""The same adversary, but for one thing."""


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
    steps = [_release(view), _days(view), _values(view), _rare(view), _lengths(view)]
    again = Step(
        "Then audit the changed file against the original.",
        "The adversary still knows what is true, not what you changed: --released attacks the new file with the "
        "old truth.",
        "standout audit DATA --released FILE",
    )
    return [step for step in steps if step is not None] + ([again] if view.worst else [])


def _release(view: View) -> Step:
    worst = view.worst
    if worst is None or worst.found is None:
        return Step(
            "Check the input.",
            "Nobody could be looked for, so nothing is known about the risk. The notes below say why.",
        )
    sentence = f"“{worst.who}” finds {interval(worst.found)} {of_whom(worst, view.audited)}"
    if worst.found.rate >= HIGH:
        return Step(
            "Do not release this data as it is.",
            f"{sentence}. Taking names out did not make these people anonymous.",
        )
    if worst.found.rate >= NOTABLE:
        return Step(
            "Do not publish this data; share it only with people bound by contract.",
            f"{sentence}: too many for the open.",
        )
    return Step(
        "These adversaries find few people; decide with care.",
        f"At most {interval(worst.found)}. Somebody who knows more may find more.",
    )


def _days(view: View) -> Step | None:
    if view.document.data.days is None:
        return None
    pair = _pair(
        view,
        lambda adversary: adversary.days != "unknown",
        lambda adversary: msgspec.structs.replace(adversary, days="unknown"),
    )
    if pair is None:
        return Step("Coarsen the days, or leave them out.", "Days tell people apart even if they have the same items.")
    knowing, without = pair
    return _compared("Coarsen the days, or leave them out", "without any days", knowing, without)


def _values(view: View) -> Step | None:
    if view.document.data.values.kind == "none":
        return None
    pair = _pair(
        view, lambda adversary: adversary.values == 0, lambda adversary: msgspec.structs.replace(adversary, values=1)
    )
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
    few = sum(row.count for row in view.document.popularity.items_by_holders if row.high < 8)
    whose = f"{count(few)} items are held by fewer than eight people each. " if few else ""
    pair = _pair(view, lambda adversary: not adversary.outside_top, _rarer(view))
    figures = "Rare items point at few people."
    if pair is not None and pair[0].found is not None and pair[1].found is not None:
        usual, rare = pair[0].found.rate, pair[1].found.rate
        figures = f"Who knows only rarer items finds {percent(rare)} (any items: {percent(usual)})."
    if view.document.revealing_items:
        figures += " The items that reveal most are listed below."
    return Step("Suppress rare items, or merge them into broader ones.", whose + figures)


def _rarer(view: View) -> Changed:
    rare = next((finding.adversary for finding in view.best.values() if finding.adversary.outside_top), None)
    if rare is None:
        return lambda adversary: adversary
    return lambda adversary: msgspec.structs.replace(
        adversary, outside_top=rare.outside_top, outside_top_share=rare.outside_top_share
    )


def _lengths(view: View) -> Step | None:
    groups = [(row.group, row.found) for row in view.document.personal.by_record_length]
    if (
        len(groups) < 2
        or max(estimate.rate for _, estimate in groups) - min(estimate.rate for _, estimate in groups) < 0.1
    ):
        return None
    most = max(groups, key=lambda row: row[1].rate)
    return Step(
        "Cut very revealing records short.",
        f"People with {most[0]} items are found most: {percent(most[1].rate)}.",
    )


def _pair(view: View, fits: Callable[[AdversaryDescription], bool], changed: Changed) -> tuple[Finding, Finding] | None:
    """Two adversaries of this audit who differ in one thing only, the reference first if it is one of them."""
    known = {
        name: msgspec.structs.replace(finding.adversary, name="", sentence="") for name, finding in view.best.items()
    }
    chosen = view.reference.who if view.reference else ""
    for name in sorted(known, key=lambda name: name != chosen):
        if fits(known[name]):
            wanted = changed(known[name])
            for other, adversary in known.items():
                if other != name and adversary == wanted:
                    return view.best[name], view.best[other]
    return None


def questions(view: View) -> list[Question]:
    """Singling out, linkability and inference (Article 29 Working Party, Opinion 05/2014)."""
    finding = view.reference
    if finding is not None and finding.found is not None:
        possible = (
            f"“{finding.who}” picks out the right record for {interval(finding.found)} {of_whom(finding, view.audited)}"
        )
        if view.worst is not None and view.worst.who != finding.who:
            possible += f"; at worst, “{view.worst.who}” does for {interval(view.worst.found)}"
        singled = Question("Singling out", _SINGLING, "measured", possible + ".")
    else:
        singled = Question("Singling out", _SINGLING, "open", "It could not be measured: no adversary had a target.")
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
