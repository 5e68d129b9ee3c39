"""The tables of `compare.html` on what data is still good for: to those in it, to others, for what it is meant for."""

from __future__ import annotations

from collections.abc import Iterator

from standout.report.compare.compare_cells import lost
from standout.report.drawing.figure import Table
from standout.report.words import NOT_THERE, decimal, percent
from standout.results.compare import CompareResult
from standout.results.compare_measures import Utility, UtilityLoss
from standout.results.compare_uses import Intended, Transfer
from standout.results.frontier import UNPROTECTED


def transfer_table(result: CompareResult) -> Table:
    """What lists learned from each release are worth to people who are not in it."""
    every = [("0", UNPROTECTED, result.unprotected.transfer)]
    every += [(str(number), row.text, row.transfer) for number, row in result.numbered()]
    rows = [(number, text, *_listed(transfer)) for number, text, transfer in every if transfer is not None]
    head = ("no.", "protection", "nDCG@10 for people who are not in it", "of popularity", "lost")
    return Table("What it teaches about others", head, rows, 2)


def _listed(transfer: Transfer) -> tuple[str, str, str]:
    return decimal(transfer.score.score.rate, 4), decimal(transfer.score.baseline.rate, 4), lost(transfer.loss)


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
    loss = utility.loss or UtilityLoss()
    return (
        decimal(utility.rmse, 4), lost(loss.rmse), decimal(utility.rmse_on_protected, 4),
        decimal(utility.ndcg, 4), lost(loss.ndcg), decimal(utility.recall, 4), decimal(utility.ndcg_of_popularity, 4),
        decimal(utility.next_item, 4), lost(loss.next_item), decimal(utility.next_item_of_popularity, 4),
    )  # fmt: skip


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
