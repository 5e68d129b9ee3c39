"""A finding: how often an attack finds people for an adversary, with intervals and what guessing would get."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from standout.attacks.contract import Attack, Floats
from standout.data.model import Int64s
from standout.knowledge.adversary import Adversary
from standout.results.estimate import Estimate
from standout.risk.calibration import Calibration, calibrated_bits, judged_by, threshold_for
from standout.risk.crowds import folded
from standout.risk.intervals import dicts, mean, rate, rate_of
from standout.risk.outcomes import UNLISTED, Bools, Outcomes
from standout.risk.similarity import Sense

WITHIN = (1, 5, 10, 100)
"""The k of k-identification: the true record is among the k best."""

BINS = ((1, 1), (2, 3), (4, 7), (8, 15), (16, 31), (32, 63), (64, None))
"""Bins of how many items were known (Frankowski, table 1)."""

CROSSING = 0.02
"""Two error rates this close count as equal."""

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
    not_released: int = 0
    unknown_items: int = 0
    lengths: Int64s | None = None
    """How long each target's record is."""
    truths: Int64s | None = None
    calibration: Calibration | None = None
    promised: float = 0.01
    """The share of absent targets of whom somebody may be accused."""
    crowd: int = FEWEST_SHOWN
    """No figure is about fewer targets than this, unless there are no more."""


def identified(outcomes: Outcomes, which: Any = slice(None)) -> dict[str, Any]:
    """Share of targets whose record is among the k best; a tie takes the worst rank among the tied."""
    return dicts({str(k): rate_of(outcomes.ranks[which] <= k) for k in WITHIN})


def finding(judged: Judged, senses: list[Sense]) -> dict[str, Any]:
    """One finding, ready for JSON; a figure that could not be computed is absent and its reason is in the notes."""
    found: dict[str, Any] = {}
    outcomes, notes = judged.outcomes, _notes(judged)
    targets = len(outcomes.ranks)
    found["adversary"] = judged.adversary.as_dict()
    found["attack"] = judged.attack.name
    found["targets"] = targets
    found["identified"] = identified(outcomes) if judged.candidates else {}
    found["blind_guess"] = {str(k): min(1.0, k / max(judged.people, 1)) for k in WITHIN}
    found["by_known"] = by_known(judged)
    if judged.lengths is not None:
        found["by_length"] = by_length(outcomes, judged.lengths, judged.crowd)
        if (weighted := by_interactions(outcomes, judged.lengths)) is not None:
            found["identified_by_interactions"] = weighted.as_dict()
    found |= verdicts(outcomes, judged.attack)
    found["max_false"] = at_promise(outcomes, judged.promised, judged.calibration is not None)
    missing = outcomes.bits
    if judged.calibration is not None and judged.truths is not None and targets:
        found["calibration"] = judged_by(judged.calibration, outcomes, judged.truths, judged.crowd)
        missing = calibrated_bits(outcomes, judged.calibration.chances(outcomes.odds, judged.truths))
    measured = missing[~np.isnan(missing)]
    bits = mean(measured) if judged.attack.probabilities != "none" else None
    if bits is not None:
        found["entropy_bits"] = {
            "before": float(np.log2(max(judged.people, 1))), "after": bits.rate,
            **({"low": bits.low, "high": bits.high} if targets > 1 else {}), "targets": len(measured),
        }  # fmt: skip
        if len(measured) < targets:
            notes.append(f"the entropy was measured on {len(measured):,} of the targets, chosen at random")
        if targets == 1:
            notes.append("no interval around the entropy: there is only one target")
    elif targets:
        notes.append("no entropy: this attack ranks records but gives no probabilities")
    if targets and judged.attack.verdict.eccentricity is not None and "equal_error" not in found:
        notes.append(
            "no equal error rate: people are missed more often than anybody is accused, whatever the threshold"
        )
    found["close_guess"] = close_guess(judged, senses)
    if judged.attack.probabilities == "uniform":
        found["anonymity_set"] = anonymity_set(outcomes, judged.crowd)
        found["failures"] = failures(outcomes)
    return found | {"notes": notes}


def by_known(judged: Judged) -> list[dict[str, Any]]:
    """Identification by how much was known; bins of fewer targets than a crowd are joined with the next."""
    rows = []
    counts = [int(_between(judged.known, low, high).sum()) for low, high in BINS]
    for first, last in folded(counts, judged.crowd):
        low, high = BINS[first][0], BINS[last][1]
        which = _between(judged.known, low, high)
        if which.any():
            label = f"{low}" if low == high else f"{low}–{high}" if high else f"{low}+"
            found = identified(judged.outcomes, which)
            rows.append(
                {
                    "known": label,
                    "mean_known": float(judged.known[which].mean()),
                    "targets": int(which.sum()),
                    "identified": found,
                }
            )
    return rows


def _between(numbers: Int64s, low: int, high: int | None) -> Bools:
    return (numbers >= low) & (numbers <= (high or UNLISTED))


def by_length(outcomes: Outcomes, lengths: Int64s, crowd: int = FEWEST_SHOWN) -> list[dict[str, Any]]:
    """Identification by fifths of record length: short records are easily told apart, and most people have one.

    The first and the last fifth are open: their ends would be the length of one person's record.
    """
    if len(lengths) < crowd:
        return []
    lows = np.unique(np.quantile(lengths, np.linspace(0, 1, FIFTHS + 1)[:-1], method="lower"))
    highs = [*(lows[1:] - 1), None]
    counts = [int(_between(lengths, low, high).sum()) for low, high in zip(lows, highs, strict=True)]
    rows = []
    for first, last in folded(counts, crowd):
        low, high = lows[first], highs[last]
        which = _between(lengths, low, high)
        label = f"{low}+" if high is None else f"up to {high}" if first == 0 else f"{low}–{high}"
        label = f"{low}" if low == high else label
        rows.append({"items": label, "targets": int(which.sum()), "identified": identified(outcomes, which)})
    return rows


def by_interactions(outcomes: Outcomes, lengths: Int64s) -> Estimate | None:
    """The share that is put first if targets are drawn by their interactions instead of evenly; its interval is that
    of as many targets as such weights are worth (Kish)."""
    total = float(lengths.sum())
    if total <= 0:
        return None
    share = float(lengths[outcomes.ranks == 1].sum()) / total
    worth = max(int(total**2 / float((lengths.astype(np.float64) ** 2).sum())), 1)
    return rate(share * worth, worth)


def at_promise(outcomes: Outcomes, promised: float, calibrated: bool) -> dict[str, Any]:
    """Verdicts with a threshold that promises at most this share of false accusations, and the share measured.

    The threshold of a calibrated attack is its own. For others it is taken from every other target, for those between.
    """
    threshold = outcomes.threshold
    if not calibrated:
        odd = np.arange(len(outcomes.ranks)) % 2 == 1
        sides = [threshold_for(outcomes.standing_out_absent[odd != side], promised) for side in (False, True)]
        threshold = np.where(odd, sides[1], sides[0])
    named, accused = _named(outcomes, threshold)
    return {"promised": promised} | dicts(
        {
            "correct": rate_of(named & outcomes.right),
            "wrong": rate_of(named & ~outcomes.right),
            "accused_when_absent": rate_of(accused),
        }
    )


def verdicts(outcomes: Outcomes, attack: Attack) -> dict[str, Any]:
    """How often somebody is named, rightly or wrongly, with the true record there and with it taken out."""
    named, accused = _named(outcomes, outcomes.threshold)
    found: dict[str, Any] = {
        "declared": dicts(
            {
                "correct": rate_of(named & outcomes.right),
                "wrong": rate_of(named & ~outcomes.right),
                "silent": rate_of(~named),
            }
        ),
        "declared_when_absent": dicts({"accused": rate_of(accused), "silent": rate_of(~accused)}),
    }
    if attack.verdict.eccentricity is not None:
        found["eccentricity"] = attack.verdict.eccentricity
        found["eccentricity_curve"] = [_at(outcomes, phi) for phi in PHIS]
        if (even := equal_error(outcomes)) is not None:
            found["equal_error"] = even
    return found


def _named(outcomes: Outcomes, phi: float | Floats) -> tuple[Bools, Bools]:
    """Whether somebody stands out by this much, with the true record there and with it taken out; a tie never does."""
    named = (outcomes.standing_out >= phi) & (outcomes.standing_out > 0) & (outcomes.guesses >= 0)
    return named, (outcomes.standing_out_absent >= phi) & (outcomes.standing_out_absent > 0)


def _at(outcomes: Outcomes, phi: float) -> dict[str, Any]:
    named, accused = _named(outcomes, phi)
    return {"phi": phi} | dicts(
        {
            "correct": rate_of(named & outcomes.right),
            "wrong": rate_of(named & ~outcomes.right),
            "accused_when_absent": rate_of(accused),
        }
    )


def equal_error(outcomes: Outcomes) -> dict[str, float] | None:
    """The eccentricity at which missing a person who is there is as likely as accusing when they are not.

    None where there is no such point: when people are missed more often than anybody is accused even if any
    lead at all counts.
    """
    right = np.sort(np.where(outcomes.right & (outcomes.standing_out > 0), outcomes.standing_out, -np.inf))
    absent = np.sort(np.where(outcomes.standing_out_absent > 0, outcomes.standing_out_absent, -np.inf))
    phis = np.unique(np.concatenate((right, absent)))
    phis = phis[np.isfinite(phis)]
    if not len(phis):
        return None
    missed = np.searchsorted(right, phis, side="left") / len(right)
    accused = 1 - np.searchsorted(absent, phis, side="left") / len(absent)
    best = int(np.argmin(np.abs(missed - accused)))
    if abs(missed[best] - accused[best]) > CROSSING:
        return None
    return {"phi": round(float(phis[best]), 2), "missed": float(missed[best]), "accused": float(accused[best])}


def close_guess(judged: Judged, senses: list[Sense]) -> dict[str, Any]:
    """(θ, ω): the share ω of targets whose guessed record is at least θ similar to their own."""
    shares = {}
    for sense in senses:
        rows: list[dict[str, float]] = []
        for theta in CLOSE:
            omega: Estimate | None = rate_of(judged.similarity[:, sense.column] >= theta)
            if omega is not None:
                rows.append({"similarity": theta} | omega.as_dict())
        shares[sense.name] = rows
    return shares


def anonymity_set(outcomes: Outcomes, crowd: int = FEWEST_SHOWN) -> dict[str, float]:
    """Among targets who are listed: how many records fit what is known."""
    sizes = outcomes.set_sizes[outcomes.listed]
    if len(sizes) < crowd:
        return {}
    return {"mean": float(sizes.mean()), "median": float(np.median(sizes)), "listed": len(sizes)}


def failures(outcomes: Outcomes) -> dict[str, Any]:
    """Why a target is not 1-identified by an attack that lists all matching records (Frankowski, figure 3)."""
    listed, empty = outcomes.listed, outcomes.set_sizes == 0
    return dicts(
        {
            "not_narrow": rate_of(listed & (outcomes.ranks > 1)),
            "no_one_possible": rate_of(~listed & empty),
            "misdirected": rate_of(~listed & ~empty),
        }
    )


def _notes(judged: Judged) -> list[str]:
    notes = []
    if judged.left_out:
        notes.append(f"{judged.left_out:,} people have too few items for the knowledge drawn and were left out")
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
