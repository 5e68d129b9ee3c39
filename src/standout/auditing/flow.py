"""The flow: plan, draw, attack, calibrate, judge, attack again, explain; in this order.

`audit` attacks released data with knowledge drawn from the people in it and says who can be found. What it
returns is complete: the report, the JSON and the table of people are made from it alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import Attack, scale_note
from standout.auditing.attack_targets import Attacked, attack_with
from standout.auditing.checkpoint import Checkpoints
from standout.auditing.explaining import Explanations, explain
from standout.auditing.learned_steps import Taught, teach
from standout.auditing.names_add import with_adds
from standout.auditing.personal_risk import attack_again, best_of, reference_among
from standout.auditing.same_people import places_of_records
from standout.auditing.settings import AuditSettings, Progress, no_progress
from standout.auditing.setup import Setup, overlap, set_up
from standout.auditing.steps import plan
from standout.auditing.theory_steps import TheoryLookedAt, look_at_theory
from standout.auditing.tuning import held_out, tuned
from standout.auditing.what_if import what_if
from standout.common.arrays import Int64s
from standout.common.lanes import Lanes
from standout.data.dataset import AnyDataset
from standout.knowledge.draw import seed_for
from standout.results.audit_parts import SettingsUsed
from standout.results.finding import Finding
from standout.results.forecast import Forecast
from standout.results.headline import best_by_adversary
from standout.results.what_if import WhatIf
from standout.risk.adding import Interest
from standout.risk.data_summary import Summary, personal_summary, summary
from standout.risk.finding import finding
from standout.risk.forecast import forecast
from standout.risk.people import PersonalRisk
from standout.risk.similarity import senses_of


@dataclass(frozen=True)
class Audit:
    """The result of an audit: what is said of everybody, and risk person by person; nobody is named yet."""

    summary: Summary
    findings: tuple[Finding, ...]
    settings: SettingsUsed
    seed: int
    notes: tuple[str, ...]
    attacked: list[Attacked]
    """What every finding was made from."""
    personal: PersonalRisk
    found_by: dict[str, Int64s]
    """For each adversary, the people whom at least one attack found."""
    data: AnyDataset
    released: AnyDataset
    taught: Taught
    """What comes of guessing what else people have."""
    forecasts: tuple[Forecast, ...] = ()
    """What each adversary would find in larger crowds."""
    what_if: WhatIf | None = None
    """What would be found if more were known."""
    control: AnyDataset | None = None
    """People who are known not to be in the release."""
    explained: Explanations | None = None
    """What gave people away, where an attack gives probabilities."""

    @property
    def crowd(self) -> int:
        """Nothing is told of fewer people than this, unless ids are shown."""
        return self.settings.crowd


def audit(
    data: AnyDataset,
    settings: AuditSettings | None = None,
    *,
    released: AnyDataset | None = None,
    interest: Interest | None = None,
    control: AnyDataset | None = None,
    owners: Int64s | None = None,
    checkpoints: Checkpoints | None = None,
    single_people: bool = False,
    progress: Progress = no_progress,
    lanes: Lanes | None = None,
) -> Audit:
    """Attack the released data (the data itself, if nothing else is named) and say who can be found.

    `interest` says which groups and which sensitive items named records are looked through for. With `single_people`, a
    few of them are explained one by one; otherwise only what is typical. With `control`, people who are known not to be
    in the release, what is learned is compared with them, and ids need not be in common. `owners` say whose each
    released record is, where ids do not. Steps that do not need each other are done side by side in `lanes`.
    """
    settings, checkpoints = settings or AuditSettings(), checkpoints or Checkpoints(None, {})
    lanes = lanes or Lanes()
    adversaries, notes = settings.adversaries_for(data)
    nobody, said = False, list[str]()
    if released is not None:
        nobody, said = overlap(data, released, controlled=control is not None, owners=owners)
        if owners is None and not nobody:
            places = places_of_records(data, released, settings.seed)
            said += [places.said()] if places.given_anew else []
    notes += said
    apart = held_out(data, settings.seed) if settings.tune else None
    setup = set_up(data, released, settings, apart, nobody=nobody, owners=owners)
    reference = reference_among(adversaries)
    steps = plan(setup, adversaries, reference, checkpoints, progress)
    if apart is not None:
        setup, said = tuned(setup, steps, adversaries, apart)
        notes += said
    pairs = [(adversary, attack) for adversary in adversaries for attack in setup.settings.attacks]
    attacks = [lanes.start(partial(attack_with, setup, steps, *pair)) for pair in pairs]
    share = _released_share(setup) if released is not None else None
    looked_at = lanes.start(partial(look_at_theory, setup, steps, share))
    further = lanes.start(partial(what_if, setup, steps, len(adversaries), control))
    attacked = [attack.result() for attack in attacks]
    again = lanes.start(partial(attack_again, setup, steps, best_of(attacked, reference)))
    senses, found_by = senses_of(setup.released), _found_by(attacked)
    plain = [finding(result.judged, senses) for result in attacked]
    forecasts = lanes.start(partial(_forecasts, attacked, plain, settings.seed))
    added = lanes.start(partial(with_adds, setup, attacked, plain, interest or Interest()))
    taught = teach(setup, steps, attacked, reference.name, control, lanes)
    explained = explain(setup, attacked, reference, checkpoints.secret if single_people else None)
    findings = tuple(taught.added_to(found) for found in added.result())
    personal = again.result()
    return Audit(
        summary=_summary(setup, released is not None, looked_at.result(), personal, found_by),
        findings=findings,
        settings=_settings_used(setup),
        seed=settings.seed,
        notes=(*data.source.notes, *notes, *_scale_notes(setup), *(interest.notes if interest else ())),
        attacked=attacked,
        personal=personal,
        found_by=found_by,
        data=setup.data,
        released=setup.released,
        taught=taught,
        forecasts=forecasts.result(),
        what_if=further.result(),
        control=control,
        explained=explained,
    )


def _forecasts(attacked: list[Attacked], findings: Sequence[Finding], seed: int) -> tuple[Forecast, ...]:
    """What each adversary would find in larger crowds, with the attack that finds most people here."""
    best = {(name, found.attack) for name, found in best_by_adversary(findings).items()}
    own = seed_for(seed, "forecast")
    judged = [each.judged for each in attacked]
    return tuple(forecast(each, own) for each in judged if (each.adversary.name, each.attack.name) in best)


def _released_share(setup: Setup) -> float:
    """The share of the people of the data who are in the released version."""
    return float((setup.records >= 0).mean()) if setup.data.people else 0.0


def _summary(
    setup: Setup, has_release: bool, looked_at: TheoryLookedAt, personal: PersonalRisk, found_by: dict[str, Int64s]
) -> Summary:
    """What is said of everybody."""
    crowd, data = setup.settings.crowd, setup.data
    others = _found_by_others(personal, found_by, crowd)
    about_people = personal_summary(data, personal, others, crowd)
    released = setup.released if has_release else None
    return summary(data, released, looked_at.sparsity, looked_at.theory, about_people, crowd)


def _settings_used(setup: Setup) -> SettingsUsed:
    settings = setup.settings
    return SettingsUsed(
        targets=len(setup.people),
        draws=setup.draws,
        attacks=tuple(attack.name for attack in settings.attacks),
        noise=settings.noise,
        max_false=settings.max_false,
        crowd=settings.crowd,
        summaries=_foreign_summaries(settings.attacks),
    )


def _foreign_summaries(attacks: Sequence[Attack]) -> dict[str, str] | None:
    """What attacks of others do: a report cannot look that up as it does for ours."""
    ours = {name: attack.summary for name, attack in ATTACKS.items()}
    return {attack.name: attack.summary for attack in attacks if ours.get(attack.name) != attack.summary} or None


def _scale_notes(setup: Setup) -> list[str]:
    note = setup.rescaling.note if setup.rescaling else scale_note(setup.data.scale, setup.released.scale)
    return [note] if note else []


def _found_by(attacked: list[Attacked]) -> dict[str, Int64s]:
    """For each adversary, the people whom at least one attack found."""
    by_adversary: dict[str, list[Int64s]] = {}
    for result in attacked:
        by_adversary.setdefault(result.judged.adversary.name, []).append(
            result.people[result.judged.outcomes.ranks == 1]
        )
    return {name: np.unique(np.concatenate(people)) for name, people in by_adversary.items()}


def _found_by_others(personal: PersonalRisk, found_by: dict[str, Int64s], crowd: int) -> int | None:
    """How many of those who have too few items for the repeated draws another adversary found; not if they are few."""
    found_people = np.unique(np.concatenate(list(found_by.values())))
    count = int(np.isin(personal.people[personal.draws == 0], found_people).sum())
    return count if count == 0 or count >= crowd else None
