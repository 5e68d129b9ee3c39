"""An estimate: a rate or a mean with its 95% interval; the one type for it in all results."""

from __future__ import annotations

from standout.results.base import Part


class Estimate(Part, frozen=True, kw_only=False):
    """A raw rate or mean and its 95% interval."""

    rate: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        return {"rate": self.rate, "low": self.low, "high": self.high}
