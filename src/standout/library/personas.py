"""`standout.personas`: find the crowds that a public profile can blend into."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from standout.common.documents import open_regular
from standout.common.files import Content, private_folder, write_together
from standout.common.languages.messages import checked_language
from standout.common.pages import framed
from standout.common.plain import as_bytes
from standout.errors import BadInput
from standout.library.profile_tables import read_profiles
from standout.outputs.places import check_files, check_folder
from standout.profiles.blend_page import render_page
from standout.profiles.people.exposure import usual_in
from standout.profiles.people.pair_numbers import check_attributes
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import check_mining, mine
from standout.profiles.personas.persona_set import PersonaSet
from standout.profiles.personas.persona_summary import known_attributes, summary, summary_of_set
from standout.profiles.personas.spark_mining import mine_on_spark
from standout.report.personas.personas_page import render_personas
from standout.results.base import Rows, no_such_table
from standout.results.personas import Personas, PersonasFile

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class NamedEngine(Protocol):
    """An engine, by its name: profiles have no records, so nothing else is asked of it."""

    @property
    def name(self) -> str: ...


FILE = PersonasFile.FILE
PAGE = "personas.html"


@dataclass(frozen=True, eq=False)
class FoundPersonas:
    """The personas that were found, and the document that sums them up; shown in a notebook, it is the page."""

    document: Personas
    personas: PersonaSet
    """Every persona, as in `personas.json`."""
    profiles: Population | None
    """The profiles they were found in; none where Spark read them."""
    searched: Population | None
    """The same without what a searcher knows from the start."""
    longest: int | None = None
    """How many pairs a persona could have at most, if that was limited."""

    def __len__(self) -> int:
        return len(self.personas)

    def __repr__(self) -> str:
        return repr(self.document)

    def to_dict(self) -> dict[str, Any]:
        """The document as JSON has it."""
        return self.document.to_dict()

    def to_json(self) -> str:
        """The document as JSON."""
        return self.document.to_json()

    @staticmethod
    def from_json(text: str | bytes, name: str = "the document") -> Personas:
        """The document that JSON describes; every persona is in `personas.json`."""
        return Personas.from_json(text, name)

    @classmethod
    def read(cls, folder: str | Path) -> FoundPersonas:
        """What `save` wrote into a folder: the document and every persona, without the profiles."""
        place = Path(folder)
        return cls(Personas.read(place), PersonaSet.read(place / FILE), None, None)

    def tables(self) -> Mapping[str, Rows]:
        """All personas, a row each, and the tables of the document."""
        rows: Rows = [{"persona": row.words(), "pairs": row.size, "people": row.count} for row in self.personas.rows()]
        return {"personas": rows, **self.document.tables()}

    def to_arrow(self, table: str | None = None) -> pa.Table:
        """All personas, or one of the tables of the document, as an Arrow table."""
        import pyarrow as pa

        tables = self.tables()
        if table is not None and table not in tables:
            raise no_such_table(Personas.KIND, table, tables)
        return pa.Table.from_pylist([dict(row) for row in tables[table or "personas"]])

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """All personas, or one of the tables of the document, as a pandas data frame."""
        frame: pd.DataFrame = self.to_arrow(table).to_pandas()
        return frame

    def page(self) -> str:
        """The page with charts."""
        return render_personas(self.document, None if self.searched is None else self.searched.exposure())

    def blend_page(self, language: str | None = None) -> str:
        """A page for everybody to try edits on, offline; it opens in the reader's language, or in the one given."""
        if self.searched is None:
            raise BadInput(
                "the page needs the profiles, and they are not here: find the personas anew, with the local engine"
            )
        return render_page(self.searched, self.personas, checked_language(language), self.longest)

    def _repr_html_(self) -> str:
        return framed(self.page(), "Standout personas")

    def save(self, folder: str | Path) -> Path:
        """Write `personas.json`, `personas.html` with charts, and `summary.json`; the path of the first comes back."""
        target = Path(folder)
        check_folder(target, {FILE: "personas", PAGE: "page", Personas.FILE: Personas.recognised_by()}, ())
        self._write(private_folder(target) / FILE, None, summary=target / Personas.FILE)
        return target / FILE

    def _write(
        self, file: Path, page: Path | None, language: str | None = None, summary: Path | None = None
    ) -> tuple[Path, ...]:
        """Write everything together; the page with charts stands beside the file."""
        files: dict[Path, Content] = {file: self.personas.write_to}
        if summary is not None:
            files[summary] = as_bytes(self.to_json())
        if self.profiles is not None:
            files[file.with_suffix(".html")] = as_bytes(self.page())
        if page is not None:
            files[page] = as_bytes(self.blend_page(language))
        write_together(files, public=() if page is None else (page,))
        return tuple(files)


@dataclass(frozen=True)
class _Search:
    """What to look for, and where to compute."""

    support: float
    min_size: int
    max_size: int | None
    on_spark: bool
    spark_master: str | None
    threads: int | None
    seed: int

    def __post_init__(self) -> None:
        check_mining(self.support, self.min_size, self.max_size)
        if not 0 <= self.seed < 2**63:
            raise BadInput(f"--seed {self.seed}: give a whole number from 0 to 2^63 − 1")
        if self.threads is not None and self.threads < 1:
            raise BadInput(f"--threads {self.threads}: give 1 or more")

    def mine(self, searched: Population) -> PersonaSet:
        """The personas of a population that is here."""
        if self.on_spark:
            return mine_on_spark(searched, self.support, self.min_size, self.max_size, master=self.spark_master)
        return mine(searched, self.support, self.min_size, self.max_size, threads=self.threads)


def personas(
    profiles: Any,
    *,
    support: float = 0.001,
    min_size: int = 2,
    max_size: int | None = None,
    bins: Mapping[str, float] | None = None,
    split: str | None = None,
    attributes: Sequence[str] = (),
    know: Sequence[str] = (),
    person: str | None = None,
    out: str | Path | None = None,
    page: str | Path | None = None,
    language: str | None = None,
    engine: str | NamedEngine = "local",
    spark_master: str | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> FoundPersonas:
    """Find personas: attributes and values that many people share. Options are those of `standout personas`.

    `profiles` is a path, the word "sample", a data frame (pandas, polars) or an Arrow table: a row per person and a
    column per attribute, or rows of person, attribute and value. `bins` cuts numeric attributes into steps; `split`
    is what separates several values in a cell; `know` names what a searcher knows from the start (by default names),
    which is in no persona. With `out`, a file, the personas are written there and a page with charts beside it;
    `page` names a file for a page on which people can try edits offline, and `language` the one it opens in (by default
    the reader's). `engine` is "local" or "spark", or an engine.

    >>> import pandas as pd, standout as so
    >>> people = pd.DataFrame({"city": ["Paris"] * 6 + ["Rome"] * 3, "job": ["baker"] * 8 + ["diver"]})
    >>> found = so.personas(people, support=0.2)
    >>> found.document.headline()
    '2 personas, each shared by at least 2 of 9 people (support 0.2)'
    >>> found.to_pandas()["persona"].tolist()
    ['city Paris · job baker', 'city Rome · job baker']
    """
    search = _Search(support, min_size, max_size, _is_spark(engine, spark_master), spark_master, threads, seed)
    file, other = None if out is None else Path(out), None if page is None else Path(page)
    _check_places(file, other, profiles)
    if checked_language(language) is not None and page is None:
        raise BadInput("--language: is that of --page; add --page, or leave it out")
    if search.on_spark and (rows := _for_spark(profiles)) is not None:
        if bins or split or person or page:
            raise BadInput(f"{profiles}: Spark reads it itself, without --bin, --split, --person and --page")
        result = _found_by_spark(rows, attributes, know, search)
    else:
        population = read_profiles(
            profiles, bins=bins, attributes=attributes, person=person, split=split, seed=seed
        )  # fmt: skip
        result = _found(population, know, search)
    if file is None:
        return result
    file.parent.mkdir(parents=True, exist_ok=True)
    written = result._write(file, other, language)
    return replace(result, document=msgspec.structs.replace(result.document, files=tuple(map(str, written))))


def _is_spark(engine: str | NamedEngine, spark_master: str | None) -> bool:
    """Whether Spark is to search; a session that runs already is the one that is used."""
    name = engine if isinstance(engine, str) else engine.name
    if name not in ("local", "spark"):
        raise BadInput(f"--engine {name}: there are 'local' and 'spark'")
    if spark_master is not None and name != "spark":
        raise BadInput(f"--spark-master {spark_master}: belongs to --engine spark; add that, or leave it out")
    return name == "spark"


def _check_places(file: Path | None, page: Path | None, profiles: Any) -> None:
    """Say before the work that a result cannot be put there."""
    if file is None:
        if page is not None:
            raise BadInput(f"--page {page}: belongs to the personas; say with --out where they go")
        return
    if file.suffix == ".html":
        raise BadInput(f"--out {file}: the page with charts gets this name; let it end in .json")
    for place in (file, page):
        if place is not None and place.is_dir():
            raise BadInput(f"{place}: is a folder; name a file in it")
    if page is not None and page.resolve() in (file.resolve(), file.with_suffix(".html").resolve()):
        raise BadInput(f"--page {page}: another result gets this name; choose another one")
    if page is not None and not page.parent.is_dir():
        raise BadInput(f"{page.parent}: no such folder; make it first")
    kinds = {file: "personas", file.with_suffix(".html"): "page"}
    inputs = (profiles,) if isinstance(profiles, str | Path) else ()
    check_files(kinds if page is None else kinds | {page: "page"}, inputs)


def _found(population: Population, know: Sequence[str], search: _Search) -> FoundPersonas:
    """Search a population, and sum up what was found."""
    known = known_attributes(population.attributes, know)
    searched = population.select(tuple(name for name in population.attributes if name not in known))
    mined = replace(search.mine(searched), usual=usual_in(searched, searched.attributes))
    document = summary(population, searched, mined, known, search.seed, search.min_size, search.max_size)
    return FoundPersonas(document, mined, population, searched, search.max_size)


def _for_spark(profiles: Any) -> Path | None:
    """The path, if it is Parquet with person, attribute and value, which Spark can read by itself."""
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    if not isinstance(profiles, str | Path):
        return None
    path = Path(profiles)
    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files or files[0].suffix != ".parquet":
        return None
    with open_regular(files[0]) as stream:
        try:
            names = set(pq.read_schema(stream).names)
        except (ArrowException, OSError):
            return None
    return path if {"person", "attribute", "value"} <= names else None


def _found_by_spark(rows: Path, only: Sequence[str], know: Sequence[str], search: _Search) -> FoundPersonas:
    """Let Spark read and search; only the personas come here, so there are no charts."""

    def kept(attributes: Sequence[str]) -> list[str]:
        check_attributes(str(rows), only, attributes)
        known = known_attributes(only or attributes, know)
        return [name for name in only or attributes if name not in known]

    mined = mine_on_spark(
        rows, search.support, search.min_size, search.max_size, master=search.spark_master, keep=kept
    )  # fmt: skip
    document = summary_of_set(mined, search.seed)
    note = "no exposure and no charts: the profiles were read by Spark, not here"
    return FoundPersonas(msgspec.structs.replace(document, notes=(*document.notes, note)), mined, None, None)
