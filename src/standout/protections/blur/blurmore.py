"""BlurM(or)e: blur without spikes, and give back as many entries as were added (Strucks, section 5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from standout.common.arrays import Int64s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import Needs
from standout.knowledge.draw import seed_for
from standout.protections.blur.blurring import check_published, extra_counts, first_of_lists, needed, room_for
from standout.protections.blur.filling import FILLS, fictive
from standout.protections.blur.lists import FOLDS, Lists, lists_of
from standout.protections.checks import check_at_least, check_choice, check_no_events, check_share
from standout.protections.contract import Entries, Protected, entries_of, rebuilt

ORDERS = ("random", "data")
REMOVALS = ("by-lot", "alike")


@dataclass(frozen=True)
class BlurMore:
    """The same without spikes, and removes as many entries as it adds.

    An item leaves the list once it has `cap` times its holders, so people who come later get weaker items; they come
    in random order, or in that of the data. Removed are entries of people with at least `trim_above`, at random, or
    (`removal=alike`) the same number of each of them. As Strucks' code does it: `rounding=up`, `steps=100`,
    `lists=published`, `removal=alike`, `order=data`.
    """

    name: ClassVar[str] = "blurmore"
    summary: ClassVar[str] = (
        "Adds like greedy blurme without making any item spike, and removes as many entries from long records."
    )
    needs: ClassVar[Needs] = frozenset({"attribute"})
    compared: ClassVar[tuple[str, ...]] = ("extra=0.05",)

    extra: float = 0.05
    cap: float = 2.0
    trim_above: int = 200
    fill: Literal["mean", "predicted"] = "mean"
    order: Literal["random", "data"] = "random"
    folds: int = FOLDS
    rounding: Literal["nearest", "up"] = "nearest"
    steps: int = 0
    lists: Literal["everyone", "published"] = "everyone"
    removal: Literal["by-lot", "alike"] = "by-lot"

    def __post_init__(self) -> None:
        check_more(self)

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        check_no_events(self.name, data)
        attribute = needed(attribute, self.name)
        lists = lists_of(data, attribute, self.folds, seed, self.lists)
        return blurred_more(self, data, attribute, lists, attribute.known, seed)


def check_more(options: BlurMore) -> None:
    """Refuse options that cannot be."""
    check_share(options.name, "extra", options.extra)
    check_at_least(options.name, "cap", options.cap, 1)
    check_at_least(options.name, "trim-above", options.trim_above, 1)
    check_choice(options.name, "fill", options.fill, FILLS)
    check_choice(options.name, "order", options.order, ORDERS)
    check_at_least(options.name, "folds", options.folds, 2)
    check_published(options.name, options.rounding, options.steps, options.lists)
    check_choice(options.name, "removal", options.removal, REMOVALS)


def blurred_more(
    options: BlurMore, data: LocalDataset, attribute: Attribute, lists: Lists, people: Int64s, seed: int
) -> Protected:
    """Blur these people, and remove as many entries as that added."""
    if options.order == "random":
        people = np.random.default_rng(seed_for(seed, "blur", "order")).permutation(people)
    classes = attribute.codes[people].astype(np.int64)
    wanted = extra_counts(data.lengths[people], options.extra, options.rounding)
    added = first_of_lists(data, lists, people, classes, wanted, room_for(data.holders, options.cap), options.steps)
    new = fictive(data, added.people, added.items, options.fill, seed)
    take = trimmed if options.removal == "by-lot" else trimmed_alike
    kept, notes = take(data, new, options.trim_above, seed)
    return Protected(rebuilt(data, kept.joined(new)), lists.notes + added.notes + notes)


def trimmed(data: LocalDataset, added: Entries, trim_above: int, seed: int) -> tuple[Entries, tuple[str, ...]]:
    """The entries of the data without as many as were added, taken at random from people with at least `trim_above`.

    Nobody's added entries are taken, and no item loses its last holder.
    """
    entries = entries_of(data)
    long = np.flatnonzero(data.lengths[entries.people] >= trim_above)
    long = np.random.default_rng(seed_for(seed, "blur", "trim")).permutation(long)
    spare = data.holders + np.bincount(added.items, minlength=data.items) - 1
    items = entries.items[long]
    gone = long[_turns(items) < spare[items]][: len(added)]
    kept = np.ones(len(entries), dtype=np.bool_)
    kept[gone] = False
    if len(gone) == len(added):
        return entries.kept(kept), ()
    note = (
        f"{len(added):,} entries were added but only {len(gone):,} removed: people with at least {trim_above:,} "
        "entries have no more that can go"
    )
    return entries.kept(kept), (note,)


def trimmed_alike(data: LocalDataset, added: Entries, trim_above: int, seed: int) -> tuple[Entries, tuple[str, ...]]:
    """The entries of the data without the same number from everybody with at least `trim_above`, by lot: as many as
    were added, divided by these people and rounded down. An item may lose its last holder, as in Strucks' code."""
    entries, many = entries_of(data), data.lengths
    long = many >= trim_above
    each = len(added) // max(int(long.sum()), 1)
    lots = np.random.default_rng(seed_for(seed, "blur", "trim")).random(len(entries))
    order = np.lexsort((lots, entries.people))
    turns = np.empty(len(entries), np.int64)
    turns[order] = np.arange(len(entries)) - np.repeat(np.cumsum(many) - many, many)
    gone = long[entries.people] & (turns < each)
    left = len(added) - int(gone.sum())
    note = f"{left:,} more entries were added than removed: everybody with at least {trim_above:,} lost {each:,}"
    return entries.kept(~gone), (note,) if left else ()


def _turns(items: Int64s) -> Int64s:
    """How often each entry's item occurred before it."""
    order = np.argsort(items, kind="stable")
    ranked = items[order]
    firsts = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1])[: len(ranked)])
    turns = np.empty(len(items), np.int64)
    turns[order] = np.arange(len(items)) - np.repeat(firsts, np.diff(np.append(firsts, len(items))))
    return turns
