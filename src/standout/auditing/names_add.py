"""What names add, in an audit and in a link."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from standout.auditing.attack_targets import Attacked
from standout.auditing.linking import Linked
from standout.auditing.setup import Setup
from standout.auditing.truths import UNKNOWN_TRUTH
from standout.common.arrays import Int64s
from standout.data.dataset import AnyDataset
from standout.knowledge.draw import Drawn, of_targets
from standout.results.adds import Adds
from standout.results.finding import Finding
from standout.risk.adding import Interest, Names, adds, item_columns, new_items
from standout.risk.verdicts import named_records


def with_adds(
    setup: Setup, attacked: Sequence[Attacked], findings: Sequence[Finding], interest: Interest
) -> tuple[Finding, ...]:
    """The findings of an audit with what names add. Knowledge is drawn once more, the same, for each adversary."""
    held = item_columns(setup.released, setup.records[setup.people], interest)
    told = []
    drawn: Drawn | None = None
    whose = ""
    for result, finding in zip(attacked, findings, strict=True):
        judged = result.judged
        if drawn is None or whose != judged.adversary.name:
            drawn, whose = setup.drawn(judged.adversary, result.people), judged.adversary.name
            own = held[np.searchsorted(setup.people, drawn.people)]
            new_true = new_items(setup.released, drawn.knowledge, drawn.truths, interest, own)
        named = named_records(judged.outcomes)
        wrong = np.flatnonzero((named >= 0) & (named != drawn.truths))
        new_named = new_true.copy()
        if len(wrong) and interest.sensitive is not None:
            new_named[wrong] = new_items(setup.released, of_targets(drawn.knowledge, wrong), named[wrong], interest)
        names = Names(named, drawn.truths, left_out=judged.left_out)
        said = adds(names, new_named, new_true, interest, setup.settings.crowd)
        told.append(msgspec.structs.replace(finding, adds=said))
    return tuple(told)


def link_adds(linked: Linked, released: AnyDataset, truths: Int64s | None, interest: Interest) -> Adds:
    """What the names of a link add: over those named rightly where the truth is known, else over all who are named."""
    named, knowledge, left_out = named_records(linked.outcomes), linked.knowledge, 0
    chances = None if linked.chances is None else np.where(named >= 0, linked.chances[:, 0], np.nan)
    settled = np.arange(len(named))
    own: Int64s | None = None
    if truths is not None:
        settled = np.flatnonzero(truths[linked.people] != UNKNOWN_TRUTH)
        own = truths[linked.people][settled]
        left_out = int((np.delete(truths, linked.people) != UNKNOWN_TRUTH).sum())
        knowledge = of_targets(knowledge, settled)
    named, chances = named[settled], None if chances is None else chances[settled]
    new_named = new_items(released, knowledge, named, interest)
    new_true = None if own is None else new_items(released, knowledge, own, interest)
    return adds(Names(named, own, chances, left_out), new_named, new_true, interest)
