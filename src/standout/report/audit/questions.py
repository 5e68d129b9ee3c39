"""What an audit says to the three questions of European guidance (Article 29 Working Party, Opinion 05/2014).

Open is only what this data cannot answer, and then with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from standout.report.words import begun, interval, of_whom, percent, someone_who
from standout.results.audit import AuditDocument
from standout.results.estimate import Estimate
from standout.results.questions import InferredAttribute, Linkability, Linked

_SINGLING = "Can one person’s record be picked out?"
_LINKING = "Can records of the same person in two datasets be brought together?"
_INFERRING = "Can something that is not in the data be guessed about a person?"
_NOT_ASKED = "It was not asked: these findings are of a version that did not."


LONG = 240
"""An answer of more letters than this begins with its first sentence, and the rest is folded away."""


@dataclass(frozen=True)
class Question:
    """One of the three questions, answered or open."""

    name: str
    meaning: str
    state: str
    answer: str

    @property
    def first(self) -> str:
        """The answer; of a long one its first sentence."""
        return self.answer if len(self.answer) <= LONG else f"{self.answer.split('. ', 1)[0].removesuffix('.')}."

    @property
    def more(self) -> str:
        """The rest of a long answer."""
        return self.answer[len(self.first) :].strip()


def questions(document: AuditDocument) -> list[Question]:
    """Singling out, linkability and inference."""
    return [
        Question("Singling out", _SINGLING, *_singling_out(document)),
        Question("Linkability", _LINKING, *_linkability(document)),
        Question("Inference", _INFERRING, *_inference(document)),
    ]


def _singling_out(document: AuditDocument) -> tuple[str, str]:
    finding, worst = document.reference(), document.headline()
    if finding is None or finding.found is None:
        return "open", "It could not be measured: no adversary had a target."
    audited, share = document.looked_for, interval(document.share_found(finding))
    possible = f"{begun(someone_who(finding.who))} picks out the right record for {share} {of_whom(finding, audited)}"
    if worst is not None and worst.adversary != finding.who:
        possible += f"; at worst, {someone_who(worst.adversary)} does for {interval(worst.estimate)}"
    return "measured", f"{possible}."


def _linkability(document: AuditDocument) -> tuple[str, str]:
    if document.questions is None:
        return "open", _NOT_ASKED
    answer = document.questions.linkability
    best = answer.best
    if best is None:
        reason = answer.reason or "it was not measured"
        return (
            "open",
            f"This data cannot answer: {reason}. A second dataset about the same people can: “standout link”.",
        )
    verdict = "Yes, better than by guessing." if answer.possible else "Not better than by guessing."
    ways = "; ".join(_linked(way) for way in answer.linked)
    blind = f"Blind guesses: {percent(answer.blind_first)} and {percent(answer.blind_within_10)}."
    return "measured", f"{verdict} {_halves(answer)} {ways[0].upper()}{ways[1:]}. {blind}{_after_gaps(answer)}"


def _after_gaps(answer: Linkability) -> str:
    """How much is left after days that nobody knows of, by whatever links best."""
    parts = []
    for after in answer.after_gaps:
        best = max((way.first for way in after.linked), key=lambda first: first.rate)
        parts.append(f"{interval(best)} of {after.people:,} people after a gap of {after.gap} days")
    return f" Still first: {'; '.join(parts)}." if parts else ""


def _halves(answer: Linkability) -> str:
    asked, both = answer.people or 0, answer.with_both or answer.people or 0
    events = "With every repeat on its own day (as --repeats events has it), records" if answer.as_events else "Records"
    whose = "their" if asked == both else f"of {asked:,} of them, drawn by lot, the"
    return (
        f"{events} were cut after {answer.last_older_day}; {both:,} of {answer.sampled or 0:,} people with two entries "
        f"or more have something before and after, and {whose} older halves were linked to the newer ones."
    )


def _linked(way: Linked) -> str:
    by = "by the items in both halves" if way.by == "items" else "by taste, habits and rhythm"
    found = (
        f"{by}, the right one comes first for {interval(way.first)}, among the first ten for {interval(way.within_10)}"
    )
    return f"{found}{_named(way)}"


def _named(way: Linked) -> str:
    """Whom an adversary would name who keeps a promise of few wrong names; or why nobody."""
    if way.silent is not None:
        return f" (nobody would be named: {way.silent})"
    if way.named is None or way.accused is None:
        return ""
    return f" ({interval(way.named)} would be named, and with their record taken out {interval(way.accused)}, wrongly)"


_ONLY_A_FLOOR = (
    "That is a quick look, and so a floor: one plain attacker who sees neither values nor days. "
    "“standout infer” looks thoroughly."
)


def _inference(document: AuditDocument) -> tuple[str, str]:
    if document.questions is None:
        return "open", _NOT_ASKED
    answer = document.questions.inference
    if not answer.attributes:
        reason = answer.reason or "it was not measured"
        return "open", f"This data cannot answer: {reason}. A table of people can: “standout infer --people”."
    known = "; ".join(_inferred(attribute) for attribute in answer.attributes)
    verdict = "Yes, better than by guessing." if answer.possible else "Not better than by guessing."
    return "measured", f"{verdict} From what people have, by somebody who knows it of others: {known}. {_ONLY_A_FLOOR}"


def _inferred(attribute: InferredAttribute) -> str:
    state = "" if attribute.inferred else ", no better than guessing"
    return (
        f"{attribute.name} is right for {interval(attribute.accuracy)} of {attribute.people:,} people (always the most "
        f"common: {percent(attribute.majority)}; AUC {_auc(attribute.auc)}, guessing 0.50{state})"
    )


def _auc(estimate: Estimate) -> str:
    return f"{estimate.rate:.2f} [{estimate.low:.2f}–{estimate.high:.2f}]"
