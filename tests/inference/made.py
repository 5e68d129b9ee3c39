"""Small invented data with a planted difference between classes."""

from __future__ import annotations

import numpy as np

from standout.common.arrays import Int32s
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.index import from_arrays
from standout.data.item_groups import ItemGroups
from standout.data.model import NO_SCALE, Scale

STARS = Scale("numbers", ("1", "2", "3", "4", "5"), (1.0, 2.0, 3.0, 4.0, 5.0))


def planted(
    people: int = 120, items: int = 30, classes: int = 2, seed: int = 1, values: bool = True
) -> tuple[LocalDataset, Attribute]:
    """People of each class prefer their own part of the items; a few classes are not known."""
    random = np.random.default_rng(seed)
    codes = np.arange(people, dtype=np.int32) % classes
    own = np.arange(items) % classes == codes[:, None]
    has = random.random((people, items)) < np.where(own, 0.5, 0.2)
    has[:, 0] = True
    person, item = np.nonzero(has)
    stars = random.integers(0, 5, len(person)).astype(np.uint8)
    data = from_arrays(
        person, item, stars if values else None, None, scale=STARS if values else NO_SCALE, size=(people, items)
    )
    codes[random.choice(people, 5, replace=False)] = -1
    names = tuple(f"class {code}" for code in range(classes))
    return data, Attribute("kind", names, codes)


def survey(people: int = 240, items: int = 40, seed: int = 1) -> tuple[LocalDataset, Int32s]:
    """Everybody answers everything with 1 to 5; only the answers tell."""
    dice = np.random.default_rng(seed)
    codes = (dice.random(people) < 0.4).astype(np.int32)
    leaning, own = dice.normal(0, 0.6, items), dice.normal(0, 0.5, (people, 1))
    answers = 3 + own + leaning * codes[:, None] + dice.normal(0, 0.9, (people, items))
    person, item = np.divmod(np.arange(people * items), items)
    stars = (np.clip(np.rint(answers), 1, 5) - 1).astype(np.uint8).ravel()
    return from_arrays(person, item, stars, None, scale=STARS, size=(people, items)), codes


def halves(items: int) -> ItemGroups:
    """Two groups: items of even and of odd number; every sixth is in both."""
    every = np.arange(items)
    both = every[every % 6 == 0]
    return ItemGroups(
        ("even", "odd"), np.concatenate((every, both)), np.concatenate((every % 2, np.ones(len(both), np.int64)))
    )
