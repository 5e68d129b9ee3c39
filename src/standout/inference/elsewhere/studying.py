"""The study of one attribute where records are in partitions: attackers who learn from sums over people."""

from __future__ import annotations

from functools import partial

import numpy as np

from standout.data.attributes import Attribute
from standout.data.dataset import AnyDataset
from standout.errors import BadInput
from standout.inference.attackers import Attacker
from standout.inference.elsewhere.summed_models import offered, validated_elsewhere
from standout.inference.elsewhere.sums import Seen, mean_worth
from standout.inference.folds import check_folds, stratified_folds
from standout.inference.hardness import by_bands
from standout.inference.study import Steps, Study, StudySettings, Tell, below_half, notes_of_steps
from standout.inference.validation import baseline

NOT_LOOKED_FOR = "what gives people away was not looked for: that needs all records on one machine"


def check_offered(attackers: tuple[Attacker, ...]) -> None:
    """Refuse, in one line, attackers that need all records at once."""
    there = offered()
    for attacker in attackers:
        if attacker not in there:
            names = ", ".join(each.name for each in there)
            raise BadInput(f"--attacker {attacker.name}: needs all records on one machine; on Spark there are {names}")


def _begin(steps: Steps, about: str, asked: int) -> None:
    steps.begin(f"{about}, question {asked}")


def study_elsewhere(
    data: AnyDataset,
    attribute: Attribute,
    settings: StudySettings,
    tell: Tell = lambda _what, _done, _total: None,
) -> Study:
    """Infer the attribute with attackers who learn from partitions; as `study`, but for what gives people away."""
    check_offered(settings.attackers)
    check_folds(attribute.name, attribute.classes, attribute.sizes, settings.folds)
    codes, classes = attribute.codes, len(attribute.classes)
    folds = stratified_folds(codes, settings.folds, settings.seed)
    steps, missing, validated = Steps(tell, len(settings.attackers)), mean_worth(data), []
    for attacker in settings.attackers:
        seen = Seen(attacker.matrix, missing, codes, folds, classes)
        validated.append(validated_elsewhere(attacker, data, seen, partial(_begin, steps, attacker.about)))
        steps.step()
    best = max(validated, key=lambda each: each.spread("auc").mean)
    steps.finish()
    return Study(
        attribute=attribute,
        settings=settings,
        baseline=baseline(codes, folds, classes),
        attackers=validated,
        strongest=best,
        by_length=by_bands(data.lengths.astype(np.float64), best.scores, codes),
        by_loyalty=[],
        revealing=None,
        grouped=None,
        stack=None,
        number=None,
        notes=(*attribute.notes, *below_half(best), *notes_of_steps(settings, validated), NOT_LOOKED_FOR),
    )
