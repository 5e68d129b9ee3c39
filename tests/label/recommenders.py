"""A recommender of an invented crowd, for tests of what is done with one."""

from __future__ import annotations

import numpy as np

from standout.label.pairs.factoring import factors_of
from standout.results.recommender import ListedItems, PairsMade, Recommender

ITEMS = 40
HOSTILE = "</script><img src=x onerror=alert(1)>"


def recommender() -> Recommender:
    """Pairs of an invented crowd, with the noise that there would be."""
    dice = np.random.default_rng(7)
    held = (dice.random((400, 6)) < 0.4) @ dice.random((6, ITEMS)) > dice.random((400, ITEMS)) * 3
    square = held.astype(float).T @ held
    noise = np.triu(dice.normal(0, 3, square.shape))
    noisy = square + noise + np.triu(noise, 1).T
    made = factors_of(noisy, 3.0)
    titles = (HOSTILE, *(f"Film {item} (19{item + 40})" for item in range(1, ITEMS)))
    return Recommender(
        date="2026-11-17",
        people=400,
        listed=ListedItems(
            ids=tuple(f"i{item:02}" for item in range(ITEMS)),
            counted=tuple(int(count) for count in np.round(np.diag(noisy))),
            titles=titles,
        ),
        together=tuple(np.round(noisy[np.triu_indices(ITEMS)]).astype(int).tolist()),
        factors=tuple(map(tuple, made.rows.tolist())),
        scales=tuple(made.scales.tolist()),
        made=PairsMade(
            standout="0", unit="person", epsilon=1.0, delta=1e-6, rho=0.02, max_items=20, deviation=3.0,
            guarantee="as promised & <kept>",
        ),
    )  # fmt: skip
