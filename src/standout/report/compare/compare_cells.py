"""How figures of a comparison stand in the cells of its tables."""

from __future__ import annotations

from standout.report.words import NOT_THERE
from standout.results.compare_measures import Loss
from standout.results.estimate import Estimate


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


def lost(loss: Loss | None) -> str:
    """What is lost, with its interval where there is one."""
    if loss is None:
        return NOT_THERE
    if loss.low is None:
        return signed(loss.loss)
    return f"{signed(loss.loss)} [{signed(loss.low)} to {signed(loss.high)}]"
