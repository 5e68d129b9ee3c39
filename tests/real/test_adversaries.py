"""What adversaries find in purchases without values, against a plain count in the file itself."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import numpy as np
import pytest

from standout.attacks import ATTACKS
from standout.attacks.contract import bound
from standout.data.dataset import LocalDataset
from standout.io.reading import read
from standout.knowledge.draw import Drawn
from standout.knowledge.fitting import fitted
from standout.knowledge.presets import PRESETS

pytestmark = pytest.mark.real

Bought = dict[str, dict[str, date]]


def first_purchases(file: Path) -> Bought:
    """When each member bought each product for the first time in the file."""
    bought: Bought = {}
    with file.open(newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            day = datetime.strptime(row["date"], "%d-%m-%Y").date()
            bought.setdefault(row["transaction_number"], {}).setdefault(row["items"].strip(), day)
    return bought


def written(bought: Bought, file: Path) -> Path:
    with file.open("w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(("user", "item", "time"))
        table.writerows((who, what, day.isoformat()) for who, had in bought.items() for what, day in had.items())
    return file


def buyers(bought: Bought) -> Bought:
    """When each product was bought for the first time, member by member."""
    by_product: Bought = {}
    for who, had in bought.items():
        for what, day in had.items():
            by_product.setdefault(what, {})[who] = day
    return by_product


def fitting_people(sold: Bought, known: dict[str, date], off: int) -> set[str]:
    """Whoever bought all of these, each within so many days."""
    fit = ({who for who, on in sold[what].items() if abs((on - day).days) <= off} for what, day in known.items())
    return set.intersection(*fit)


def found(data: LocalDataset, drawn: Drawn, attack: str) -> set[int]:
    """The people whom the attack puts first, alone."""
    informed = bound(ATTACKS[attack], fitted(PRESETS["two-and-a-date"], data.facts))
    tally = data.engine.score(data, drawn.knowledge, informed, drawn.truths)
    return set(drawn.people[tally.beat + tally.tied == 0].tolist())


def test_two_purchases_and_their_days_find_nearly_everybody(dataset: Callable[[str], Path], tmp_path: Path) -> None:
    bought = first_purchases(dataset("groceries") / "Groceries_dataset.csv")
    data = read(written(bought, tmp_path / "bought.csv"))
    adversary = fitted(PRESETS["two-and-a-date"], data.facts)
    assert str(adversary).endswith("with days to within 3 days; this data has no values.")
    drawn = data.engine.draw(data, adversary, np.arange(data.people), 1, 0, None)
    assert (len(drawn.people), drawn.left_out) == (len(bought), 0)
    first, who, what = date.fromordinal(date(1970, 1, 1).toordinal() + (data.first_day or 0)), *_names(data)
    alone, known, sold = set(), drawn.knowledge, buyers(bought)
    for target, person in enumerate(drawn.people.tolist()):
        rows = range(int(known.starts[target]), int(known.starts[target + 1]))
        said = {what[known.items[row]]: date.fromordinal(first.toordinal() + int(known.days[row])) for row in rows}
        fit = fitting_people(sold, said, 3)
        assert who[person] in fit
        alone |= {person} if len(fit) == 1 else set()
    assert found(data, drawn, "scoreboard") == alone
    by_likelihood = found(data, drawn, "likelihood")
    assert alone <= by_likelihood
    assert 0.975 < len(by_likelihood) / len(bought) < 0.995


def _names(data: LocalDataset) -> tuple[list[str], list[str]]:
    return [str(name) for name in data.vocabulary.everybody().to_pylist()], [
        str(name) for name in data.vocabulary.items.to_pylist()
    ]
