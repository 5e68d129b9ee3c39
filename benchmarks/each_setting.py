"""`python -m benchmarks.each_setting owner|people [DATA]`: single protections at many settings, by three adversaries.

What the owner can do is shown with what it changes and costs; what people can do themselves changes what is known of
them alone. `DATA` is ml-1m if nothing is said, or any data; `--targets N` says how many people are looked for, `--with
TEXT` names protections instead of the usual ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from benchmarks.places import dataset
from standout.errors import BadInput
from standout.library.compare import compare
from standout.results.compare import CompareResult, ProtectionRow, Unprotected
from standout.results.compare_found import Identified, IdentifiedBefore
from standout.results.compare_measures import Loss
from standout.results.estimate import interval

By = Literal["owner", "people"]

ADVERSARIES = ("acquaintance", "no-dates", "mentions")
TARGETS = 1_000
_BARE = "coarsen-values:to=presence + coarsen-days:to=none"
TRIED: dict[By, tuple[str, ...]] = {
    "owner": (
        *(f"suppress-rare:below={fewest}" for fewest in (10, 100, 500, 1000)),
        *(f"coarsen-values:to={to}" for to in ("likes", "presence")),
        *(f"coarsen-days:to={to}" for to in ("week", "month", "quarter", "none")),
        *(f"perturb:values={values},days={days}" for values, days in ((0.5, 7), (1, 14), (2, 90), (4, 1000))),
        *(f"sample:people={share}" for share in (0.5, 0.1)),
        *(f"trim:keep={most}" for most in (100, 50, 20)),
        "trim:keep=20,which=random",
        *(f"swap:share={share}" for share in (0.1, 0.3, 0.6, 0.9)),
        _BARE,
        *(f"{_BARE} + {more}" for more in ("suppress-rare:below=500", "trim:keep=50", "trim:keep=20")),
        "coarsen-values:to=likes + coarsen-days:to=none",
        "coarsen-values:to=likes + coarsen-days:to=none + trim:keep=100",
        "perturb:values=0.5,days=0 + coarsen-days:to=none",
    ),
    "people": (
        *(f"hide-rarest:share={share}" for share in (0.1, 0.25, 0.5)),
        *(
            f"misdirect:add={many},popularity={of}"
            for many, of in ((5, "most"), (20, "most"), (5, "at-least:512"), (20, "at-least:512"))
        ),
    ),
}  # fmt: skip
"""What is tried; a plus stands between protections that follow each other."""


def measured(place: Path, texts: Sequence[str], targets: int | None = TARGETS) -> CompareResult:
    """Every setting on the same people with the same knowledge."""
    if place.suffix == ".json":
        return CompareResult.read(place)
    chains = [text.split(" + ") for text in texts]
    return compare(place, chains, adversaries=list(ADVERSARIES), targets=targets)


def rows(result: CompareResult, by: By) -> Iterator[str]:
    """A line for the data as it is, and for each setting of it, in Markdown."""
    who = list(result.unprotected.identified)
    costs = ("changed", "ratings lost", "lists lost") if by == "owner" else ()
    yield _line(("protection", *costs, *(f"`{name}`" for name in who)))
    yield "|---|" + "---:|" * (len(costs) + len(who))
    yield _line(("nothing", *["0", "none", "none"][: len(costs)], *_before(result.unprotected, who)))
    for row in result.protections:
        if row.changes_data == (by == "owner"):
            name = " + ".join(f"`{part}`" for part in row.text.split(" + "))
            yield _line((name, *(_costs(row) if costs else ()), *(_found(row.identified.get(each)) for each in who)))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _before(now: Unprotected, who: Sequence[str]) -> Iterator[str]:
    found: Iterator[IdentifiedBefore] = (now.identified[name] for name in who)
    return (interval(each.before) for each in found)


def _costs(row: ProtectionRow) -> tuple[str, str, str]:
    lost = row.utility.loss if row.utility is not None else None
    return f"{row.changed_share:.0%}", _loss(lost.rmse if lost else None), _loss(lost.ndcg if lost else None)


def _loss(loss: Loss | None) -> str:
    if loss is None:
        return "–"
    between = "" if loss.low is None or loss.high is None else f" [{100 * loss.low:.0f}, {100 * loss.high:.0f}]"
    return f"{loss.loss:.0%}{between}".replace("-", "−")


def _found(found: Identified | None) -> str:
    """By somebody who does not know of it, and by somebody who does where that is more."""
    if found is None or found.adaptive is None:
        return "–"
    knowing = interval(found.adaptive)
    if found.after is None or f"{found.after.rate:.0%}" == f"{found.adaptive.rate:.0%}":
        return knowing
    return f"{found.after.rate:.0%} → **{knowing}**"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.each_setting", description=__doc__)
    parser.add_argument("by", choices=tuple(TRIED))
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--with", dest="texts", action="append", default=[])
    parser.add_argument("--targets", type=int, default=TARGETS)
    asked = parser.parse_args(arguments)
    place = asked.data or dataset("ml-1m")
    if place is None:
        raise BadInput("ml-1m is not at hand; name the data")
    found = measured(place, asked.texts or TRIED[asked.by], asked.targets)
    about = f"{found.data.people:,} people, {found.settings.targets:,} targets, seed {found.seed}"
    print(f"\n{place.name}: {about}\n", *rows(found, asked.by), sep="\n", flush=True)


if __name__ == "__main__":
    main()
