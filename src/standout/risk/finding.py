"""A finding: how often an attack finds people for an adversary, with intervals and what guessing would get."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from standout.attacks.constants import options_of
from standout.attacks.contract import Attack
from standout.common.arrays import Bools, Floats, Int64s
from standout.knowledge.adversary import Adversary
from standout.results.estimate import Estimate
from standout.results.finding import (
    AnonymitySet,
    ByKnown,
    ByLength,
    EntropyBits,
    EqualError,
    Failures,
    Finding,
    Noise,
    OtherNoise,
)
from standout.risk.calibration import Calibration, calibrated_bits, judged_by
from standout.risk.crowds import folded
from standout.risk.identified import WITHIN, identified, identified_by_lot
from standout.risk.intervals import mean, rate
from standout.risk.outcomes import UNLISTED, Outcomes, of_everybody
from standout.risk.similarity import Sense, shares_from
from standout.risk.told import assumed
from standout.risk.verdicts import at_eccentricity, at_promise, declared, declared_when_absent, equal_error

BINS = ((1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63), (64, None))
"""Bins of how many items were known (Frankowski, table 1)."""

FIFTHS = 5
FEWEST_SHOWN = 5
"""Groups of fewer targets than this are not told apart."""

PHIS = tuple(step / 4 for step in range(0, 41))
CLOSE = (0.1, 0.25, 0.5, 0.75, 0.9, 1.0)


@dataclass(frozen=True)
class Judged:
    """Everything a finding is made from, a row per target."""

    adversary: Adversary
    attack: Attack
    outcomes: Outcomes
    known: Int64s
    """How many items were known of each target."""
    similarity: Floats
    """How similar the guessed record is to the target's, in each sense."""
    people: int
    """How many released records there are."""
    candidates: int
    """How many of them were candidates, at most, for any target."""
    left_out: int = 0
    """Of how many more people who were looked for nothing could be known."""
    not_released: int = 0
    unknown_items: int = 0
    lengths: Int64s | None = None
    """How long each target's record is."""
    lengths_left_out: Int64s | None = None
    """How long the records are of those of whom nothing could be known."""
    scores: Floats | None = None
    """The score of each target's true record."""
    truths: Int64s | None = None
    calibration: Calibration | None = None
    promised: float = 0.01
    """The share of absent targets of whom somebody may be accused."""
    noise: Noise = "given"
    other: OtherNoise | None = None
    """What came of the attack if it is told how knowledge comes about instead of learning it, or the other way."""
    guarded: Outcomes | None = None
    """The outcomes with thresholds from real knowledge, if these are what keeps the promise."""
    crowd: int = FEWEST_SHOWN
    """No figure is about fewer targets than this, unless there are no more."""

    @property
    def targets(self) -> int:
        """How many there are."""
        return len(self.outcomes.ranks)

    @property
    def unknown(self) -> int:
        """How many more people rates are over; nobody, where there is no target to measure a rate with."""
        return self.left_out if self.targets else 0

    @cached_property
    def everybody(self) -> Outcomes:
        """What came of everybody looked for."""
        return of_everybody(self.outcomes, self.unknown)

    @cached_property
    def all_lengths(self) -> Int64s | None:
        """How long the record of everybody looked for is."""
        if self.lengths is None or not self.unknown:
            return self.lengths
        return None if self.lengths_left_out is None else np.concatenate((self.lengths, self.lengths_left_out))

    @property
    def fitted(self) -> tuple[Calibration, Outcomes, Int64s] | None:
        """What calibrated probabilities come from, where there are any."""
        if self.calibration is None or self.truths is None or not self.targets:
            return None
        return self.calibration, self.outcomes, self.truths

    @property
    def chances(self) -> Floats | None:
        """The calibrated probability of each target's best record to be the true one, where there is one."""
        if self.fitted is None:
            return None
        calibration, outcomes, truths = self.fitted
        return calibration.chances(outcomes.odds, truths)

    @cached_property
    def bits(self) -> Floats:
        """Bits missing to the true record, of those targets whose bits were measured."""
        chances = self.chances
        missing = self.outcomes.bits if chances is None else calibrated_bits(self.outcomes, chances)
        return missing[~np.isnan(missing)]


def finding(judged: Judged, senses: list[Sense]) -> Finding:
    """One finding, over everybody looked for; a figure that could not be computed is absent and its reason is in the
    notes."""
    outcomes, attack, lengths = judged.everybody, judged.attack, judged.all_lengths
    similarity = np.concatenate((judged.similarity, np.zeros((judged.unknown, judged.similarity.shape[1]))))
    eccentric = attack.verdict.eccentricity is not None
    bits, even = entropy_bits(judged), equal_error(outcomes) if eccentric else None
    lists_all = attack.probabilities == "uniform"
    return Finding(
        adversary=judged.adversary.describe(),
        attack=attack.name,
        options=options_of(attack),
        noise=judged.noise,
        assumed=assumed(attack),
        other_noise=judged.other,
        targets=judged.targets,
        looked_for=judged.targets + judged.left_out,
        not_known=judged.left_out,
        identified=identified(outcomes) if judged.candidates else {},
        identified_by_lot=identified_by_lot(outcomes) if judged.candidates else {},
        blind_guess={str(k): min(1.0, k / max(judged.people, 1)) for k in WITHIN},
        by_known=by_known(judged),
        by_length=None if lengths is None else by_length(outcomes, lengths, judged.crowd),
        identified_by_interactions=None if lengths is None else by_interactions(outcomes, lengths),
        declared=declared(outcomes),
        declared_when_absent=declared_when_absent(outcomes),
        eccentricity=attack.verdict.eccentricity,
        eccentricity_curve=tuple(at_eccentricity(outcomes, phi) for phi in PHIS) if eccentric else None,
        equal_error=even,
        max_false=at_promise(
            judged.guarded or judged.outcomes,
            judged.promised,
            judged.guarded is not None or judged.calibration is not None,
            judged.unknown,
        ),
        calibration=None if judged.fitted is None else judged_by(*judged.fitted, judged.crowd),
        entropy_bits=bits,
        close_guess={sense.name: shares_from(similarity[:, sense.column], CLOSE) for sense in senses},
        anonymity_set=anonymity_set(outcomes, judged.crowd) if lists_all else None,
        failures=failures(judged.outcomes, judged.unknown) if lists_all else None,
        notes=(*_notes(judged), *_entropy_notes(judged, bits), *_error_notes(judged, even)),
    )


def entropy_bits(judged: Judged) -> EntropyBits | None:
    """Bits missing to the true record, on average over those targets whose bits were measured."""
    bits = mean(judged.bits) if judged.attack.probabilities != "none" else None
    if bits is None:
        return None
    alone = judged.targets == 1
    return EntropyBits(
        before=float(np.log2(max(judged.people, 1))), after=bits.rate,
        low=None if alone else bits.low, high=None if alone else bits.high, targets=len(judged.bits),
    )  # fmt: skip


def by_known(judged: Judged) -> tuple[ByKnown, ...]:
    """Identification by how much was known; bins of fewer targets than a crowd are joined with the next."""
    rows = []
    counts = [int(_between(judged.known, low, high).sum()) for low, high in BINS]
    for first, last in folded(counts, judged.crowd):
        low, high = BINS[first][0], BINS[last][1]
        which = _between(judged.known, low, high)
        if which.any():
            rows.append(
                ByKnown(
                    known=f"{low}" if low == high else f"{low}–{high}" if high else f"{low}+",
                    mean_known=float(judged.known[which].mean()),
                    targets=int(which.sum()),
                    identified=identified(judged.outcomes, which),
                    identified_by_lot=identified_by_lot(judged.outcomes, which),
                )
            )
    return tuple(rows)


def _between(numbers: Int64s, low: int, high: int | None) -> Bools:
    return (numbers >= low) & (numbers <= (high or UNLISTED))


def by_length(outcomes: Outcomes, lengths: Int64s, crowd: int = FEWEST_SHOWN) -> tuple[ByLength, ...]:
    """Identification by fifths of record length: short records are easily told apart, and most people have one.

    The first and the last fifth are open: their ends would be the length of one person's record.
    """
    if len(lengths) < crowd:
        return ()
    lows = np.unique(np.quantile(lengths, np.linspace(0, 1, FIFTHS + 1)[:-1], method="lower"))
    highs = [*(lows[1:] - 1), None]
    counts = [int(_between(lengths, low, high).sum()) for low, high in zip(lows, highs, strict=True)]
    rows = []
    for first, last in folded(counts, crowd):
        low, high = lows[first], highs[last]
        which = _between(lengths, low, high)
        label = f"{low}+" if high is None else f"up to {high}" if first == 0 else f"{low}–{high}"
        label = f"{low}" if low == high else label
        rows.append(ByLength(items=label, targets=int(which.sum()), identified=identified(outcomes, which)))
    return tuple(rows)


def by_interactions(outcomes: Outcomes, lengths: Int64s) -> Estimate | None:
    """The share that is put first if targets are drawn by their interactions instead of evenly; its interval is that
    of as many targets as such weights are worth (Kish)."""
    total = float(lengths.sum())
    if total <= 0:
        return None
    share = float(lengths[outcomes.ranks == 1].sum()) / total
    worth = max(int(total**2 / float((lengths.astype(np.float64) ** 2).sum())), 1)
    return rate(share * worth, worth)


def anonymity_set(outcomes: Outcomes, crowd: int = FEWEST_SHOWN) -> AnonymitySet:
    """Among targets who are listed: how many records fit what is known."""
    sizes = outcomes.set_sizes[outcomes.listed]
    if len(sizes) < crowd:
        return AnonymitySet()
    return AnonymitySet(mean=float(sizes.mean()), median=float(np.median(sizes)), listed=len(sizes))


def failures(outcomes: Outcomes, unknown: int = 0) -> Failures:
    """Why somebody is not 1-identified by an attack that lists all matching records (Frankowski, figure 3); of so many
    more people nothing could be known."""
    listed, empty, everybody = outcomes.listed, outcomes.set_sizes == 0, len(outcomes.ranks) + unknown
    return Failures(
        not_narrow=rate(int((listed & (outcomes.ranks > 1)).sum()), everybody),
        no_one_possible=rate(int((~listed & empty).sum()), everybody),
        misdirected=rate(int((~listed & ~empty).sum()), everybody),
        not_known=rate(unknown, everybody) if unknown else None,
    )


def _entropy_notes(judged: Judged, bits: EntropyBits | None) -> list[str]:
    """Why there is no entropy, or how far to trust it."""
    if bits is None:
        return ["no entropy: this attack ranks records but gives no probabilities"] if judged.targets else []
    notes = []
    if bits.targets < judged.targets:
        notes.append(f"the entropy was measured on {bits.targets:,} of the targets, chosen at random")
    if judged.targets == 1:
        notes.append("no interval around the entropy: there is only one target")
    return notes


def _error_notes(judged: Judged, even: EqualError | None) -> list[str]:
    if not judged.targets or judged.attack.verdict.eccentricity is None or even is not None:
        return []
    return ["no equal error rate: people are missed more often than anybody is accused, whatever the threshold"]


def _notes(judged: Judged) -> list[str]:
    if not judged.targets and not judged.left_out:
        return ["no targets: nobody is looked for"]
    notes = []
    if judged.left_out:
        nobodys = f"of {judged.left_out:,} of the {judged.targets + judged.left_out:,} people looked for"
        notes.append(f"{nobodys} nothing could be known; they count as not found")
    if judged.not_released:
        notes.append(f"{judged.not_released:,} targets are not in the released data; nobody can find them")
    if judged.unknown_items:
        notes.append(
            f"{judged.unknown_items:,} known items are in no released record; they count as known all the same"
        )
    if judged.candidates < judged.people and judged.adversary.length == "unknown":
        heavy = judged.people - judged.candidates
        notes.append(f"{heavy:,} released records have too many items for this attack and are no candidates")
    if not judged.candidates and len(judged.outcomes.ranks):
        notes.append("no rates: the attack leaves no candidates")
    if not len(judged.outcomes.ranks):
        notes.append("no targets: nobody has enough items for this adversary")
    return notes
