"""The tables of `compare.html`: a row per protection, or per protection and adversary, attacker or classifier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from standout.report.drawing.figure import Table
from standout.report.words import NOT_THERE, decimal, interval, percent, plain_name, points
from standout.results.compare import CompareResult, ProtectionRow, Unprotected, feared
from standout.results.compare_found import Change
from standout.results.compare_measures import Hiding, Knowing, KnownLabels, Loss, Reached, Realism, Utility, UtilityLoss
from standout.results.compare_uses import Intended, Transfer
from standout.results.estimate import Estimate
from standout.results.frontier import UNPROTECTED


def signed(share: float | None) -> str:
    """A change in percentage points or percent: "+2.1%", "−0.3%"."""
    if share is None:
        return NOT_THERE
    shown = f"{100 * abs(share):.1f}%"
    return shown if shown == "0.0%" else ("+" if share > 0 else "−") + shown


def auc(estimate: Estimate | None) -> str:
    """An AUC with its interval."""
    if estimate is None:
        return NOT_THERE
    return f"{estimate.rate:.2f}" + (
        f" [{estimate.low:.2f}–{estimate.high:.2f}]" if estimate.low < estimate.high else ""
    )


def overview(result: CompareResult) -> Table:
    """Everything at a glance."""
    attribute = result.attribute is not None
    head = [
        "no.",
        "protection",
        "changed",
        "found",
        "learned, in points",
        *(["worst AUC"] if attribute else []),
        "utility lost",
        "told from real",
    ]
    rows = [["0", UNPROTECTED, "0%", *dangers(result.unprotected, attribute), "0%", NOT_THERE]]
    for number, row in result.numbered():
        rows.append([
            str(number), row.text, percent(row.changed_share), *dangers(row, attribute), percent(row.utility_loss),
            _told_from_real(row.realism),
        ])  # fmt: skip
    return Table("All protections", head, rows, 2)


def plain_names(result: CompareResult) -> dict[str, str]:
    """What each adversary knows in a few words, its name in brackets, by that name."""
    return {adversary.name: plain_name(adversary) for adversary in result.settings.adversaries}


def dangers(row: Unprotected | ProtectionRow, attribute: bool) -> list[str]:
    """What is left to fear: who is found and, if one was asked for, what is inferred about the attribute."""
    identified, gain = interval(feared(row, "identification")), feared(row, "learned")
    if isinstance(row, ProtectionRow) and row.ceiling is not None:
        identified += f", proven at most {percent(row.ceiling)}"
    learned = NOT_THERE if gain is None else points(gain)
    if isinstance(row, ProtectionRow) and row.most_gained is not None:
        learned += f", proven at most {100 * row.most_gained:.0f}"
    both = [identified, learned]
    return [*both, auc(feared(row, "attribute"))] if attribute else both


def made_for_it_table(result: CompareResult) -> Table:
    """Attackers that were made for a protection, beside what their figure is to be read against."""
    rows = [
        (str(number), row.text, each.attacker, each.words, interval(each.reached),
         f"{percent(each.beside)} ({each.beside_is})")
        for number, row in result.numbered()
        for each in row.made_for_it or ()
    ]  # fmt: skip
    head = ("no.", "protection", "attacker", "what they do", "reaches", "beside")
    return Table("Attackers made for a protection", head, rows, 4)


def transfer_table(result: CompareResult) -> Table:
    """What lists learned from each release are worth to people who are not in it."""
    every = [("0", UNPROTECTED, result.unprotected.transfer)]
    every += [(str(number), row.text, row.transfer) for number, row in result.numbered()]
    rows = [(number, text, *_listed(transfer)) for number, text, transfer in every if transfer is not None]
    head = ("no.", "protection", "nDCG@10 for people who are not in it", "of popularity", "lost")
    return Table("What it teaches about others", head, rows, 2)


def _listed(transfer: Transfer) -> tuple[str, str, str]:
    return decimal(transfer.score.score.rate, 4), decimal(transfer.score.baseline.rate, 4), _lost(transfer.loss)


def learned_table(result: CompareResult) -> Table:
    """What is guessed of people in the data, and of people who were held out."""
    rows, called = [], plain_names(result)
    every = [("0", UNPROTECTED, result.unprotected.learned)]
    every += [(str(number), row.text, row.learned) for number, row in result.numbered()]
    for number, text, taught in every:
        if taught is not None:
            rates = (interval(taught.inside), interval(taught.out), points(taught.gain))
            who = called.get(taught.adversary or "", taught.adversary or NOT_THERE)
            rows.append((number, text, who, *rates, f"{taught.targets:,}", f"{taught.others:,}"))
    head = (
        "no.",
        "protection",
        "who guesses",
        "right, of ten",
        "of people held out",
        "difference, in points",
        "people",
        "held out",
    )
    return Table("What is learned because people are in the data", head, rows, 3)


def _told_from_real(real: Realism | None) -> str:
    if real is None or real.classifier is None:
        return NOT_THERE
    return f"{percent(real.real_vs_protected)} (real {percent(real.real_vs_real)})"


def identified_table(result: CompareResult) -> Table:
    """Each adversary, before and after."""
    rows, called = [], plain_names(result)
    for number, row in result.numbered():
        for name, identified in row.identified.items():
            rates = (interval(estimate) for estimate in (identified.before, identified.after, identified.adaptive))
            who = called.get(name, name)
            rows.append((str(number), row.text, who, *rates, _points(identified.change), identified.attacks.adaptive))
    head = ("no.", "protection", "who is looking", "before", "after", "who knows of it", "change", "best attack")
    return Table("Who is found", head, rows, 3)


def _points(change: Change | None) -> str:
    if change is None:
        return NOT_THERE
    return f"{signed(change.change)} [{signed(change.low)} to {signed(change.high)}]"


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


def realism_table(result: CompareResult) -> Table:
    """Each classifier, with real people in both halves beside it; and spikes."""
    rows = []
    for number, row in result.numbered():
        if row.realism is None or row.realism.classifiers is None:
            continue
        for name, accuracies in row.realism.classifiers.items():
            both = (accuracies.real_vs_protected, accuracies.real_vs_real)
            cells = [f"{measured.accuracy:.2f} ± {measured.sd:.2f}" for measured in both]
            paper = [f"{measured.first_last.accuracy:.2f}" for measured in both]
            rows.append((str(number), row.text, name, *cells, *paper, str(row.realism.spikes.spikes)))
    head = (
        "no.",
        "protection",
        "classifier",
        "real or protected",
        "real or real",
        "first or last half",
        "the same, both real",
        "spikes",
    )
    return Table("Does it show?", head, rows, 3)


def _with_utility(result: CompareResult) -> Iterator[tuple[str, str, Utility]]:
    """Number, text and utility of the data as it is, and of every protection of the data."""
    yield "0", UNPROTECTED, result.unprotected.utility
    for number, row in result.numbered():
        if row.utility is not None:
            yield str(number), row.text, row.utility


def utility_table(result: CompareResult) -> Table:
    """What recommenders still reach."""
    rows = [(number, text, *_useful(utility)) for number, text, utility in _with_utility(result)]
    head = (
        "no.",
        "protection",
        "RMSE",
        "lost",
        "RMSE as in the paper",
        "nDCG@10",
        "lost",
        "recall@10",
        "nDCG@10 of popularity",
        "next item@10",
        "lost",
        "next item@10 of popularity",
    )
    return Table("What it is still good for", head, rows, 2)


def _useful(utility: Utility) -> tuple[str, ...]:
    lost = utility.loss or UtilityLoss()
    return (
        decimal(utility.rmse, 4), _lost(lost.rmse), decimal(utility.rmse_on_protected, 4),
        decimal(utility.ndcg, 4), _lost(lost.ndcg), decimal(utility.recall, 4), decimal(utility.ndcg_of_popularity, 4),
        decimal(utility.next_item, 4), _lost(lost.next_item), decimal(utility.next_item_of_popularity, 4),
    )  # fmt: skip


def _lost(loss: Loss | None) -> str:
    if loss is None:
        return NOT_THERE
    if loss.low is None:
        return signed(loss.loss)
    return f"{signed(loss.loss)} [{signed(loss.low)} to {signed(loss.high)}]"


def intended_tables(result: CompareResult) -> list[Table]:
    """What it is good for by what it is meant for; none where that was not said."""
    every = [("0", UNPROTECTED, result.unprotected.intended)]
    every += [(str(number), row.text, row.intended) for number, row in result.numbered()]
    rows = [(number, text, *_by_use(intended)) for number, text, intended in every if intended is not None]
    if result.settings.use is None:
        return []
    heads = {
        "recommending": ("nDCG@10 for people who are not in it", "of popularity", "lost"),
        "research": (
            "popularity",
            "pairs",
            "items",
            "people",
            "factors",
            "order (τ)",
            "baskets moved",
            "sequences moved",
        ),
        "totals": ("off", "off, of shares", "typical error of a cell", "groups", "months"),
    }
    return [Table(f"For {result.settings.use}", ("no.", "protection", *heads[result.settings.use]), rows, 2)]


def _by_use(intended: Intended) -> tuple[str, ...]:
    transfer, research, totals = intended.transfer, intended.research, intended.totals
    if research is not None:
        order = research.order
        tau = NOT_THERE if order is None else f"{order.rate:.1f} [{order.low:.1f} to {order.high:.1f}]"
        names = ("popularity", "pairs", "items", "people", "factors")
        scores = (decimal(found.rate if (found := research.scores.get(name)) else None, 3) for name in names)
        return (*scores, tau, percent(research.baskets), percent(research.sequences))
    if totals is not None:
        months = NOT_THERE if totals.months is None else f"{totals.months:,}"
        return percent(totals.error), percent(totals.of_shares), percent(totals.typical), f"{totals.groups:,}", months
    if transfer is None:
        return NOT_THERE, NOT_THERE, NOT_THERE
    return _listed(transfer)


def statistics_table(result: CompareResult) -> Table:
    """Strucks' table 10, and how far popularity moved."""
    rows = [(number, text, *_statistics(utility)) for number, text, utility in _with_utility(result)]
    head = (
        "no.",
        "protection",
        "people",
        "items",
        "entries",
        "density",
        "mean",
        "variance",
        "popularity moved",
        "rank correlation",
    )
    return Table("The data as a whole", head, rows, 2)


def _statistics(utility: Utility) -> tuple[str, ...]:
    whole, drift = utility.statistics, utility.popularity_drift
    return (
        f"{whole.people:,}", f"{whole.items:,}", f"{whole.interactions:,}",
        NOT_THERE if whole.density is None else f"{100 * whole.density:.2f}%", decimal(whole.mean, 2),
        decimal(whole.variance, 2), percent(drift.total_variation), decimal(drift.rank_correlation, 3),
    )  # fmt: skip
