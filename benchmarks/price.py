"""What a protection costs those who learn from the release, over several seeds, so that a lot is not taken for a loss.

`python -m benchmarks.price DATA [--seeds N] [TEXT …]` prints a line for each protection: the mean loss of transfer
nDCG@10 over seeds 1 to N (each with other people held out and another deal), its 95% interval over seeds, and each.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy import stats

from standout.data.dataset import LocalDataset
from standout.io.reading import read
from standout.protections import protection
from standout.verification.transfer import apart, learned, learned_alike, lost

GRID = ("crowds:k=5", "crowds:k=10", "crowds:k=20")
SEEDS = 5


def losses(data: LocalDataset, texts: Sequence[str], seeds: int) -> dict[str, list[float]]:
    """The loss of each protection under each seed; a seed where popularity does as well has none."""
    found: dict[str, list[float]] = {text: [] for text in texts}
    for seed in range(1, seeds + 1):
        rest, held = apart(data, seed)
        before = learned(rest, rest, held)
        for text in texts:
            release = protection(text).protect(rest, None, seed).data
            loss = lost(before, learned_alike(rest, release, held, before))
            if loss is not None:
                found[text].append(loss.loss)
    return found


def shown(found: Sequence[float]) -> str:
    """The mean, its interval by Student's distribution, and each."""
    if not found:
        return "nothing to lose: what is popular does as well"
    mean, each = float(np.mean(found)), ", ".join(f"{loss:.1%}" for loss in found)
    if len(found) < 2:
        return f"{mean:.1%}"
    half = float(stats.t.ppf(0.975, len(found) - 1) * np.std(found, ddof=1) / np.sqrt(len(found)))
    return f"{mean:.1%} [{mean - half:.1%}, {mean + half:.1%}] of {len(found)} seeds: {each}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each protection."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.price", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("texts", nargs="*", metavar="TEXT", default=GRID)
    parser.add_argument("--seeds", type=int, default=SEEDS)
    asked = parser.parse_intermixed_args(arguments)
    for text, found in losses(read(asked.data), asked.texts, asked.seeds).items():
        print(f"{text}: {shown(found)}", flush=True)


if __name__ == "__main__":
    main()
