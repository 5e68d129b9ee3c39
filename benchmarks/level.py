"""What `level` reaches on ml-1m: the best attacker left, what it costs, whether it shows."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.inference.attackers import ATTACKERS
from standout.io.reading import read
from standout.io.tables.people_attributes import read_attribute
from standout.protections import protection
from standout.protections.contract import changes
from standout.results.compare_measures import AttributeRisk, ToldApart, Utility
from standout.verification.attribute import Inference, attribute_risk
from standout.verification.realism import Halving, people_seen, realism, told_apart
from standout.verification.seen import Seen, seen
from standout.verification.utility import utility

SEED = 1
FOLDS = 3


@dataclass(frozen=True)
class Reached:
    """Figures of one protection beside those of the data as it was."""

    risk: AttributeRisk
    changed: float
    seconds: float
    rmse: float
    ndcg: float
    """Loss of the unprotected data's RMSE and nDCG@10, in percent."""
    gap: float
    """Real-vs-protected accuracy above real-vs-real, of the classifier that gains most."""
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Bench:
    """The data, and everything about it that no protection changes."""

    data: LocalDataset
    attribute: Attribute
    original: Seen
    inference: Inference
    before: Utility
    alike: dict[str, ToldApart]


def prepared(folder: Path) -> Bench:
    """ml-1m with gender."""
    data = read(folder)
    attribute = read_attribute(folder, None, "gender", data)
    original = seen(data, data)
    inference = Inference(original, attribute, FOLDS, tuple(ATTACKERS), SEED)
    alike = told_apart(original, original, people_seen(original, original), SEED, Halving())
    return Bench(data, attribute, original, inference, utility(data, data, SEED).figures, alike)


def there(figure: float | None) -> float:
    """A figure that ml-1m has."""
    assert figure is not None
    return figure


def reached(bench: Bench, text: str) -> Reached:
    """Protect as this text says, attack again, and see what it cost."""
    begin = time.perf_counter()
    protected = protection(text).protect(bench.data, bench.attribute, SEED)
    seconds = time.perf_counter() - begin
    version = seen(bench.data, protected.data)
    after = utility(bench.data, protected.data, SEED).figures
    apart = told_apart(bench.original, version, people_seen(bench.original, version), SEED, Halving())
    shown = realism(bench.data, protected.data, apart, bench.alike)
    return Reached(
        risk=attribute_risk(bench.inference, version),
        changed=changes(bench.data, protected.data).changed_share,
        seconds=seconds,
        rmse=100 * (there(after.rmse) / there(bench.before.rmse) - 1),
        ndcg=100 * (1 - there(after.ndcg) / there(bench.before.ndcg)),
        gap=there(shown.real_vs_protected) - there(shown.real_vs_real),
        notes=protected.notes,
    )


def table(folder: Path, texts: list[str]) -> None:
    """Print what each protection reaches: `python -m benchmarks.level FOLDER level:changed=0.05 …`."""
    bench = prepared(folder)
    print("unprotected", attribute_risk(bench.inference, bench.original), bench.before, flush=True)
    for text in texts:
        print(text, reached(bench, text), flush=True)


if __name__ == "__main__":
    table(Path(sys.argv[1]), sys.argv[2:] or ["level"])
