"""The results of `standout infer` from what the study found: no person is named, and no item that only a few have."""

from __future__ import annotations

import numpy as np

from standout import __version__
from standout.common.arrays import Floats, Int64s
from standout.common.plain import plain_text
from standout.data.dataset import AnyDataset
from standout.inference import exploring
from standout.inference.attackers import STRONGEST, Attacker
from standout.inference.grouped import Shares
from standout.inference.study import Study
from standout.inference.validation import Validated
from standout.report.labels import CROWD, item_label
from standout.results.inference import InferenceResult
from standout.results.inference_parts import (
    AttackerResult,
    Baseline,
    ClassShares,
    CoefficientItem,
    DataSize,
    ForestItem,
    GroupShare,
    GroupsResult,
    Hardness,
    KeptItems,
    Measures,
    Revealing,
    RevealingItems,
    TopItems,
    WelchCounts,
    WelchItem,
    WelchItems,
)

SHOWN_ITEMS = 10


def inference_result(study: Study, data: AnyDataset) -> InferenceResult:
    """Everything that was found."""
    attribute, classes = study.attribute, [plain_text(name) for name in study.attribute.classes]
    sizes = attribute.sizes
    asked = {attacker.name: attacker for attacker in study.settings.attackers}
    return InferenceResult(
        standout=__version__,
        seed=study.settings.seed,
        data=DataSize(people=data.people, items=data.items, interactions=data.count, sha256=data.source.sha256),
        attribute=plain_text(attribute.name),
        classes=tuple(classes),
        class_sizes=tuple(int(size) for size in sizes),
        left_out=data.people - int(sizes.sum()),
        folds=study.settings.folds,
        baseline=Baseline(common=classes[int(np.argmax(sizes))], **study.baseline),
        attackers=tuple(_attacker(asked[each.name], each) for each in study.attackers),
        strongest=study.strongest.name,
        hard=Hardness(by_length=tuple(study.by_length), by_loyalty=tuple(study.by_loyalty)),
        notes=tuple(dict.fromkeys(plain_text(note, 500) for note in (*data.source.notes, *study.notes))),
        positive=classes[1] if len(classes) == 2 else None,
        revealing=None if study.revealing is None else _revealing(study.revealing, data, classes),
        stack=study.stack,
        number=study.number,
        groups=None if study.grouped is None else _groups(study.grouped, classes),
        understood=data.source.understood,
    )


def _attacker(attacker: Attacker, validated: Validated) -> AttackerResult:
    settings = validated.settings if any(validated.settings) else None
    return AttackerResult(
        name=validated.name,
        about=attacker.about,
        matrix="everything" if validated.name == STRONGEST else attacker.matrix,
        settings=settings,
        **validated.spreads(),
    )


def _revealing(revealing: exploring.Revealing, data: AnyDataset, classes: list[str]) -> Revealing:
    return Revealing(
        attacker=exploring.PROBE,
        items=RevealingItems(
            coefficient=_by_coefficient(revealing.coefficients, data, classes),
            test=_by_test(revealing, data, classes),
            forest=tuple(
                ForestItem(
                    item=item_label(data, item),
                    holders=int(data.holders[item]),
                    importance=float(revealing.importance[item]),
                )
                for item in _top(revealing.importance, data)
            ),
        ),
        kept=tuple(
            KeptItems(ranking=name, items=row.items, only=row.only, without=row.without)
            for name, row in revealing.kept.items()
        ),
        curve=tuple(
            TopItems(top=top, items=row.items, only=row.only, without=row.without) for top, row in revealing.curve
        ),
        values=None if revealing.values is None else Measures(**revealing.values.spreads()),
        presence=Measures(**revealing.presence.spreads()),
        amounts=tuple(revealing.amounts),
    )


def _groups(grouped: exploring.Grouped, classes: list[str]) -> GroupsResult:
    names = [plain_text(name, 60) for name in grouped.names]
    return GroupsResult(
        names=tuple(names),
        inference=tuple(grouped.rows),
        shares=tuple(
            ClassShares(name=label, groups=_class_shares(grouped.shares, code)) for code, label in enumerate(classes)
        ),
        together=tuple(tuple(row) for row in grouped.together.tolist()),
        merged=tuple((names[first], names[second]) for first, second in grouped.merged),
    )


def _class_shares(shares: Shares, code: int) -> tuple[GroupShare, ...]:
    columns = shares.share[code], shares.low[code], shares.high[code]
    return tuple(GroupShare(float(share), float(low), float(high)) for share, low, high in zip(*columns, strict=True))


def _by_coefficient(coefficients: Floats, data: AnyDataset, classes: list[str]) -> tuple[CoefficientItem, ...]:
    """For each class, the items that speak most for it."""
    return tuple(
        CoefficientItem(
            speaks_for=label,
            item=item_label(data, item),
            holders=int(data.holders[item]),
            coefficient=float(coefficients[code, item]),
        )
        for code, label in enumerate(classes)
        for item in _top(coefficients[code], data)
        if coefficients[code, item] > 0
    )


def _by_test(revealing: exploring.Revealing, data: AnyDataset, classes: list[str]) -> WelchItems:
    """For each test, how many items are significant, and the surest of them."""
    rows: list[WelchItem] = []
    counts = {}
    labels = classes[1:] if len(classes) == 2 else classes
    for label, tests in zip(labels, revealing.tests, strict=True):
        significant = tests.significant
        counts[label] = WelchCounts(tested=tests.tested, significant=len(significant))
        shown = [int(item) for item in significant if data.holders[item] >= CROWD][:SHOWN_ITEMS]
        rows += [
            WelchItem(
                tested_class=label,
                item=item_label(data, item),
                holders=int(data.holders[item]),
                t=float(tests.statistic[item]),
                p=float(tests.p[item]),
            )
            for item in shown
        ]
    return WelchItems(classes=counts, surest=tuple(rows))


def _top(worth: Floats, data: AnyDataset) -> list[int]:
    """The items worth most among those that enough people have."""
    common: Int64s = np.flatnonzero(data.holders >= CROWD)
    return [int(item) for item in common[np.argsort(-worth[common], kind="stable")][:SHOWN_ITEMS]]
