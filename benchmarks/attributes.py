"""What attackers who really try get of an attribute that protections hide: `python -m benchmarks.attributes`.

Prints, for ml-100k and ml-1m (gender) and for the built-in sample (age group: kept aside, nothing here was built on
it), what `strongest` and each part of records give away in the original and after each protection, by who learns from
the protected data; what somebody reaches who knows more; and what was done to whom. What a protection chooses by
attacking (`level`'s strength) is chosen on one half of the people, and judged on the other.

    python -m benchmarks.attributes [DATASET [PROTECTION …]]
"""

from __future__ import annotations

import os
import re
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.inference.attackers import STRONGEST
from standout.inference.strongest.betraying import alone
from standout.inference.strongest.blocks import PARTS
from standout.io.reading import read
from standout.io.tables.groups_of_items import read_item_groups
from standout.io.tables.people_attributes import read_attribute
from standout.protections import protection
from standout.protections.contract import changes
from standout.verification.attribute import Inference, attribute_risk
from standout.verification.attribute_hiding import hiding, some_people
from standout.verification.seen import Seen, seen
from standout.verification.utility import Measured, utility

SEED, FOLDS = 1, 3
TUNED = "level on others"
PROTECTIONS = ("blurme", "blurmore", "blurmebetter", "disguise", "level", "level:goal=common,changed=0.15", TUNED)
ATTACKERS = (STRONGEST, "multinomial", "tuned", "boosting")
DATASETS = {"ml-100k": "gender", "ml-1m": "gender", "sample": "age_group"}
_STRENGTH = re.compile(r"' (\d\.\d\d)")


@dataclass(frozen=True)
class Bench:
    """The data, and everything about it that no protection changes."""

    data: LocalDataset
    attribute: Attribute
    groups: ItemGroups | None
    inference: Inference
    before: Measured


def prepared(data: LocalDataset, attribute: Attribute, groups: ItemGroups | None) -> Bench:
    """Measure the data as it is."""
    inference = Inference(seen(data, data, groups), attribute, FOLDS, ATTACKERS, SEED)
    return Bench(data, attribute, groups, inference, utility(data, data, SEED))


def opened(name: str) -> tuple[LocalDataset, Attribute, ItemGroups | None]:
    """A dataset with its attribute and the groups of its items."""
    shared = os.environ.get("STANDOUT_DATA") or Path(__file__).parents[2] / "shared" / "data"
    place = name if name == "sample" else str(Path(shared) / name)
    data = read(place)
    return data, read_attribute(place, None, DATASETS[name], data), read_item_groups(place, None, data)


def line(name: str, bench: Bench, version: Seen, changed: float) -> None:
    """A row of the table: each part alone, then the stack, then published attackers, by who learns from this data."""
    risk = attribute_risk(bench.inference, version)
    stack = bench.inference.static_stack() if version is bench.inference.original else bench.inference.stacked(version)
    there = {learner.part for learner in stack.tests[0].teams[0].learners}
    parts = {part: f"{alone(stack, part).mean():.2f}" if part in there else "–" for part in PARTS if part != "told"}
    assert risk.attackers is not None
    assert risk.strongest is not None
    assert risk.worst_auc is not None
    others = " ".join(f"{each.name} {each.auc:.2f}" for each in risk.attackers.adaptive if each.name != STRONGEST)
    low, high = risk.strongest.low, risk.strongest.high
    span = "" if low is None or high is None else f"[{low:.2f}–{high:.2f}]"
    static = next(each.auc for each in risk.attackers.static if each.name == STRONGEST)
    print(
        f"{name:34} changed {changed:6.1%}  STRONGEST {risk.strongest.auc:.3f} ± {risk.strongest.sd:.3f} "
        f"{span} static {static:.2f} "
        f"worst {risk.worst_auc:.2f} | "
        + " ".join(f"{part} {figure}" for part, figure in parts.items())
        + f" | {others}",
        flush=True,
    )


def protected_as(bench: Bench, text: str) -> tuple[LocalDataset, str, Bench]:
    """The data after this protection, what it is called, and whom it is judged on."""
    if text != TUNED:
        return protection(text).protect(bench.data, bench.attribute, SEED).data, text, bench
    order = np.random.default_rng(SEED).permutation(bench.data.people)
    one, other = (np.sort(half) for half in np.array_split(order, 2))
    tuned = protection("level").protect(*some_people(bench.data, bench.attribute, one), SEED)
    found = _STRENGTH.search(" ".join(tuned.notes))
    chosen = f"level:strength={found[1] if found else 0.85}"
    rest, attribute = some_people(bench.data, bench.attribute, other)
    judged = prepared(rest, attribute, bench.groups)
    return protection(chosen).protect(rest, attribute, SEED).data, f"{chosen}, chosen on others", judged


def table(dataset: str, texts: tuple[str, ...]) -> None:
    """Everything about one dataset."""
    data, attribute, groups = opened(dataset)
    bench = prepared(data, replace(attribute, numbers=None), groups)
    sizes = ", ".join(f"{name} {size:,}" for name, size in zip(attribute.classes, attribute.sizes, strict=True))
    print(f"\n## {dataset}: {attribute.name} ({sizes}), {data.items:,} items, {data.count:,} entries")
    line("original", bench, bench.inference.original, 0.0)
    for text in texts:
        begin = time.process_time()
        released, name, judged = protected_as(bench, text)
        version = seen(judged.data, released, judged.groups)
        line(name, judged, version, changes(judged.data, released).changed_share)
        steps = [protection(name.split(",")[0] if text == TUNED else text)]
        after = utility(judged.data, released, SEED)
        more = hiding(judged.data, judged.inference, version, steps, (judged.before, after))
        print("    labels known: " + ", ".join(f"{each.share:.0%} {each.auc:.2f}" for each in more.by_labels))
        print("    knows " + "; ".join(f"{each.knows}: {each.auc:.2f}" for each in more.knowing))
        for each in more.concerned:
            print(
                f"    {each.name}: {each.touched:,} of {each.people:,} edited, {each.changed_share:.1%} changed, told "
                f"from real {each.told_apart or 0.5:.2f}, lists lost {each.lists_lost or 0:+.1%}, "
                f"added before anybody had it {each.too_early or 0:.1%}"
            )
        print(f"    {time.process_time() - begin:.0f} CPU seconds", flush=True)


if __name__ == "__main__":
    for each in sys.argv[1:2] or list(DATASETS):
        table(each, tuple(sys.argv[2:]) or PROTECTIONS)
