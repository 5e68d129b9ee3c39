"""What `standout card` makes: a section for a dataset's card, and the same for machines as Croissant."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from standout.common.files import private_folder, write_together
from standout.common.plain import as_bytes, json_page
from standout.outputs.places import check_folder
from standout.results.base import Document

MARKDOWN, CROISSANT = "card.md", "croissant.json"
KINDS = {MARKDOWN: "card", CROISSANT: "croissant"}
"""What is written into a folder, each file with what an earlier one is recognised by."""


class Card(Document, frozen=True, kw_only=True):
    """What to say beside a published dataset."""

    KIND: ClassVar[str] = "card"
    FILE: ClassVar[str] = "card.json"

    standout: str
    markdown: str
    croissant: dict[str, Any]
    """Fields of Croissant 1.1 and its vocabulary for responsible AI, as JSON-LD."""

    def write(self, folder: str | Path) -> Path:
        """Write `card.md` and `croissant.json`, for everyone's eyes; the path of the first."""
        place = Path(folder)
        check_folder(place, KINDS, ())
        private_folder(place)
        files = {place / MARKDOWN: as_bytes(self.markdown), place / CROISSANT: as_bytes(json_page(self.croissant))}
        write_together(files, public=files)
        return place / MARKDOWN
