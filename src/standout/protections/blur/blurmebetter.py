"""BlurMeBetter: blur only those whose class is easily told (Strucks, section 6.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.needs import Needs
from standout.errors import BadInput
from standout.protections.blur.blurmore import BlurMore, blurred_more
from standout.protections.blur.blurring import needed
from standout.protections.blur.lists import lists_of
from standout.protections.checks import check_no_events
from standout.protections.contract import Protected


@dataclass(frozen=True)
class BlurMeBetter(BlurMore):
    """`blurmore` for those only whose class is easily told.

    Certainty is the highest chance that logistic regression gives to a class for a person it has not seen, scaled from
    0 (blind guessing) to 1, and 0 where it is wrong. Only people above `certainty` are blurred.
    """

    name: ClassVar[str] = "blurmebetter"
    summary: ClassVar[str] = "Blurs by blurmore only those people of whose class a classifier is sure."
    needs: ClassVar[Needs] = frozenset({"attribute"})
    compared: ClassVar[tuple[str, ...]] = ("extra=0.05",)

    certainty: float = 0.99

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.certainty < 1:
            raise BadInput(
                f"protection '{self.name}': certainty is {self.certainty:g}, but must be at least 0 and below 1"
            )

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:
        check_no_events(self.name, data)
        attribute = needed(attribute, self.name)
        lists = lists_of(data, attribute, self.folds, seed, self.lists)
        known = attribute.known
        people = known[lists.certainty[known] > self.certainty]
        blurred = blurred_more(self, data, attribute, lists, people, seed)
        note = (
            f"{len(known) - len(people):,} of {len(known):,} people were not blurred: certainty of their "
            f"'{attribute.name}' is at most {self.certainty:g}"
        )
        return Protected(blurred.data, (*blurred.notes, note))
