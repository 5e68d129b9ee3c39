"""Questions to the engine of this machine, as tests ask them: of any local data, with any number of threads."""

from __future__ import annotations

from collections.abc import Callable

from standout.attacks.contract import Attack
from standout.common.arrays import Floats, Int64s
from standout.data.dataset import LocalDataset
from standout.engines.local import LocalEngine
from standout.engines.tally import Tally
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Drawn, Knowledge


def draw(
    data: LocalDataset, adversary: Adversary, people: Int64s, seed: int, turn: int = 0, lengths: Int64s | None = None
) -> Drawn:
    return LocalEngine().draw(data, adversary, people, seed, turn, lengths)


def score(
    data: LocalDataset,
    knowledge: Knowledge,
    attack: Attack,
    truths: Int64s | None = None,
    *,
    top: int = 3,
    entropy: bool = False,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> Tally:
    return LocalEngine(threads).score(data, knowledge, attack, truths, top=top, entropy=entropy, progress=progress)


def item_scores(
    data: LocalDataset, knowledge: Knowledge, attack: Attack, candidates: Int64s, threads: int | None = None
) -> Floats:
    return LocalEngine(threads).item_scores(data, knowledge, attack, candidates)
