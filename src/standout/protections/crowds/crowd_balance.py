"""Balanced crowds: which classes of an attribute a crowd has is drawn by lot, and its records do not tell.

Crowds are made by taste as far as taste does not tell the class. Then labels are dealt to all seats of all crowds like
cards, and people are exchanged until every crowd has the labels it was dealt and all crowds have about the same mean of
what records say of the class. What follows for somebody who knows all others' labels: `docs/balanced-crowds.md`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from standout.common.arrays import Float32s, Floats, Int32s, Int64s
from standout.common.wording import shown
from standout.data.attributes import UNKNOWN, Attribute
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.knowledge.draw import seed_for
from standout.protections.crowds.crowd_groups import PIECE, Grouping, grouped, grouping_of, in_threads
from standout.protections.crowds.crowd_scores import probabilities

BY_SCORE, BY_LABEL = 30.0, 0.2
"""How much equal scores, and dealt labels, count beside nearness while people are exchanged."""
EXACTLY = 1e6
"""The same for labels once they are exact: nothing is worth losing that."""
ROUNDS, NEAR = 10, 8
"""How often people may be exchanged, and with members of how many of the nearest crowds."""
NOT_KNOWN = "unknown"


@dataclass(frozen=True)
class Labels:
    """Everybody's class; who has none that is known is in a class of their own."""

    name: str
    classes: tuple[str, ...]
    codes: Int32s

    @property
    def sizes(self) -> Int64s:
        return np.bincount(self.codes, minlength=len(self.classes)).astype(np.int64)


def labels_of(attribute: Attribute, k: int) -> Labels:
    """The classes that are balanced; one that has fewer people than a crowd is refused."""
    there = [code for code, size in enumerate(attribute.sizes) if size]
    codes = np.full(len(attribute.classes) + 1, len(there), np.int32)
    codes[there] = np.arange(len(there))
    unknown = bool((attribute.codes == UNKNOWN).any())
    classes = tuple(attribute.classes[code] for code in there) + ((NOT_KNOWN,) if unknown else ())
    labels = Labels(attribute.name, classes, codes[attribute.codes])
    name = shown(labels.name)
    if len(there) < 2:
        raise BadInput(f"protection 'crowds': everybody has the same '{name}'; there is nothing to balance")
    small = [(labels.classes[code], int(labels.sizes[code])) for code in range(len(there)) if labels.sizes[code] < k]
    if small:
        word, size = min(small, key=lambda pair: pair[1])
        people = "person" if size == 1 else "people"
        raise BadInput(
            f"protection 'crowds': balance={name}: class '{shown(word)}' has {size:,} {people}, fewer than a crowd "
            f"of {k}; join it with another class, leave it unknown, or give a smaller k"
        )
    return labels


@dataclass(frozen=True)
class Balanced:
    """Balanced crowds, and what was known of everybody when they were made."""

    grouping: Grouping
    labels: Labels
    scores: Floats
    """By person, in the order of the data, the probability of each class by their record."""

    @property
    def counts(self) -> Int64s:
        """Crowds × classes: how many of a crowd are of each class."""
        found = np.zeros((self.grouping.count, len(self.labels.classes)), np.int64)
        np.add.at(found, (self.grouping.of_people(), self.labels.codes), 1)
        return found


def balanced(data: LocalDataset, places: Float32s, people: Int64s, k: int, labels: Labels, seed: int) -> Balanced:
    """Crowds of at least `k` of these people, whose places are given in their order, which is random."""
    codes = labels.codes[people]
    scores = probabilities(data, people, codes, len(labels.classes), seed_for(seed, "scores"))
    taste = without(places.astype(np.float64), scores)
    first = grouped(taste.astype(np.float32), np.arange(len(people)), k)
    targets = dealt_labels(first, codes, len(labels.classes), np.random.default_rng(seed_for(seed, "labels")))
    crowds = _exchanged(taste, scores, codes.astype(np.int64), first.of_people(), targets, k)
    by_person = np.empty_like(scores)
    by_person[people] = scores
    return Balanced(grouping_of(crowds, people), labels, by_person)


def without(places: Floats, scores: Floats) -> Floats:
    """Places without what the scores, and their squares, tell of them by regression."""
    known = np.column_stack([np.ones(len(scores)), scores[:, 1:], scores[:, 1:] ** 2])
    return np.asarray(places - known @ np.linalg.lstsq(known, places, rcond=None)[0])


def dealt_labels(grouping: Grouping, codes: Int32s, classes: int, dice: np.random.Generator) -> Int64s:
    """Crowds × classes: everybody's labels dealt to the seats of crowds, every way to do so as likely as any other."""
    targets = np.zeros((grouping.count, classes), np.int64)
    np.add.at(targets, (grouping.crowds, dice.permutation(codes)), 1)
    return targets


def _exchanged(taste: Floats, scores: Floats, codes: Int64s, crowds: Int64s, targets: Int64s, k: int) -> Int64s:
    """The crowd of each person after all exchanges: exactly the labels that were dealt, and scores about the same."""
    from standout.kernels.balancing import mend

    scale = float(taste.var(axis=0).sum()) or 1.0
    shares = np.bincount(codes, minlength=targets.shape[1]) / len(codes)
    leaning = (scores - scores.mean(axis=0)) / np.sqrt(np.maximum(shares * (1 - shares), 1e-12))
    leaning *= np.sqrt(BY_SCORE * scale)
    by_label = BY_LABEL * scale
    crowds = _settled(taste, leaning, codes, crowds, targets, by_label, k)
    mend(taste, leaning, codes, crowds, targets, by_label, NEAR)
    return _settled(taste, leaning, codes, crowds, targets, EXACTLY * scale, k)


def _settled(
    taste: Floats, leaning: Floats, codes: Int64s, crowds: Int64s, targets: Int64s, by_label: float, k: int
) -> Int64s:
    """People exchanged among crowds whose numbers, and so whose places, are near."""
    from standout.kernels.balancing import settle

    order = np.argsort(crowds, kind="stable")
    at_once, after = max(PIECE // k, 2), crowds.copy()
    edges = np.searchsorted(crowds[order], np.arange(0, len(targets) + at_once, at_once))

    def piece(number: int) -> None:
        members = order[edges[number] : edges[number + 1]]
        first = number * at_once
        own = crowds[members] - first
        settle(
            taste[members], leaning[members], codes[members], own, targets[first : first + at_once], by_label, ROUNDS,
            NEAR,
        )  # fmt: skip
        after[members] = own + first

    in_threads(piece, range(len(edges) - 1))
    return after
