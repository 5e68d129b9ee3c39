"""The row of one protection: it is applied, attacked again, and measured as the original was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset, LocalDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.protections.contract import Protection
from standout.protections.protecting import Outcome
from standout.results.compare import ProtectionRow
from standout.results.compare_found import Identified, worst_adversary
from standout.results.compare_measures import AttributeRisk, Realism, Utility, UtilityLoss
from standout.results.learned import Learned
from standout.verification.attribute import Reached, attribute_risk
from standout.verification.attribute_hiding import hiding, with_hiding
from standout.verification.before import Before
from standout.verification.comparison import Comparison
from standout.verification.crowd_labels import knowing_crowd_labels
from standout.verification.fragment_joining import Fragments, fragments_of
from standout.verification.grid import Candidate
from standout.verification.identification import compared, hits_after
from standout.verification.learned_again import guessers, learned_after, protected_rest
from standout.verification.made_for_it import made_for
from standout.verification.pairs_row import lost_by, pairs_row
from standout.verification.realism import people_seen, realism
from standout.verification.seen import Seen, seen
from standout.verification.utility import Measured, losses, utility
from standout.verification.versions import protected_version

_BY_PEOPLE = "acts on what is public about people: the released data, and what it is good for, stay as they are"
_NEW_PEOPLE = (
    "its people are new ones: utility lost is that of lists for people who are not in it, and nothing that is tied to "
    "people (utility, realism, attributes) can be measured"
)


@dataclass(frozen=True)
class _Tied:
    """What is measured person by person; nothing where people are new ones."""

    attribute: AttributeRisk | None = None
    realism: Realism | None = None
    utility: Utility | None = None
    loss: float | None = None
    notes: tuple[str, ...] = ()


def knowledge_row(comparison: Comparison, candidate: Candidate, before: Before) -> ProtectionRow:
    """What people do themselves: the data stays as it is, so only being found is looked at."""
    identified, changed = _identified(comparison, candidate, before, comparison.attacked)
    shares = [share for share in changed if share > 0]
    return ProtectionRow(
        name=candidate.name,
        options=candidate.options,
        text=candidate.text,
        changes="knowledge",
        countered_by=candidate.countered_by or None,
        changed_share=float(np.mean(shares)) if shares else 0.0,
        identified=identified,
        risk=worst_adversary({name: figures.contender for name, figures in identified.items()}),
        notes=(_BY_PEOPLE,),
    )


def data_row(comparison: Comparison, candidate: Candidate, before: Before) -> ProtectionRow:
    """A change to the data: who is found in it, what is inferred from it, does it show, what is it good for."""
    with protected_version(comparison, candidate.data_steps) as (protected, released):
        pieces = fragments_of(protected.data, protected.origins, comparison.audit.seed)
        identified, _ = _identified(comparison, candidate, before, released, pieces)
    rest = None if comparison.division is None else protected_rest(comparison.division, candidate.data_steps)
    about_it = (rest,) if isinstance(rest, str) else ()
    rest = None if isinstance(rest, str) else rest
    taught = None if rest is None else _learned_after(comparison, candidate, before, rest)
    transfer = None if rest is None or comparison.taught is None else comparison.taught.after(rest)
    meant = None if before.meant is None else before.meant.measure((protected.data, transfer))
    tied = _tied(comparison, protected, before, candidate.data_steps)
    loss = meant.utility_loss if meant is not None else tied.loss if tied.utility else lost_by(transfer)
    counted, own = protected.changes, [note for step in protected.steps for note in step.notes]
    joins = None if pieces is None or pieces.known is None else (pieces.known, pieces.origins)
    made = made_for(
        comparison.data, protected.data, candidate.data_steps, comparison.audit.seed, joins, protected.crowds
    )
    return ProtectionRow(
        name=candidate.name,
        options=candidate.options,
        text=candidate.text,
        changes="data",
        countered_by=candidate.countered_by or None,
        ceiling=protected.ceiling,
        balance=protected.balance,
        made_for_it=made or None,
        added=counted.added,
        removed=counted.removed,
        altered=counted.altered,
        changed_share=counted.changed_share,
        people_touched=counted.people_touched,
        identified=identified,
        risk=worst_adversary({name: figures.contender for name, figures in identified.items()}),
        learned=taught,
        attribute=tied.attribute,
        inferred=tied.attribute.inferred if tied.attribute else None,
        realism=tied.realism,
        utility=tied.utility,
        transfer=transfer,
        utility_loss=loss,
        intended=meant,
        notes=(*own, *tied.notes, *about_it),
    )


def _tied(comparison: Comparison, protected: Outcome, before: Before, steps: Sequence[Protection]) -> _Tied:
    """What is measured person by person: only where people are still there under their own ids."""
    if protected.origins is not None:
        return _Tied(notes=(_NEW_PEOPLE,))
    version = seen(comparison.data, protected.data, comparison.groups)
    real = _realism(comparison, protected, version)
    after = utility(comparison.data, protected.data, comparison.audit.seed, comparison.computed)
    lost = losses(before.utility, after)
    risk = _attribute_after(comparison, protected, version, (before.utility, after), steps)
    few = () if real.classifiers else ("no realism by classifiers: too few people are left",)
    return _Tied(
        risk,
        real,
        msgspec.structs.replace(after.figures, loss=lost),
        lost.utility_loss,
        (*few, *_still_there(lost), *after.notes),
    )


def _attribute_after(
    comparison: Comparison,
    protected: Outcome,
    version: Seen,
    useful: tuple[Measured, Measured],
    steps: Sequence[Protection],
) -> AttributeRisk | None:
    """What can be inferred from a version; more of one that is to hide the attribute."""
    if comparison.inference is None:
        return None
    risk = attribute_risk(comparison.inference, version, _told_labels(comparison, protected, version))
    meant = protected.balance is not None or any("attribute" in step.needs for step in steps)
    if risk.strongest is None or not meant:
        return risk
    crowds = _crowds_of(comparison, protected)
    return with_hiding(risk, hiding(comparison.data, comparison.inference, version, steps, useful, crowds))


def _told_labels(comparison: Comparison, protected: Outcome, version: Seen) -> list[Reached]:
    """What somebody reaches who knows all crowds and all labels but the target's; nothing without crowds."""
    crowds = _crowds_of(comparison, protected)
    if comparison.inference is None or crowds is None:
        return []
    return knowing_crowd_labels(comparison.inference, version, crowds)


def _crowds_of(comparison: Comparison, protected: Outcome) -> Int64s | None:
    """The crowd of each person of the original, -1 for who is in none; none without crowds."""
    if protected.crowds is None:
        return None
    places = positions(comparison.data.vocabulary.people, protected.data.vocabulary.people)
    return np.where(places >= 0, np.append(protected.crowds, -1)[places], -1)


def release_row(comparison: Comparison, candidate: Candidate, before: Before) -> ProtectionRow:
    """What is published in place of records."""
    if comparison.publish is None or comparison.taught is None:
        raise BadInput("pairs: nothing can be said of them, since too few people can be held out of the data")
    return pairs_row(
        candidate, comparison.publish, comparison.taught, guessers(comparison.adversaries, before.hits), comparison.use
    )


def _learned_after(comparison: Comparison, candidate: Candidate, before: Before, rest: LocalDataset) -> Learned | None:
    """What is learned after a protection of those who are not held out."""
    if comparison.division is None:
        return None
    who = guessers(comparison.adversaries, before.hits)
    return learned_after(comparison.division, rest, who, comparison.audit.attacks, candidate.data_steps)


def _realism(comparison: Comparison, protected: Outcome, version: Seen) -> Realism:
    """Whether the protection shows; without classifiers where too few people are left."""
    people = people_seen(comparison.seen, version)
    alike = comparison.alike(people)
    apart = comparison.told_apart(version, people) if alike else {}
    return realism(comparison.data, protected.data, apart, alike)


def _identified(
    comparison: Comparison,
    candidate: Candidate,
    before: Before,
    released: AnyDataset,
    pieces: Fragments | None = None,
) -> tuple[dict[str, Identified], list[float]]:
    """For each adversary, who is found before and after; and the share of what they know that was changed."""
    by_adversary, changed = {}, []
    for adversary in comparison.adversaries:
        after, adaptive, share = hits_after(comparison.search, adversary, candidate.changes, released, pieces)
        by_adversary[adversary.name] = compared(before.hits[adversary.name], after, adaptive, released.people)
        changed.append(share)
    return by_adversary, changed


def _still_there(lost: UtilityLoss) -> list[str]:
    """A note about those who are still in the data, where not everybody is."""
    left = lost.released_people
    if left is None or left.utility_loss is None:
        return []
    return [f"{left.share:.0%} of people are still in the data; to them {left.utility_loss:.1%} of utility is lost"]
