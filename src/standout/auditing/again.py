"""A finding once more, by itself: the same draws, attacks and intervals as in the audit that it comes from.

Every draw has its own generator, named after what it is for. So a finding does not depend on which others were made.
"""

from __future__ import annotations

from standout.attacks.contract import Attack
from standout.auditing.attack_targets import attack_everyone, calibrate, judge
from standout.auditing.both_ways import informed, noise_of
from standout.auditing.checkpoint import Checkpoints
from standout.auditing.settings import AuditSettings, no_progress
from standout.auditing.setup import overlap, set_up
from standout.auditing.steps import plan
from standout.auditing.tuning import held_out
from standout.data.dataset import AnyDataset
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.results.finding import Finding
from standout.risk.finding import finding
from standout.risk.similarity import senses_of


def found_again(data: AnyDataset, released: AnyDataset | None, settings: AuditSettings) -> Finding:
    """The finding of the one adversary and the one attack in the settings, without what is learned or added.

    The adversary is as it was fitted to the data; where attacks were tuned, the attack has the constants chosen.
    """
    adversary, attack = _one(settings)
    nobody = False if released is None else overlap(data, released, controlled=True)[0]
    setup = set_up(data, released, settings, held_out(data, settings.seed) if settings.tune else None, nobody=nobody)
    steps = plan(setup, [adversary], adversary, Checkpoints(None, {}), no_progress)
    chosen = informed(setup, adversary, attack, noise_of(setup, attack))
    rows = attack_everyone(setup, steps, adversary, chosen)
    judged = judge(setup, adversary, chosen, rows, calibrate(setup, steps, adversary, chosen, rows)).judged
    return finding(judged, senses_of(setup.released))


def _one(settings: AuditSettings) -> tuple[Adversary, Attack]:
    if settings.adversaries is None or len(settings.adversaries) != 1 or len(settings.attacks) != 1:
        raise BadInput("a finding is of one adversary and one attack; name one of each")
    return settings.adversaries[0], settings.attacks[0]
