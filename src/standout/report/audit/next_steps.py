"""What to do next: only what was tried on this very data and helps, or holds by proof on any.

An audit tries a few protections against adversaries who know of them. What leaves as many people to be found as before
is not advised, however plausible it is; and what helps costs something, which the last step measures.
"""

from __future__ import annotations

from dataclasses import dataclass

from standout.report.audit.view import View
from standout.report.words import interval, percent
from standout.results.audit import AuditDocument
from standout.results.questions import MeasuredAdvice, Tried

HIGH, NOTABLE = 0.2, 0.05
"""From these shares of people found on, the advice is not to release, or not to publish: ours, not the law's."""

SHOWN = 3

CROWD = 20
"""Records dealt in crowds of so many are tied to their person in at most 5% of cases, whatever is known."""

_IN_WORDS = {
    "suppress-rare:below=10": "leave out items that fewer than ten people have",
    "trim:keep=20": "keep at most 20 entries a person",
    "coarsen-values:to=likes": "release likes instead of values",
    "coarsen-values:to=presence": "release no values",
    "coarsen-days:to=month": "release months instead of days",
    "coarsen-days:to=none": "release no days",
}
_BARE, _BARE_ITEMS = "coarsen-values:to=presence + coarsen-days:to=none", "release items without values and days"


@dataclass(frozen=True)
class Step:
    """One thing to do: what, why, and the command for it if there is one."""

    what: str
    why: str
    command: str | None = None


def next_steps(view: View) -> list[Step]:
    """What the data's owner should do now, most important first."""
    advice = view.document.advice
    if view.worst is None or view.worst.found is None:
        return [_release(view)]
    if advice is None:
        return [_release(view), _compare("standout compare DATA")]
    return [
        _release(view),
        *_measured(advice, view.headline.adversary if view.headline else ""),
        *_proven(view.document),
        _compare(comparison(view.document, advice)),
    ]


def comparison(document: AuditDocument, advice: MeasuredAdvice) -> str:
    """The comparison to run next: of what helps here, and of what holds by proof where that is advised."""
    return f"{advice.compare} --with crowds:k={CROWD}" if _proven(document) else advice.compare


def _release(view: View) -> Step:
    worst = view.headline
    if worst is None:
        return Step(
            "Check the input.",
            "Nobody could be looked for, so nothing is known about the risk. The notes below say why.",
        )
    sentence = worst.said()
    if worst.danger >= HIGH:
        return Step(
            "Do not release this data as it is.",
            f"{sentence}. Taking names out did not make these people anonymous.",
        )
    if worst.danger >= NOTABLE:
        return Step(
            "Do not publish this data; share it only with people bound by contract.",
            f"{sentence}: too many for the open.",
        )
    return Step(
        "These adversaries find few people; decide with care.",
        f"{sentence}. Somebody who knows more may find more.",
    )


def _measured(advice: MeasuredAdvice, worst: str) -> list[Step]:
    """What helps on this data; that nothing does; or why nothing was tried."""
    if advice.reason is not None or not advice.tried:
        reason = advice.reason or "no protection fits the data"
        return [Step("What helps was not measured here.", f"The reason: {reason}. The comparison below measures it.")]
    helpful, useless = advice.helpful, advice.useless
    steps = [_helps(advice, trial, worst) for trial in helpful[:SHOWN]]
    if not helpful:
        tried = "; ".join(in_words(trial.protection) for trial in useless)
        why = f"For {advice.people or 0:,} people, against someone who knows what was done, this was tried: {tried}."
        return [Step("Nothing that was tried helps for sure.", f"{why} As many are found as before.")]
    if useless:
        tried = "; ".join(in_words(trial.protection) for trial in useless)
        steps.append(Step("Do not rely on what did not help.", f"Tried, without a sure effect: {tried}."))
    return steps


def _proven(document: AuditDocument) -> list[Step]:
    """The way out that needs no trial, where data is to be changed at all and has people enough for it."""
    worst = document.headline()
    if worst is None or worst.danger < NOTABLE or document.released or document.data.people < 2 * CROWD:
        return []
    return [
        Step(
            f"If records must be published, deal them anew in crowds of {CROWD}.",
            f"Then no record is anybody's, and no attack ties one to a person in more than {percent(1 / CROWD)} of "
            "cases, by proof. What a crowd has in common still shows, and what is lost differs from data to data: the "
            "comparison below measures it.",
        )
    ]


def _helps(advice: MeasuredAdvice, trial: Tried, worst: str) -> Step:
    """One that helps; who then finds most is named where it is somebody else than the worst of the data as it is."""
    named = "" if trial.adversary == worst else f" ({trial.adversary})"
    what = in_words(trial.protection)
    enough = "" if trial.left.rate < NOTABLE else " Not enough by itself."
    change = trial.change
    why = (
        f"Of {advice.people or 0:,} people looked for, the worst adversary, who knows of it{named}, "
        f"then finds {interval(trial.left)} instead of {interval(advice.now)}: fewer by {percent(-change.change)} "
        f"[{_points(-change.high)}–{_points(-change.low)}] of people.{enough}"
    )
    return Step(f"{what[0].upper()}{what[1:]}: this helps.", why)


def _points(share: float) -> str:
    return f"{100 * share:.0f}"


def in_words(protection: str) -> str:
    """A protection as its owner would say it; as it is asked for, where there are no words for it."""
    whole = protection.replace(_BARE, _BARE_ITEMS)
    return ", ".join(_IN_WORDS.get(part, part) for part in whole.split(" + "))


def _compare(command: str) -> Step:
    return Step(
        "Then measure what protections cost on your own data.",
        "The comparison attacks again, and says what the data is still good for. Afterwards, “standout audit DATA "
        "--released FILE” attacks the changed file with the old truth.",
        command,
    )
