"""What `personas` finds: crowds that share attributes and values, how large they are, and how much people show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from standout.common.plain import plain_text
from standout.results.base import Document, Part, Rows

Values = str | tuple[str, ...]
"""The value of an attribute, or several."""
Words = Mapping[str, tuple[str, ...]]
"""A profile or a persona in words: each attribute with its values."""


def as_shown(words: Words) -> dict[str, Values]:
    """A profile as documents have it: an attribute with one value, or with a list of several."""
    return {attribute: values[0] if len(values) == 1 else values for attribute, values in words.items()}


def values_in_words(values: Values) -> str:
    """One or several values as a text: "chess and choir"."""
    return values if isinstance(values, str) else " and ".join(values)


class Persona(Part, frozen=True):
    """Pairs of attribute and value, and how many people share all of them."""

    pairs: dict[str, Values]
    count: int

    @property
    def size(self) -> int:
        """How many pairs it has."""
        return sum(1 if isinstance(values, str) else len(values) for values in self.pairs.values())

    def words(self, longest: int = 200) -> str:
        """The persona in words: "country Alland · language English"."""
        parts = [f"{attribute} {values_in_words(values)}" for attribute, values in self.pairs.items()]
        return plain_text(" · ".join(parts), longest)


class Shown(Part, frozen=True):
    """What people show on average: so many of these attributes."""

    attributes: tuple[str, ...]
    average: float


class PersonasFile(Document, frozen=True, kw_only=True):
    """`personas.json`: every persona. It may be long, so it is written and read as a stream of rows."""

    KIND: ClassVar[str] = "personas-file"
    FILE: ClassVar[str] = "personas.json"

    version: int
    population: int
    support: float
    shown: Shown | None = None
    """What exposure is measured by; absent where Spark read the profiles, and in files of before."""
    personas: tuple[Persona, ...]


class ExposureSummary(Part, frozen=True):
    """How many attributes people show."""

    average_shared: float
    most_shared: int
    """What as many people as a crowd show; the very most would be one person's figure."""
    above_average: float
    """The share of people who show more than the average."""


class SupportCount(Part, frozen=True):
    """How many personas there would be at another support."""

    support: float
    people: int
    personas: int


class SampleCounts(Part, frozen=True):
    """How many personas random samples of a size have, a figure for each."""

    people: int
    personas: tuple[int, ...]

    @property
    def mean(self) -> float:
        return sum(self.personas) / len(self.personas)


class ByPopulation(Part, frozen=True):
    """Personas against the size of the population, and the straight line through the counts, where there is one."""

    rows: tuple[SampleCounts, ...]
    slope: float | None = None
    r2: float | None = None


class IdentifiabilitySummary(Part, frozen=True):
    """What somebody learns who knows what is known from the start."""

    mean: float
    most: float


class Personas(Document, frozen=True):
    """What a search for personas found, as `--json` prints it; every persona is in `PersonasFile`.

    What needs the profiles themselves is absent where Spark read them.
    """

    KIND: ClassVar[str] = "personas"
    FILE: ClassVar[str] = "summary.json"

    standout: str
    seed: int
    people: int
    support: float
    least: int
    """How many people share a persona at least."""
    personas: int
    sizes: dict[str, int]
    """How many personas there are of each number of pairs."""
    crowds: tuple[Persona, ...]
    """The personas with the largest crowds."""
    notes: tuple[str, ...]
    attributes: tuple[str, ...] | None = None
    sites: tuple[str, ...] | None = None
    known: tuple[str, ...] | None = None
    exposure: ExposureSummary | None = None
    by_support: tuple[SupportCount, ...] | None = None
    by_population: ByPopulation | None = None
    identifiability: IdentifiabilitySummary | None = None
    files: tuple[str, ...] = ()
    """Where everything was written: the personas, the page with charts, and perhaps the page to try edits on."""

    def headline(self) -> str:
        """How many personas there are, and how many people share each."""
        how_many = "1 persona" if self.personas == 1 else f"{self.personas:,} personas"
        return (
            f"{how_many}, each shared by at least {self.least:,} of {self.people:,} people (support {self.support:g})"
        )

    def sizes_in_words(self) -> list[tuple[str, str]]:
        """Sizes and how many personas have them."""
        return [(f"{size} pairs", f"{count:,}") for size, count in self.sizes.items()]

    def learned_by_a_searcher(self) -> float | None:
        """The share of people's attributes that a searcher learns on average; none where nothing is known."""
        return None if self.identifiability is None or not self.known else self.identifiability.mean

    def places(self) -> Iterator[tuple[str, str]]:
        """What was written, by name."""
        yield from zip(("personas", "charts", "page"), self.files, strict=False)

    def tables(self) -> Mapping[str, Rows]:
        """The largest crowds, sizes, and how many personas other supports and smaller populations have."""
        samples = () if self.by_population is None else self.by_population.rows
        return {
            "crowds": [{"persona": row.words(), "pairs": row.size, "people": row.count} for row in self.crowds],
            "sizes": [{"pairs": int(size), "personas": count} for size, count in self.sizes.items()],
            "by_support": [
                {"support": row.support, "people": row.people, "personas": row.personas}
                for row in self.by_support or ()
            ],
            "by_population": [
                {"people": row.people, "run": run, "personas": count}
                for row in samples
                for run, count in enumerate(row.personas, 1)
            ],
        }
