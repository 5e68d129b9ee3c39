"""The document of an audit: figures, and names of people and items as far as they may be told."""

from __future__ import annotations

from itertools import islice

import msgspec
import numpy as np

from standout._version import __version__
from standout.auditing.explaining import Explanations
from standout.auditing.flow import Audit
from standout.census.likeness import nearest, shape_of
from standout.census.shipped import shipped
from standout.report.labels import holders_label, item_label
from standout.results.audit import AuditDocument
from standout.results.audit_parts import Example, ExplainedExamples, ExplainedItem, RevealingItem
from standout.results.questions import MeasuredAdvice, Questions
from standout.risk.data_summary import about as described
from standout.risk.explanation import Explained
from standout.risk.people import most_revealing
from standout.risk.typical import Place, Typical

SHOWN_ITEMS = 25
EXPLAINED_ITEMS = 12
NOBODYS = "an item that nobody has"


def audit_document(
    audit: Audit,
    show_ids: bool = False,
    answers: Questions | None = None,
    measured: MeasuredAdvice | None = None,
) -> AuditDocument:
    """The findings, with the items that reveal most under their labels; answers and advice as far as measured."""
    about = audit.summary
    return AuditDocument(
        standout=__version__,
        seed=audit.seed,
        data=about.data,
        released=about.released,
        control=None if audit.control is None else described(audit.control),
        understood=audit.data.source.understood,
        released_understood=None if about.released is None else audit.released.source.understood,
        sparsity=about.sparsity,
        theory=about.theory,
        popularity=about.popularity,
        personal=about.personal,
        findings=audit.findings,
        forecasts=audit.forecasts,
        what_if=audit.what_if,
        settings=audit.settings,
        notes=audit.notes,
        revealing_items=revealing_items(audit, show_ids),
        ids_shown=show_ids,
        explained=None if audit.explained is None else explanations(audit, audit.explained, show_ids),
        questions=answers,
        advice=measured,
        nearest=nearest(shape_of(audit.data), shipped()) if about.released is None else None,
    )


def explanations(audit: Audit, explained: Explanations, show_ids: bool) -> ExplainedExamples:
    """What gave people away, item by item: cases that nobody in particular has; single people only with ids."""
    if show_ids:
        examples = [_explanation(audit, example) for example in explained.examples]
    else:
        examples = [_case(audit, number, example) for number, example in enumerate(explained.typical, 1)]
    return ExplainedExamples(adversary=explained.adversary, attack=explained.attack, examples=tuple(examples))


def _case(audit: Audit, number: int, typical: Typical) -> Example:
    rows = [
        ExplainedItem(item=_place_label(audit, place), bits=place.bits, in_record=place.in_record)
        for place in typical.places
    ]
    if typical.known > len(typical.places):
        others = typical.known - len(typical.places)
        rows.append(ExplainedItem(item="another item" if others == 1 else f"{others:,} other items", bits=typical.rest))
    hidden = typical.hidden is not None
    return Example(
        person=f"example {number}",
        invented=typical.invented,
        people=typical.people,
        kind=typical.kind,
        rank=typical.rank,
        right=typical.kind != "missed",
        named=typical.kind == "named",
        probability=typical.chance,
        bits=typical.total,
        known=typical.known,
        items=tuple(rows),
        hide=tuple(row.item for row in rows[: typical.hidden]) if hidden else None,
        hide_exact=False if hidden else None,
        hide_helps=typical.hidden_helps if hidden else None,
    )


def _place_label(audit: Audit, place: Place) -> str:
    if place.item is not None and place.item >= 0:
        return item_label(audit.released, place.item, crowd=audit.crowd)
    return holders_label(place.holders, audit.crowd) if place.holders else NOBODYS


def _explanation(audit: Audit, explained: Explained) -> Example:
    data = audit.released
    labels = [item_label(data, int(item), True) if item >= 0 else NOBODYS for item in explained.items]
    order = sorted(range(len(labels)), key=lambda place: (-float(explained.bits[place]), labels[place]))
    rows = [
        ExplainedItem(item=labels[place], bits=float(explained.bits[place]), in_record=bool(explained.in_record[place]))
        for place in order[:EXPLAINED_ITEMS]
    ]
    if rest := order[EXPLAINED_ITEMS:]:
        rows.append(
            ExplainedItem(item=f"{len(rest):,} other items", bits=float(sum(explained.bits[place] for place in rest)))
        )
    example = Example(
        person=audit.data.vocabulary.person(explained.person),
        invented=False,
        rank=_listed(explained.rank, data.people),
        right=explained.right,
        named=explained.named,
        probability=explained.chance,
        bits=explained.total,
        known=len(labels),
        items=tuple(rows),
    )
    if explained.hidden is None:
        return example
    return msgspec.structs.replace(
        example,
        hide=tuple(labels[place] for place in explained.hidden),
        hide_exact=explained.exact,
        rank_after=_listed(explained.rank_after, data.people),
    )


def _listed(rank: int | None, people: int) -> int | None:
    """The rank of a record that is listed at all."""
    return rank if rank is not None and rank <= people else None


def revealing_items(audit: Audit, show_ids: bool) -> tuple[RevealingItem, ...]:
    """Items by the mean share of the winning margin they made up where they helped to find somebody."""
    data = audit.released
    shown = islice(zip(*most_revealing(audit.personal, audit.crowd), strict=True), SHOWN_ITEMS)
    return tuple(
        RevealingItem(
            item=item_label(data, int(item), show_ids, audit.crowd),
            holders=int(data.holders[item]),
            bits=float(np.log2(data.people / max(int(data.holders[item]), 1))),
            margin_share=float(share),
            people=int(people),
        )
        for item, share, people in shown
    )
