"""`card`: what to say beside a published dataset, from what was found."""

from __future__ import annotations

from pathlib import Path

from standout._version import __version__
from standout.library.evidence import gather
from standout.library.runs import today
from standout.packing.gathering import evidence_of
from standout.report.evidence.card_text import card_markdown
from standout.report.evidence.croissant import croissant_of
from standout.results.card import Card
from standout.results.evidence import Evidence, Statement


def card(folder: str | Path, *, out: str | Path | None = None) -> Card:
    """A section for a dataset's card in Markdown, and the same as fields of Croissant 1.1 with its RAI vocabulary.

    `folder` is an evidence pack, or what an audit wrote. With `out`, `card.md` and `croissant.json` are written there.

    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import standout as so
    >>> held = [(person, (person * step) % 17) for person in range(30) for step in range(1, 8)]
    >>> people, items = zip(*sorted(set(held)))
    >>> found = so.audit(pa.table({"user": people, "item": items}), attacks="tf-idf", draws=1)
    >>> with TemporaryDirectory() as folder:
    ...     saved = found.save(folder)
    ...     so.card(folder).croissant["conformsTo"]
    ['http://mlcommons.org/croissant/1.1', 'http://mlcommons.org/croissant/RAI/1.0']
    """
    place = Path(folder)
    found = _found(place)
    made = Card(standout=__version__, markdown=card_markdown(found), croissant=croissant_of(found))
    if out is not None:
        made.write(out)
    return made


def _found(folder: Path) -> Evidence:
    """The evidence of a pack, or that of results which is made now."""
    if (folder / Evidence.FILE).exists():
        return Evidence.read(folder)
    return evidence_of(gather(folder, ()), Statement(), today())
