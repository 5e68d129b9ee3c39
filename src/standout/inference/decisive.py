"""A look at an attribute that a decision rests on: the strongest attacker, on not too many people."""

from __future__ import annotations

import msgspec

from standout.data.attributes import Attribute
from standout.data.dataset import AnyDataset
from standout.data.item_groups import ItemGroups
from standout.inference.quick import TOO_FEW, chosen_people, inferred_attribute
from standout.results.estimate import Estimate
from standout.results.questions import InferredAttribute


def decisive_inference(
    data: AnyDataset, attribute: Attribute, groups: ItemGroups | None, seed: int
) -> InferredAttribute | str:
    """How well the strongest attacker guesses the attribute; or why that cannot be measured.

    The same people as in the quick look. Who is wrong more often than chance has learned as much as who is right: an
    AUC below one half counts as its mirror image.
    """
    from standout.inference.strongest.sight import sight_of_people
    from standout.inference.strongest.stack import QUICK
    from standout.inference.strongest.studied import validated_stack

    people, codes, classes = chosen_people(attribute, seed)
    if len(classes) < 2:
        return TOO_FEW
    sight = sight_of_people(data, people, groups)
    _, found = validated_stack(sight, Attribute(attribute.name, classes, codes), seed, QUICK)
    answer = inferred_attribute(attribute.name, classes, codes, found)
    return msgspec.structs.replace(answer, auc=_mirrored(answer.auc))


def _mirrored(auc: Estimate) -> Estimate:
    return auc if auc.rate >= 0.5 else Estimate(1 - auc.rate, 1 - auc.high, 1 - auc.low)
