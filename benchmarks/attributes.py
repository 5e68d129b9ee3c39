"""What attackers who really try get of an attribute that protections hide: `python -m benchmarks.attributes`.

For ml-100k and ml-1m (gender) and for the built-in sample (age group: kept aside, nothing here was built on it): what
`strongest` and each part of records give away in the original and after each protection, by who learns from the
protected data. What a protection chooses by attacking (`level`'s strength) is chosen on one half of the people, and
judged on the other. Of balanced crowds also: what somebody reaches who knows the labels of all others, and what lists
for people held out lose. Every cell is written to a file as soon as it is there, and not made again.

    python -m benchmarks.attributes [DATASET[:ATTRIBUTE] [PROTECTION …]] [--more] [--cells FILE]

`--more` adds what somebody reaches who knows more, and what was done to whom; `--table` prints what is there.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.small_edits import exchanged
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.item_groups import ItemGroups
from standout.data.vocabulary import positions
from standout.inference.attackers import STRONGEST
from standout.inference.strongest.betraying import alone
from standout.inference.strongest.blocks import PARTS
from standout.io.reading import read
from standout.io.tables.groups_of_items import read_item_groups
from standout.io.tables.people_attributes import read_attribute
from standout.protections import protection
from standout.protections.contract import changes
from standout.protections.protecting import protect
from standout.verification.attribute import Inference, Reached, class_aucs
from standout.verification.attribute_hiding import hiding, some_people
from standout.verification.crowd_labels import knowing_crowd_labels
from standout.verification.seen import Seen, seen
from standout.verification.transfer import Learned, apart, learned, learned_alike, lost
from standout.verification.utility import Measured, utility

SEED, FOLDS = 1, 3
TRANSFER_SEEDS, MANY_ENTRIES = (1, 2, 3), 500_000
"""So often people are held out for what lists lose; once where there are many entries."""
ORIGINAL, TUNED, EXCHANGE = "original", "level on others", "exchange:"
BALANCED = "crowds:k=10,balance={}"
"""With the name of the attribute."""
PROTECTIONS = (
    ORIGINAL, "blurme", "blurmore", "blurmebetter", "disguise", BALANCED, "level", "level:goal=common,changed=0.15",
    TUNED, f"{EXCHANGE}0.025", f"{EXCHANGE}0.05", f"{EXCHANGE}0.1",
)  # fmt: skip
DATASETS = ("ml-100k:gender", "ml-1m:gender", "sample:age_group")
CELLS = Path(__file__).with_name("attributes.json")
_STRENGTH = re.compile(r"' (\d\.\d\d)")


@dataclass
class Bench:
    """The data, and everything about it that no protection changes."""

    data: LocalDataset
    attribute: Attribute
    groups: ItemGroups | None
    inference: Inference
    before: dict[int, Learned] = field(default_factory=dict)
    """Lists for people held out, by seed."""
    _utility: list[Measured] = field(default_factory=list)

    def utility(self) -> Measured:
        """What the original is good for; once."""
        if not self._utility:
            self._utility.append(utility(self.data, self.data, SEED))
        return self._utility[0]


def prepared(data: LocalDataset, attribute: Attribute, groups: ItemGroups | None) -> Bench:
    """The data as attackers see it."""
    plain = replace(attribute, numbers=None)
    return Bench(data, plain, groups, Inference(seen(data, data, groups), plain, FOLDS, (STRONGEST,), SEED))


def opened(name: str) -> tuple[LocalDataset, Attribute, ItemGroups | None]:
    """A dataset with its attribute and the groups of its items."""
    dataset, _, attribute = name.partition(":")
    shared = os.environ.get("STANDOUT_DATA") or Path(__file__).parents[2] / "shared" / "data"
    place = dataset if dataset == "sample" else str(Path(shared) / dataset)
    data = read(place)
    return data, read_attribute(place, None, attribute or "gender", data), read_item_groups(place, None, data)


def protected_as(bench: Bench, text: str) -> tuple[LocalDataset, Bench, Any]:
    """The data after this protection, whom it is judged on, and the crowds."""
    if text.startswith(EXCHANGE):
        return exchanged(bench.data, bench.attribute, float(text.removeprefix(EXCHANGE)), SEED), bench, None
    if text == ORIGINAL:
        return bench.data, bench, None
    if text != TUNED:
        done = protect(bench.data, [protection(text)], bench.attribute, SEED)
        return done.data, bench, done.crowds
    order = np.random.default_rng(SEED).permutation(bench.data.people)
    one, other = (np.sort(half) for half in np.array_split(order, 2))
    tuned = protection("level").protect(*some_people(bench.data, bench.attribute, one), SEED)
    found = _STRENGTH.search(" ".join(tuned.notes))
    rest, attribute = some_people(bench.data, bench.attribute, other)
    chosen = protection(f"level:strength={found[1] if found else 0.85}")
    return chosen.protect(rest, attribute, SEED).data, prepared(rest, attribute, bench.groups), None


def cell(bench: Bench, text: str, more: bool) -> dict[str, Any]:
    """Everything about one protection of one dataset."""
    begin = time.process_time()
    released, judged, crowds = protected_as(bench, text)
    version = judged.inference.original if text == ORIGINAL else seen(judged.data, released, judged.groups)
    found = {"changed": changes(judged.data, released).changed_share, **attacked(judged, version)}
    if crowds is not None:
        places = positions(judged.data.vocabulary.people, released.vocabulary.people)
        own = np.where(places >= 0, np.append(crowds, -1)[places], -1)
        found["knowing"] = [_shown(each) for each in knowing_crowd_labels(judged.inference, version, own)]
        found["lost"] = transfer_lost(bench, text)
    if more and text != ORIGINAL and not text.startswith(EXCHANGE):
        found["more"] = knowing_more(judged, released, version, "level" if text == TUNED else text)
    return {**found, "cpu": round(time.process_time() - begin)}


def attacked(bench: Bench, version: Seen) -> dict[str, Any]:
    """What the stack reaches that learned from this version, and each part alone; and who learned from the original."""
    inference = bench.inference
    same = version is inference.original
    stack = inference.static_stack() if same else inference.stacked(version)
    codes, sizes = inference.attribute.codes, tuple(int(size) for size in inference.attribute.sizes)

    def reached(scores: Any) -> Reached:
        areas = np.array([class_aucs(scores[test.people], codes[test.people]) for test in stack.tests])
        return Reached(STRONGEST, areas, sizes, stack.dependence)

    there = {learner.part for learner in stack.tests[0].teams[0].learners}
    static = stack.scores if same else inference.static_stack().again(version.sight)
    return {
        "strongest": _shown(reached(stack.scores)),
        "static": reached(static).auc,
        "parts": {part: float(alone(stack, part).mean()) for part in PARTS if part in there},
        "learners": {name: reached(said).auc for name, said in stack.answers.items()},
    }


def _shown(found: Reached) -> dict[str, Any]:
    low, high = found.interval(found.auc)
    return {"name": found.name, "auc": found.auc, "mirrored": found.mirrored, "low": low, "high": high}


def transfer_lost(bench: Bench, text: str) -> dict[str, float | None] | None:
    """How much worse lists are for people who were held out before protecting, over several choices of these."""
    before, after = [], []
    for seed in TRANSFER_SEEDS if bench.data.count < MANY_ENTRIES else TRANSFER_SEEDS[:1]:
        rest, held = apart(bench.data, seed)
        if seed not in bench.before:
            bench.before[seed] = learned(bench.data, rest, held)
        places = positions(rest.vocabulary.people, bench.data.vocabulary.people)
        attribute = replace(bench.attribute, codes=bench.attribute.codes[places])
        release = protect(rest, [protection(text)], attribute, seed).data
        before.append(bench.before[seed])
        after.append(learned_alike(bench.data, release, held, before[-1]))
    loss = lost(_together(before), _together(after))
    return None if loss is None else {"loss": loss.loss, "low": loss.low, "high": loss.high}


def _together(several: list[Learned]) -> Learned:
    return Learned(
        np.concatenate([each.gains for each in several]),
        np.concatenate([each.of_popularity for each in several]),
        several[0].keep,
    )


def knowing_more(bench: Bench, released: LocalDataset, version: Seen, text: str) -> dict[str, Any]:
    """By labels known, by what else is known, and class by class what was done."""
    useful = bench.utility(), utility(bench.data, released, SEED)
    found = hiding(bench.data, bench.inference, version, [protection(text)], useful)
    return {
        "labels": {f"{each.share:.0%}": each.auc for each in found.by_labels},
        "knowing": {each.knows: each.auc for each in found.knowing},
        "concerned": {
            each.name: {
                "touched": each.touched / max(each.people, 1), "changed": each.changed_share,
                "told_apart": each.told_apart, "lists_lost": each.lists_lost, "too_early": each.too_early,
            }
            for each in found.concerned
        },
    }  # fmt: skip


def run(name: str, texts: tuple[str, ...], more: bool, cells: Path) -> None:
    """The cells of one dataset that are not there yet."""
    bench: Bench | None = None
    attribute = name.partition(":")[2] or "gender"
    for text in (text.format(attribute) for text in texts):
        known = read_cells(cells)
        if text in known.get(name, {}) and (not more or "more" in known[name][text] or text == ORIGINAL):
            continue
        bench = bench or prepared(*opened(name))
        found = cell(bench, text, more)
        known = read_cells(cells)
        known.setdefault(name, {})[text] = found
        part = cells.with_suffix(".part")
        part.write_text(json.dumps(known, indent=1, sort_keys=True))
        part.replace(cells)
        print(f"{name} {text}: {found['strongest']['auc']:.3f}, {found['cpu']} CPU seconds", flush=True)


def read_cells(cells: Path) -> dict[str, Any]:
    """What is there."""
    known: dict[str, Any] = json.loads(cells.read_text()) if cells.exists() else {}
    return known


def tables(known: dict[str, Any]) -> str:
    """All cells as tables in Markdown."""
    lines = []
    for name, rows in known.items():
        parts = [part for part in PARTS if any(part in row["parts"] for row in rows.values())]
        lines += [f"\n{name}\n", f"| | changed | **`strongest`** | learned before | {' | '.join(parts)} |"]
        lines.append("|---" * (4 + len(parts)) + "|")
        for text in sorted(rows, key=_place):
            row = rows[text]
            shares = " | ".join(f"{row['parts'][part]:.2f}" if part in row["parts"] else "–" for part in parts)
            span = _span(row["strongest"])
            lines.append(f"| `{text}` | {row['changed']:.1%} | **{span}** | {row['static']:.2f} | {shares} |")
        for text, row in rows.items():
            told = [f"{each['name']} {_span(each)}" for each in row.get("knowing", ())]
            loss = row.get("lost")
            if told or loss:
                lost_text = f"; lists lose {loss['loss']:.1%} [{loss['low']:.1%}–{loss['high']:.1%}]" if loss else ""
                lines.append(f"\n`{text}`: {', '.join(told)}{lost_text}")
            if "more" in row:
                lines.append(f"\n`{text}`: {json.dumps(row['more'])}")
    return "\n".join(lines)


def _place(text: str) -> int:
    plain = [re.sub(r"\{.*", "", each) for each in PROTECTIONS]
    return next(
        (place for place, each in enumerate(plain) if text == each or ("=" in each and text.startswith(each))), 99
    )


def _span(found: dict[str, Any]) -> str:
    return f"{found['auc']:.3f}" + ("" if found["low"] is None else f" [{found['low']:.3f}–{found['high']:.3f}]")


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m benchmarks.attributes")
    options.add_argument("dataset", nargs="?")
    options.add_argument("protections", nargs="*")
    options.add_argument("--more", action="store_true")
    options.add_argument("--table", action="store_true", help="print what is there, and make nothing")
    options.add_argument("--cells", type=Path, default=CELLS)
    given = options.parse_args()
    for each in [] if given.table else [given.dataset] if given.dataset else DATASETS:
        run(each, tuple(given.protections) or PROTECTIONS, given.more, given.cells)
    print(tables(read_cells(given.cells)))
