"""What a bulletin says, as a page for its provider: groups, what is guaranteed, and how it was made."""

from __future__ import annotations

from standout.label.bulletin.signing import fingerprint_of
from standout.report.drawing.figure import Table
from standout.report.sheet import Section, Sheet, sheet_page
from standout.report.words import percent
from standout.results.bulletin import Bulletin
from standout.results.publish import PublishSummary, summary_of
from standout.results.understood import understood_lines


def bulletin_page(bulletin: Bulletin) -> str:
    """The same for a bulletin that was read."""
    return publish_page(
        summary_of(bulletin, bulletin.scores.names[0], signed=fingerprint_of(bulletin), seed=0, notes=(), files=())
    )  # fmt: skip


def publish_page(summary: PublishSummary) -> str:
    """How many people and items are in the bulletin, and the privacy groups."""
    rows = [
        (group.name, f"{group.people:,}", percent(share), f"{group.low:.3f}", f"{group.high:.3f}",
         f"{group.centroid:.3f}")
        for group, share in summary.group_shares()
    ]  # fmt: skip
    head = ("group", "people", "share", "score from", "to", "centroid")
    table = Table(f"Privacy groups ({summary.score} score)", head, rows)
    valid = [] if summary.valid_until is None else [f"Valid until {summary.valid_until}."]
    read = understood_lines(summary.understood)
    sections = [
        *([Section("What was read", items=read)] if read else []),
        Section("Privacy groups", [f"By the {summary.score} score; 1 is the most private, 0 the least."], table=table),
        Section("What it guarantees", [summary.guarantee]),
        Section(
            "Signature and validity", [f"Signed with {summary.signed}." if summary.signed else "Not signed.", *valid]
        ),
    ]
    return sheet_page(
        Sheet("a bulletin", f"bulletin of {summary.date}", f"{summary.headline()}.", sections, summary.notes)
    )
