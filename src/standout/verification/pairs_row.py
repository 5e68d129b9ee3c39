"""The row of a comparison for what is published in place of records."""

from __future__ import annotations

from collections.abc import Sequence

from standout.knowledge.adversary import Adversary
from standout.results.compare import ProtectionRow
from standout.results.compare_uses import Intended, Transfer, Use
from standout.verification.grid import Candidate
from standout.verification.intended import Taught
from standout.verification.without_records import Publish, learned_from, lists_from


def lost_by(transfer: Transfer | None) -> float | None:
    """What is lost of lists for people who are not in the release, from 0 on."""
    return None if transfer is None or transfer.loss is None else max(0.0, transfer.loss.loss)


def pairs_row(
    candidate: Candidate, publish: Publish, taught: Taught, guessing: Sequence[Adversary], use: Use | None
) -> ProtectionRow:
    """Nobody can be found where there are no records: what is learned about people, and what it is good for."""
    assert candidate.publishes is not None
    division = taught.division
    model = publish(division.rest, candidate.publishes)
    transfer = taught.transfer(lists_from(taught.data, model, division.held))
    meant = None if use is None else Intended(use=use, transfer=transfer if use == "recommending" else None)
    return ProtectionRow(
        name=candidate.name,
        options=candidate.options,
        text=candidate.text,
        changes="release",
        most_gained=model.most_gained,
        changed_share=1.0,
        identified={},
        learned=learned_from(division, model, guessing),
        transfer=transfer,
        utility_loss=lost_by(transfer) if meant is None else meant.utility_loss,
        intended=meant,
        notes=(
            f"{len(model.codes):,} items and their pairs are published, and no records to find anybody in",
            f"no guess about a person is likelier by more than {100 * model.most_gained:.1f} points because they are "
            "in it, whatever is known; noise is never drawn from the seed, so figures differ from run to run",
        ),
    )
