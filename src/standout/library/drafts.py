"""What a person shows or is about to show, as the library takes it: a list of items, or a draft in prose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from standout.advising.prose import Prose, finder_for, is_prose, prose_of
from standout.advising.prose_showing import Written
from standout.advising.showing import named
from standout.common.documents import read_document
from standout.common.formats import shown_path
from standout.errors import BadInput
from standout.label.person.history import LARGEST, History, decoded
from standout.label.person.matching import Catalogue
from standout.library.histories import as_history
from standout.mentioning.cues import KINDS, Kind
from standout.mentioning.finder import Finder, Mentioned

_TABLES = (".csv", ".tsv", ".json", ".jsonl", ".html", ".xml", ".zip", ".gz", ".parquet", ".xlsx")
"""Files that are tables or exports by their names, however their lines look."""


@dataclass(frozen=True)
class Draft:
    """A history or a draft, with what else the person said of themselves."""

    history: Any
    draft: str | Sequence[str] | None = None
    record: Any = None
    posted: Any = None
    prose: bool | None = None
    kind: Kind | None = None
    columns: Mapping[str, str] | None = None
    person: str | None = None

    def __post_init__(self) -> None:
        if self.kind is not None and self.kind not in KINDS:
            raise BadInput(f"--kind is '{self.kind}', but must be one of {', '.join(KINDS)}")
        if self.by_mentions and self.draft is not None:
            raise BadInput("--draft: HISTORY is the draft already; say what you posted before with --posted")
        if self._text is not None and (self.columns is not None or self.person is not None):
            option = "--columns" if self.columns is not None else "--person"
            raise BadInput(f"{option}: HISTORY is a draft in prose; leave it out, or say --list")

    @cached_property
    def _text(self) -> str | None:
        """The draft's text, if it is prose."""
        return _prose_in(self.history, self.prose)

    @property
    def by_mentions(self) -> bool:
        """Whether advice is by attacks on mentions: for prose, and wherever the person said more of themselves."""
        return self._text is not None or self.record is not None or self.posted is not None

    def listed(self) -> History:
        """The history as a list."""
        return as_history(self.history, self.columns, self.person)

    def written(self, catalogue: Catalogue) -> Written:
        """All of it in items of a catalogue."""
        in_prose = [text for text in (self._text, _prose_in(self.posted, None)) if text is not None]
        finder = finder_for(catalogue, self.kind) if in_prose else None
        notes: list[str] = []
        draft = self._found(self.history, self._text, catalogue, finder, notes)
        posted = (
            ()
            if self.posted is None
            else self._found(self.posted, _prose_in(self.posted, None), catalogue, finder, notes).items
        )
        own = None
        if self.record is not None:
            read = named(as_history(self.record), catalogue)
            own = tuple(thing.item for thing in read.shown if thing.item >= 0)
            if not own:
                raise BadInput("--record: nothing of it is in the data; check that it is the right one")
            if read.unknown:
                notes.append(f"{len(read.unknown):,} items of your record are not in the data and were left aside")
        return Written(draft, tuple(posted), own, tuple(notes))

    def _found(
        self, history: Any, text: str | None, catalogue: Catalogue, finder: Finder | None, notes: list[str]
    ) -> Prose:
        if text is not None and finder is not None:
            return prose_of(text, finder)
        same = history is self.history
        read = named(as_history(history, self.columns if same else None, self.person if same else None), catalogue)
        notes += read.notes
        if read.unknown:
            notes.append(f"{len(read.unknown):,} things that you show are not in the data and were left aside")
        pairs = zip(read.shown, read.names, strict=True)
        return Prose(tuple(Mentioned(thing.item, name, 0, 0, 1.0) for thing, name in pairs if thing.item >= 0))


def _prose_in(history: Any, prose: bool | None) -> str | None:
    """The text of a history, if it is prose, as told or as it looks."""
    if prose is False or history is None:
        return None
    if isinstance(history, str | Path):
        path = Path(history)
        if prose is None and path.suffix.lower() in _TABLES:
            return None
        text, _ = decoded(read_document(path, "a draft", LARGEST), shown_path(path))
        return text if prose or is_prose(text) else None
    if prose and isinstance(history, Iterable):
        return "\n".join(str(line) for line in history)
    return None
