"""The tables of `compare.html` on an attribute: what is inferred about it, by whom, and whom hiding it concerns."""

from __future__ import annotations

from collections.abc import Sequence

from standout.report.compare.compare_cells import signed
from standout.report.drawing.figure import Table
from standout.report.words import NOT_THERE, percent
from standout.results.compare import CompareResult
from standout.results.compare_measures import Hiding, Knowing, KnownLabels, Reached
from standout.results.frontier import UNPROTECTED


def attribute_tables(result: CompareResult) -> list[Table]:
    """Each attacker, static and adaptive; none without an attribute."""
    if result.attribute is None:
        return []
    rows: list[Sequence[str]] = []
    known = [("0", UNPROTECTED, result.unprotected.attribute)]
    known += [(str(number), row.text, row.attribute) for number, row in result.numbered()]
    for number, text, risk in known:
        if risk is None or risk.attackers is None:
            continue
        before = {reached.name: reached for reached in risk.attackers.static}
        for adaptive in risk.attackers.adaptive:
            static = before.get(adaptive.name)
            worst = f"{max(one.mirrored for one in (static, adaptive) if one):.2f}"
            rows.append((number, text, adaptive.name, _auc_sd(static), _auc_sd(adaptive), worst))
    head = (
        "no.",
        "protection",
        "attacker",
        "learned from the original",
        "learned from protected data",
        "worst, turned round",
    )
    shown = [Table(f"What is inferred: AUC for {result.attribute.name}", head, rows, 3)]
    more = [(number, text, risk.hiding) for number, text, risk in known if risk is not None and risk.hiding is not None]
    return [*shown, _knowing_table(more), _concerned_table(more)] if more else shown


def _knowing_table(more: Sequence[tuple[str, str, Hiding]]) -> Table:
    """What the strongest attacker reaches by how many labels he knows, and who knows more."""
    rows: list[Sequence[str]] = []
    for number, text, hidden in more:
        rows += [
            (number, text, f"the class of {each.share:.0%} of people ({each.people:,})", _auc_span(each))
            for each in hidden.by_labels
        ]
        rows += [(number, text, each.knows, _auc_span(each)) for each in hidden.knowing]
    return Table("By how much the attacker knows", ("no.", "protection", "he knows", "AUC"), rows, 3)


def _concerned_table(more: Sequence[tuple[str, str, Hiding]]) -> Table:
    """What was done to each class, and to those whose record is different."""
    rows = [
        (
            number, text, each.name, f"{each.touched:,} of {each.people:,}", percent(each.changed_share),
            NOT_THERE if each.told_apart is None else f"{each.told_apart:.2f}",
            NOT_THERE if each.lists_lost is None else signed(each.lists_lost),
            NOT_THERE if each.too_early is None else percent(each.too_early),
        )
        for number, text, hidden in more
        for each in hidden.concerned
    ]  # fmt: skip
    head = (
        "no.", "protection", "people", "edited", "changed", "real or protected, AUC", "lists lost",
        "added before anybody had it",
    )  # fmt: skip
    return Table("Whom it concerns", head, rows, 3)


def _auc_span(each: KnownLabels | Knowing) -> str:
    span = "" if each.low is None or each.high is None else f" [{each.low:.2f}–{each.high:.2f}]"
    return f"{each.auc:.2f}{span}"


def _auc_sd(reached: Reached | None) -> str:
    return NOT_THERE if reached is None else f"{reached.auc:.2f} ± {reached.sd:.2f}"
