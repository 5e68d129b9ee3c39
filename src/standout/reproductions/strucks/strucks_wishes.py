"""Strucks, what the study leaves to others: what a real attacker gets from every blur, and its cheap wishes tried."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Int64s
from standout.data.dataset import LocalDataset
from standout.inference.attackers import ATTACKERS
from standout.inference.features import presence_matrix, values_matrix
from standout.inference.fold_intervals import auc_interval
from standout.inference.validation import cross_validated
from standout.knowledge.draw import seed_for
from standout.protections.blur.blurring import extra_counts, first_of_lists
from standout.protections.blur.filling import fictive
from standout.protections.contract import entries_of, rebuilt
from standout.reproductions.rows import Section, said
from standout.reproductions.strucks.strucks_blur import accuracy, version
from standout.reproductions.strucks.strucks_lab import EXTRAS, FOLDS, STEPS, Lab, over_folds
from standout.reproductions.strucks.strucks_real import MOST, seconds
from standout.reproductions.strucks.strucks_words import row
from standout.results.estimate import Estimate
from standout.results.reproduction import Row

CAPS = (1.2, 1.5, 3.0, 5.0)
ATTACK_WITH = ("logistic", "boosting")
"""Who learns on blurred data: a line on values, and trees on the factors of who has what."""
TESTED = 3
_NOT_THERE = "not in the study"
REAL_ATTACKER, WISHES = "a real attacker", "wishes"


def real_attacker(lab: Lab) -> Section:
    """What somebody gets who learns on each blurred version, with known labels of other people."""
    versions: list[tuple[str, LocalDataset]] = [("original", lab.data)]
    versions += [
        (f"blurme, {strategy}, 10%", lab.blurme(strategy, MOST)) for strategy in ("greedy", "sampled", "random")
    ]
    versions += [
        ("blurmore, 10%", version(lab, "blurmore", MOST)),
        ("blurmebetter, c = 0.99, 10%", lab.better(0.99, MOST)),
    ]
    versions += [("blurme, then 10% exchanged", seconds(lab, "blurme")[1][-1])]
    rows = []
    for name, data in versions:
        lab.tell(f"a real attacker on {name}")
        rows.append(row(REAL_ATTACKER, f"{name}: auc", None, None, learned_on(lab, data), _NOT_THERE))
    words = (
        "The better of a logistic regression on values and of boosting on factors, learned on the blurred data with "
        f"the labels of nine tenths of the people, tested on the others ({TESTED} of {FOLDS} folds), turned round "
        "where that is more. The tables stand as published: their attacker learned before the blur."
    )
    return Section(REAL_ATTACKER, "What a real attacker gets", rows, words=words)


def learned_on(lab: Lab, data: LocalDataset) -> Estimate | None:
    """The AUC of the better attacker who learned on this version, turned round where that is more."""
    best: Estimate | None = None
    for name in ATTACK_WITH:
        attacker = ATTACKERS[name]
        matrix = values_matrix(data) if attacker.matrix == "values" else presence_matrix(data)
        found = cross_validated(attacker, matrix, lab.codes, lab.folds, 2, lab.seed, tested=range(TESTED))
        tested = lab.folds < TESTED
        own = auc_interval(found.scores[tested], lab.codes[tested])
        if own is None:
            continue
        turned = own if own.rate >= 0.5 else Estimate(1 - own.rate, 1 - own.high, 1 - own.low)
        best = turned if best is None or turned.rate > best.rate else best
    return best


def wishes(lab: Lab) -> Section:
    """What the study would have liked to try."""
    rows = _caps(lab) + _columns_away(lab) + _own_items_away(lab) + _mixed(lab)
    words = (
        "Accuracy is that of a classifier which learned before the blur, as in the tables; AUC that of one who learned "
        "on the blurred data. Caps: BlurM(or)e at 10% with another multiple than 2. Spikes undone: all items that more "
        "than double under BlurMe at 10% are left out by somebody who knows how popular items are. List items "
        "ignored: the first 100 of both lists are left out. Own items removed: the share of a record that speaks most "
        "for its own class goes, and nothing comes. Mixed strengths: everybody is blurred by a share drawn from 0, 1, "
        "5 and 10%."
    )
    return Section(WISHES, "What the study left to others", rows, words=words)


def _caps(lab: Lab) -> list[Row]:
    rows = []
    for cap in CAPS:
        lab.tell(f"blurmore with a cap of {cap:g}")
        ours = accuracy(lab, lab.blurmore(MOST, cap))
        rows.append(row(WISHES, f"blurmore 10%, cap = {cap:g}: accuracy", None, None, ours, _NOT_THERE, "share"))
    return rows


def _columns_away(lab: Lab) -> list[Row]:
    blurred = lab.blurme("greedy", MOST)
    spiky = np.flatnonzero(blurred.holders > 2 * lab.data.holders)
    listed = np.unique(np.concatenate([items[:STEPS] for items in lab.lists.against]))
    rows = []
    for name, gone in (("spikes undone", spiky), ("list items ignored", listed)):
        lab.tell(name)
        left = np.setdiff1d(np.arange(lab.data.items), gone)
        if not len(left):
            rows.append(said(WISHES, f"blurme 10%, {name}: accuracy", "no item is left"))
            continue
        before, after = (values_matrix(data).tocsc()[:, left].tocsr() for data in (lab.data, blurred))
        ours = over_folds(lab.accuracies(lab.trained(before), after))
        remark = f"{len(gone):,} items left out; {_NOT_THERE}"
        rows.append(row(WISHES, f"blurme 10%, {name}: accuracy", None, None, ours, remark, "share"))
    return rows


def _own_items_away(lab: Lab) -> list[Row]:
    rows = []
    for extra in EXTRAS[1:]:
        lab.tell("removing items of one's own class")
        data = without_own(lab, extra)
        what = f"own items removed, {extra:.0%}"
        rows.append(row(WISHES, f"{what}: accuracy", None, None, accuracy(lab, data), _NOT_THERE, "share"))
        rows.append(row(WISHES, f"{what}: auc", None, None, learned_on(lab, data), _NOT_THERE))
    return rows


def without_own(lab: Lab, extra: float) -> LocalDataset:
    """Everybody's record without the share of it that speaks most for their own class."""
    entries = entries_of(lab.data)
    ranks = np.full((2, lab.data.items), lab.data.items)
    for code in range(2):
        own = lab.lists.against[1 - code]
        ranks[code, own] = np.arange(len(own))
    place = ranks[lab.codes[entries.people], entries.items]
    order = np.lexsort((place, entries.people))
    turns = np.empty(len(entries), np.int64)
    lengths = np.bincount(entries.people, minlength=lab.data.people)
    turns[order] = np.arange(len(entries)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    gone = (turns < extra_counts(lengths, extra)[entries.people]) & (place < lab.data.items)
    return rebuilt(lab.data, entries.kept(~gone))


def _mixed(lab: Lab) -> list[Row]:
    lab.tell("mixed strengths")
    data = mixed(lab)
    return [
        row(WISHES, "mixed strengths: accuracy", None, None, accuracy(lab, data), _NOT_THERE, "share"),
        row(WISHES, "mixed strengths: auc", None, None, learned_on(lab, data), _NOT_THERE),
    ]


def mixed(lab: Lab) -> LocalDataset:
    """Everybody blurred by BlurMe's greedy strategy, each by a share drawn by lot."""
    dice, people = np.random.default_rng(seed_for(lab.seed, "mixed strengths")), lab.attribute.known
    shares = dice.choice((0.0, *EXTRAS), len(people))
    wanted: Int64s = np.ceil(lab.data.lengths[people] * shares - 1e-9).astype(np.int64)
    added = first_of_lists(lab.data, lab.lists, people, lab.codes[people].astype(np.int64), wanted, steps=STEPS)
    new = fictive(lab.data, added.people, added.items, "mean", lab.seed)
    return rebuilt(lab.data, entries_of(lab.data).joined(new))
