"""What an attack took for how knowledge comes about, and what came of the other way: told, or learnt."""

from __future__ import annotations

from standout.attacks.contract import Attack
from standout.attacks.likelihood import Likelihood
from standout.results.finding import Assumed, Noise, OtherNoise
from standout.risk.identified import identified, identified_by_lot
from standout.risk.outcomes import Outcomes, of_everybody


def assumed(attack: Attack) -> Assumed | None:
    """The rule that the attack goes by, where it has one."""
    if not isinstance(attack, Likelihood) or attack.rule is None:
        return None
    rule = attack.rule
    return Assumed(
        value_error=None if rule.value_error < 0 else rule.value_error,
        day_error=None if rule.day_error < 0 else rule.day_error,
        **{
            name: float(getattr(rule, name))
            for name in (
                "wrong", "wrong_value", "wrong_day", "absent_share", "exponent", "idle_values", "idle_days",
            )
        },
    )  # fmt: skip


def other_noise(noise: Noise, attack: Attack, outcomes: Outcomes, own: Outcomes, left_out: int) -> OtherNoise | None:
    """What came of attacking some people in this way, and in the finding's `own`; of so many more of them nothing could
    be known."""
    rule = assumed(attack)
    if rule is None or not len(outcomes.ranks):
        return None
    everybody = of_everybody(outcomes, left_out)
    return OtherNoise(
        noise=noise,
        targets=len(outcomes.ranks),
        looked_for=len(outcomes.ranks) + left_out,
        identified=identified(everybody),
        identified_by_lot=identified_by_lot(everybody),
        same_people=identified_by_lot(of_everybody(own, left_out)),
        assumed=rule,
    )
