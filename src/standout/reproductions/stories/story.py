"""The story of a reproduced paper: claim, published figure, ours, what changed and why, one chart, what is new since.

A template has the words. Whatever is a number comes from the document that `standout reproduce` made, so a story is
true of that document or is not written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from standout.common.files import private_folder, write_together
from standout.common.plain import plain_path
from standout.errors import BadInput
from standout.outputs.places import check_folder
from standout.reproductions.rows import points
from standout.reproductions.stories.story_chart import story_chart
from standout.results.reproduction import Reproduction, Row

IMAGES = "images"
TEMPLATES = Path(__file__).parent
_ALIKE = 0.02
"""Shares this near are called the same."""


@dataclass(frozen=True)
class Told:
    """What a template may ask of a document."""

    document: Reproduction
    charted: list[Row]
    """The rows that stand in the chart, in the order in which the template names them."""

    def row(self, table: str, what: str) -> Row:
        """A row of the document; the story cannot be told without it."""
        for row in self.document.rows:
            if (row.table, row.what) == (table, what):
                return row
        raise BadInput(
            f"the story of {self.document.paper} needs '{what}' of {table}, which these results do not have; make them "
            f"with `standout reproduce {self.document.paper}` of this version"
        )

    def beginning(self, table: str, what: str) -> Row:
        """The first row of a table that begins so: its name goes on with a number of the data."""
        for row in self.document.rows:
            if row.table == table and row.what.startswith(what):
                return row
        return self.row(table, what)

    def listed(self, table: str, what: str, word: str = "") -> str:
        """All rows of a table that begin so: our figure, then a word, then how the name goes on."""
        rows = [row for row in self.document.rows if row.table == table and row.what.startswith(what)]
        found = rows or [self.row(table, what)]
        return ", ".join(f"{row.ours_text()} {word}{row.what.removeprefix(what)}" for row in found)

    def place(self, table: str) -> str:
        """The paper's name of a table or figure that the document has."""
        if table not in self.document.by_table():
            raise BadInput(f"the story of {self.document.paper} speaks of {table}, which these results do not have")
        return table

    def finding(self, words: str) -> str:
        """The sentence of what came out that has these words in it."""
        for said in self.document.findings:
            for sentence in said.split(". "):
                if words in sentence:
                    return sentence.removesuffix(".") + "."
        raise BadInput(f"the story of {self.document.paper} needs a finding with '{words}', which these results lack")

    def published(self, table: str, what: str) -> str:
        """The published figure."""
        return self.row(table, what).published_text()

    def ours(self, table: str, what: str) -> str:
        """Our figure with its interval."""
        return self.row(table, what).ours_text()

    def more(self, table: str, what: str, words: Sequence[str] = ("more", "fewer", "as many")) -> str:
        """Whether ours is above the published figure, below it, or about the same: in the words that are given."""
        row = self.row(table, what)
        if row.ours is None or row.published is None:
            raise BadInput(f"'{what}' of {table} has no two figures to compare")
        apart = row.ours - row.published
        return words[2] if abs(apart) <= _ALIKE else words[0] if apart > 0 else words[1]

    def apart(self, table: str, what: str) -> str:
        """How far apart two shares are: "12 points higher"."""
        row = self.row(table, what)
        if row.ours is None or row.published is None:
            raise BadInput(f"'{what}' of {table} has no two figures to compare")
        return points(row.published, row.ours)

    def table(self, *rows: tuple[str, str]) -> str:
        """Rows of the document as a table, each with its place in the paper; they stand in the chart too."""
        found = [self.row(*row) for row in rows]
        self.charted.extend(row for row in found if row.ours is not None and row.unit in ("share", "decimal"))
        lines = ["| the paper's | what | published | ours |", "|---|---|---:|---:|"]
        lines += [f"| {row.table} | {row.what} | {row.published_text()} | {row.ours_text()} |" for row in found]
        return "\n".join(lines)


def story(document: Reproduction) -> tuple[str, bytes]:
    """The page in Markdown, and its chart."""
    told, name = Told(document, []), f"{document.paper}-story.svg"
    words = Environment(undefined=StrictUndefined, keep_trailing_newline=True, trim_blocks=True)
    source = TEMPLATES / f"{document.paper}.md.j2"
    if not source.is_file():
        raise BadInput(f"there is no story of '{document.paper}'")
    text = words.from_string(source.read_text(encoding="utf-8")).render(_asked(told) | {"chart": f"{IMAGES}/{name}"})
    return text, story_chart(document.paper, told.charted)


def _asked(told: Told) -> dict[str, Any]:
    """Everything that a template may name."""
    document = told.document
    published = [row for row in document.rows if row.published is not None]
    asked = ("row", "beginning", "listed", "place", "finding", "published", "ours", "more", "apart", "table")
    return {name: getattr(told, name) for name in asked} | {
        "data": document.data,
        "seed": document.seed,
        "draws": document.draws,
        "paper": document.paper,
        "title": document.title or document.paper,
        "version": document.standout or "an earlier version",
        "described": document.data.described(),
        "tables": document.by_table(),
        "count": len(published),
        "beside": sum(row.ours is not None for row in published),
    }


def check_story(paper: str, file: Path) -> None:
    """Refuse a place for a story where something else is, before any work."""
    if file.suffix != ".md":
        raise BadInput(f"--story {plain_path(file)}: a story is a Markdown page; name a file that ends with .md")
    check_folder(file.parent, {file.name: "document", f"{IMAGES}/{paper}-story.svg": "picture"}, ())


def write_story(document: Reproduction, file: Path) -> Path:
    """Write the page and, in `images` beside it, its chart; both appear together."""
    check_story(document.paper, file)
    text, drawn = story(document)
    picture = f"{IMAGES}/{document.paper}-story.svg"
    private_folder(private_folder(file.parent) / IMAGES)
    write_together({file: text.encode(), file.parent / picture: drawn})
    return file
