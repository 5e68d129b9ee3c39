"""BlurMe: give everyone entries that speak against their class (Weinsberg and others, 2012; Strucks, section 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import Needs
from standout.protections.blur.blurring import check_published, drawn_from_lists, extra_counts, first_of_lists, needed
from standout.protections.blur.filling import FILLS, fictive
from standout.protections.blur.lists import FOLDS, Lists, lists_of
from standout.protections.checks import check_at_least, check_choice, check_no_events, check_share
from standout.protections.contract import Protected, entries_of, rebuilt

_STRATEGIES = ("greedy", "sampled", "random")


@dataclass(frozen=True)
class BlurMe:
    """Adds entries that speak against the person's class.

    `greedy` takes the first of the list against the class, `sampled` draws in proportion to how strongly an item
    speaks, `random` draws from the list without looking. As Strucks' code does it: `rounding=up`, `steps=100`,
    `lists=published`.
    """

    name: ClassVar[str] = "blurme"
    summary: ClassVar[str] = "Adds entries that speak against the person's class, as many as a share of their own."
    needs: ClassVar[Needs] = frozenset({"attribute"})
    compared: ClassVar[tuple[str, ...]] = ("extra=0.05", "extra=0.05,strategy=sampled")

    strategy: Literal["greedy", "sampled", "random"] = "greedy"
    extra: float = 0.05
    fill: Literal["mean", "predicted"] = "mean"
    folds: int = FOLDS
    rounding: Literal["nearest", "up"] = "nearest"
    steps: int = 0
    lists: Literal["everyone", "published"] = "everyone"

    def __post_init__(self) -> None:
        check_published(self.name, self.rounding, self.steps, self.lists)
        check_choice(self.name, "strategy", self.strategy, _STRATEGIES)
        check_choice(self.name, "fill", self.fill, FILLS)
        check_share(self.name, "extra", self.extra)
        check_at_least(self.name, "folds", self.folds, 2)

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        check_no_events(self.name, data)
        attribute = needed(attribute, self.name)
        return blurred(self, data, attribute, lists_of(data, attribute, self.folds, seed, self.lists), seed)


def blurred(options: BlurMe, data: LocalDataset, attribute: Attribute, lists: Lists, seed: int) -> Protected:
    """Blur everyone whose class is known, with these lists."""
    people = attribute.known
    classes = attribute.codes[people].astype("int64")
    wanted = extra_counts(data.lengths[people], options.extra, options.rounding)
    if options.strategy == "greedy":
        added = first_of_lists(data, lists, people, classes, wanted, steps=options.steps)
    else:
        by_weight = options.strategy == "sampled"
        added = drawn_from_lists(data, lists, people, classes, wanted, by_weight, seed, options.steps)
    entries = entries_of(data).joined(fictive(data, added.people, added.items, options.fill, seed))
    return Protected(rebuilt(data, entries), lists.notes + added.notes)
