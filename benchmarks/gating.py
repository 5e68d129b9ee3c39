"""The gate on every dataset: how long a verdict takes, on the data as it is and on a release that should pass.

`python -m benchmarks.gating [dataset …]` prints a row for each dataset that is on this machine: the ready policy
`research-partner` on the data itself, to the end and with `sample_first`; then on a release of four fifths of the
people in crowds of ten, with the account of how it was made. Seconds are without reading; kernels are compiled before.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import standout as so
from benchmarks.noise import FILES, opened, place

ASKED = so.make_policy("research-partner", responsible="the benchmark", review="2030-01-01")


def timed(data: Any, **options: Any) -> tuple[so.GateResult, float]:
    """A decision, and how many seconds it took."""
    begun = time.monotonic()
    result = so.gate(data, ASKED, **options)
    return result, time.monotonic() - begun


def figures(result: so.GateResult) -> str:
    """What was measured by each rule, and whether it holds."""
    return "; ".join(rule.said().replace(" " * 6, " ") for rule in result.document.rules)


def rows(name: str) -> list[str]:
    """What came of one dataset."""
    data = opened(name)
    so.gate(data, ASKED, targets=50)
    whole, long = timed(data)
    first, short = timed(data, sample_first=True)
    crowds = so.protect(data, so.Sample(people=0.8), so.Crowds(k=10))
    after, took = timed(data, released=crowds)
    return [
        f"{name}: {data.people:,} people, {data.count:,} interactions",
        f"  as it is      {long:6.1f} s  {figures(whole)}",
        f"  sample first  {short:6.1f} s  {first.document.headline()}",
        f"  crowds of 10  {took:6.1f} s  {figures(after)}",
    ]


def main(names: list[str]) -> None:
    """Print the rows of these datasets, or of all that are there."""
    for name in names or FILES:
        if (place() / name).exists():
            for row in rows(name):
                sys.stdout.write(f"{row}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
