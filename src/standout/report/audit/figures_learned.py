"""What is learned about people: what adversaries guess of them, and of people who are not in the release."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.audit.view import View
from standout.report.drawing.figure import Missing, Table
from standout.report.words import count, interval, points
from standout.results.finding import Finding
from standout.results.learned import VALUES, WHOLE, Learned

_OTHERS = {
    "left out": "the same people, their own record left out of the release",
    "held out": "people of the data who are not in the release",
    "control": "people of the control, who are not in the release",
}


def figures(view: View) -> Sequence[Table | Missing]:
    """A row per adversary: what is guessed of people in the release, of others, and the difference; and membership."""
    title = "Guessed of people in the release, and of others"
    best = {name: _most([finding for finding in view.of(name) if finding.learned]) for name in view.adversaries}
    rows = [_row(finding, finding.learned) for finding in best.values() if finding and finding.learned]
    if not rows:
        return [Missing("learned", title, "Too few people could be guessed, or it is not in the findings.")]
    most = view.document.most_learned()
    others = _OTHERS[most.learned.outside] if most and most.learned else ""
    head = [
        "adversary",
        "attack",
        "people guessed",
        "right, of ten",
        "right, of ten, others",
        "difference, in points",
        "all that they have",
        "all that others have",
        "right with its value, of ten",
        "the same, others",
    ]
    caption = f"{title}: with the attack by which being in it costs most; others are {others}"
    return [Table(caption, head, rows, words=2), *_membership(view)]


def _most(findings: Sequence[Finding]) -> Finding | None:
    return max(findings, key=lambda finding: finding.learned.gain.rate if finding.learned else -1.0, default=None)


def _row(finding: Finding, learned: Learned) -> list[str]:
    whole, values = (learned.measures.get(name) for name in (WHOLE, VALUES))
    return [
        finding.who, finding.attack, count(learned.targets), interval(learned.inside), interval(learned.out),
        points(learned.gain),
        *(interval(getattr(measure, side) if measure else None) for measure in (whole, values)
          for side in ("inside", "out")),
    ]  # fmt: skip


def _membership(view: View) -> list[Table]:
    """Who is in the release at all: only beside people who are known not to be."""
    rows, shares = [], []
    for finding in view.findings:
        if (told := finding.membership) is not None:
            shares = [f"{100 * at.false:g}%" for at in told.at]
            area = f"{told.auc.rate:.2f} [{told.auc.low:.2f}–{told.auc.high:.2f}]"
            rows.append([finding.who, finding.attack, area, *(interval(at.right) for at in told.at)])
    if not rows:
        return []
    head = ["adversary", "attack", "AUC", *(f"told, at {share} false" for share in shares)]
    return [Table("Whether somebody is in the release at all (an AUC of 0.5 is guessing)", head, rows, words=2)]
