"""What `crowds` reaches: who is found, what attackers made for it learn, and what the release is still good for.

`python -m benchmarks.crowds DATA [TEXT …]` prints a row for each protection; without texts, crowds of 5 to 50.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from standout.attacks.likelihood import Likelihood
from standout.auditing.settings import AuditSettings
from standout.auditing.setup import chosen_people
from standout.data.dataset import LocalDataset
from standout.io.reading import read
from standout.knowledge.presets import PRESETS
from standout.protections import protection
from standout.protections.crowds.crowd_keeping import earlier_crowds
from standout.protections.crowds.crowd_protection import Crowds
from standout.protections.person_records import only_entries
from standout.results.compare_measures import LISTS, RMSE, Loss
from standout.results.estimate import Estimate
from standout.verification.crowd_attackers import Release, from_totals, in_two_releases, knowing_others, naming, targets
from standout.verification.crowd_reassembly import reassembled
from standout.verification.identification import Search, best_attack, found_alone, hits_after, hits_before
from standout.verification.transfer import apart, learned, lost
from standout.verification.utility import losses, utility

SEED, TARGETS = 1, 400
GRID = ("crowds:k=5", "crowds:k=10", "crowds:k=20", "crowds:k=50")
ADVERSARIES = ("acquaintance", "no-dates", "mentions")


def main(folder: Path, texts: tuple[str, ...]) -> None:
    """Print a few lines for each protection."""
    data = read(folder)
    rest, held = apart(data, SEED)
    before, useful = learned(rest, rest, held), utility(rest, rest, SEED)
    settings = AuditSettings(targets=TARGETS, seed=SEED, adversaries=tuple(PRESETS[name] for name in ADVERSARIES))
    adversaries, people = tuple(settings.adversaries_for(rest)[0]), chosen_people(rest, settings)
    search = Search(rest, adversaries, (Likelihood(),), people, SEED, 2)
    hits = {adversary.name: hits_before(search, adversary) for adversary in adversaries}
    now = {name: found_alone(found[best_attack(found)]) for name, found in hits.items()}
    score = before.score
    print(f"{folder.name}: {rest.people:,} people; EASE {score and _shown(score.score)}, popularity "
          f"{score and _shown(score.baseline)}; found {_all(now)}", flush=True)  # fmt: skip
    for text in texts:
        tested = protection(text)
        begun = time.perf_counter()
        made = tested.protect(rest, None, SEED)
        seconds = time.perf_counter() - begun
        print(f"\n{text}: {made.data.count / rest.count:.1%} of entries, {seconds:.1f} s", *made.notes, sep="\n  ")
        found = {}
        for adversary in adversaries:
            adaptive = hits_after(search, adversary, [tested], made.data)[1]
            found[adversary.name] = found_alone(adaptive[best_attack(adaptive)])
        print(f"  found, adaptive: {_all(found)}", flush=True)
        _learned(tested, rest, made.data)
        after = utility(rest, made.data, SEED)
        tied = losses(useful, after)
        print(f"  transfer nDCG@10: {_loss(lost(before, learned(rest, made.data, held)))}; tied to people: {LISTS} "
              f"{_loss(tied.ndcg)}, {RMSE} {_loss(tied.rmse)}", flush=True)  # fmt: skip


def _learned(tested: object, rest: LocalDataset, made: LocalDataset) -> None:
    """What attackers made for crowds name and learn."""
    if not isinstance(tested, Crowds):
        return
    grouping = tested.crowds_of(rest, SEED)
    release, looked_for = Release(made, grouping), targets(rest, grouping, TARGETS, SEED)
    named = naming(release, looked_for, SEED)
    print(f"  scores crowds: the crowd {_shown(named.crowd)}, the record {_shown(named.record)}, "
          f"ceiling {1 / grouping.sizes.min():.1%}")  # fmt: skip
    again = reassembled(rest, release, looked_for, SEED)
    print(f"  reassembly learns {_shown(again.with_hints)}, from totals {_shown(again.from_totals)}, gain "
          f"{again.gain and f'{again.gain.change:+.2%} [{again.gain.low:+.2%}, {again.gain.high:+.2%}]'}")  # fmt: skip
    for others in (0, tested.k // 2, tested.k - 2, tested.k - 1):
        print(f"  knows {others} others: {_shown(knowing_others(rest, release, looked_for, others, SEED))}")
    one = _shown(from_totals(release, looked_for, SEED))
    print(f"  from one release {one}; from two of growing data, {_growing(tested, rest)}", flush=True)


def _growing(tested: Crowds, rest: LocalDataset) -> str:
    """What is learned by who has a release of four fifths of everybody's entries, and later one of all."""
    early = only_entries(rest, np.random.default_rng(SEED).random(rest.count) < 0.8)
    before = tested.protect(early, None, SEED)
    first = Release(before.data, tested.crowds_of(early, SEED))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "crowds.json"
        file.write_text(before.for_next or "")
        said = []
        for words, again in (("crowds made anew", tested), ("crowds kept", replace(tested, kept=str(file)))):
            seed = SEED + 1
            earlier = earlier_crowds(file, rest, tested.k) if again.kept else None
            second = Release(again.protect(rest, None, seed).data, again.in_crowds(rest, earlier, seed)[1])
            wanted = targets(rest, second.grouping, TARGETS, SEED)
            alone, both = from_totals(second, wanted, SEED), in_two_releases(first, second, wanted, SEED)
            said.append(f"{words} {_shown(both)} (the second alone {_shown(alone)})")
    return ", ".join(said)


def _all(found: dict[str, Estimate | None]) -> str:
    return ", ".join(f"{name} {_shown(rate)}" for name, rate in found.items())


def _shown(rate: Estimate | None) -> str:
    return "–" if rate is None else f"{rate.rate:.1%} [{rate.low:.1%}, {rate.high:.1%}]"


def _loss(loss: Loss | None) -> str:
    if loss is None:
        return "–"
    return f"{loss.loss:.1%}" + ("" if loss.low is None else f" [{loss.low:.1%}, {loss.high:.1%}]")


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or GRID)
