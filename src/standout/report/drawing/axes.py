"""From numbers to places in a chart, and the round numbers that are written beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10, sqrt

Tick = tuple[float, str]
"""A number at an axis, and how it is written."""

FEW = 5
"""About how many numbers stand at an axis."""

SHARES: Sequence[Tick] = ((0, "0%"), (0.25, "25%"), (0.5, "50%"), (0.75, "75%"), (1, "100%"))
SHARES_IN_DECIMALS: Sequence[Tick] = ((0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1, "1"))

_TOO_SMALL = 1e-12


@dataclass(frozen=True)
class Scale:
    """Where a number between two others stands; by its logarithm if `log`."""

    low: float
    high: float
    begin: float
    end: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high, at = (self._spread(each) for each in (self.low, self.high, value))
        share = 0.5 if high == low else (at - low) / (high - low)
        return self.begin + share * (self.end - self.begin)

    def _spread(self, value: float) -> float:
        return log10(max(value, _TOO_SMALL)) if self.log else value


def step_for(low: float, high: float, count: int = FEW) -> float:
    """The step of 1, 2 or 5 times a power of ten that cuts a span into about so many parts."""
    rough = (high - low) / max(count, 1)
    if rough <= 0:
        return 1.0
    power = 10.0 ** floor(log10(rough))
    over = rough / power
    return power * (10 if over >= sqrt(50) else 5 if over >= sqrt(10) else 2 if over >= sqrt(2) else 1)


def rounded_out(low: float, high: float, count: int = FEW) -> tuple[float, float]:
    """The span from the round number below to the one above; one that has no length goes up to the next."""
    step = step_for(low, high, count)
    begin, end = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
    return begin, end if end > begin else begin + step


def ticks(low: float, high: float, *, percents: bool = False, count: int = FEW) -> list[Tick]:
    """Round numbers within a span."""
    step = step_for(low, high, count)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [(place * step, written(place * step, step, percents=percents)) for place in range(first, last + 1)]


def log_ticks(low: float, high: float, most: int = 7) -> list[Tick]:
    """Powers of ten within a span, thinned if there are many; where there are hardly any, also 2 and 5 times them."""
    powers = range(ceil(log10(low) - 1e-9), floor(log10(high) + 1e-9) + 1)
    if len(powers) > 2:
        every = ceil(len(powers) / most)
        return [(10.0**power, short(10.0**power)) for power in powers[::every]]
    around = range(floor(log10(low)), floor(log10(high)) + 1)
    values = [times * 10.0**power for power in around for times in (1, 2, 5)]
    return [(value, short(value)) for value in values if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]


def written(value: float, step: float, *, percents: bool = False) -> str:
    """A number with as many digits as tell it from the next."""
    hundred = 100 if percents else 1
    digits = max(0, -floor(log10(step * hundred) + 1e-9))
    text = f"{value * hundred:,.{digits}f}".replace("-", "−")
    return f"{text}%" if percents else text


def short(value: float) -> str:
    """A number of any size in a few signs: 500, 20k, 1M."""
    for size, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size * (1 - 1e-9):
            return f"{value / size:g}{sign}"
    return f"{value:g}"
