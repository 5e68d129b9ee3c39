"""`publish_pairs`: noisy pairs of items, and a recommender, that a provider can publish instead of records."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from standout.auditing.settings import Progress, check_numbers, no_progress
from standout.common.files import Content, write_together
from standout.common.languages.messages import checked_language
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.io.reading_options import ReadingArguments
from standout.io.tables.catalogue import read_catalogue
from standout.label.bulletin.signing import fingerprint_of, private_key, signed
from standout.label.pairs.gaussian import PairsBudget
from standout.label.pairs.making import make_pairs
from standout.label.pairs.pairs_page import render_pairs_page
from standout.library.bulletins import Tell, check_page, check_places, place_of, tell_nobody
from standout.library.providers_data import ProvidersData, refuse_skipping
from standout.library.reading import asked
from standout.results.pairs_summary import PairsSummary, pairs_summary
from standout.results.recommender import Recommender
from standout.results.understood import understood_lines


@dataclass(frozen=True)
class PublishedPairs:
    """What `publish_pairs` made: the recommender with its pairs, and what is said of it."""

    recommender: Recommender
    summary: PairsSummary

    def __repr__(self) -> str:
        return repr(self.summary)

    def to_dict(self) -> dict[str, Any]:
        """The summary as JSON has it, its schema first."""
        return self.summary.to_dict()

    def to_json(self) -> str:
        """What `standout publish --pairs --json` prints."""
        return self.summary.to_json()

    def _repr_html_(self) -> str:
        return self.summary._repr_html_()

    def save(self, file: str | Path, *, page: str | Path | None = None, language: str | None = None) -> Path:
        """Write the recommender, and perhaps its page; both are for everyone's eyes."""
        place, page_place = Path(file), None if page is None else Path(page)
        check_places(place, page_place, (), kind=Recommender.recognised_by())
        _write(self.recommender, place, page_place, checked_language(language))
        return place


def publish_pairs(
    data: Any,
    *,
    epsilon: float,
    delta: float = 1e-6,
    max_items: int = 20,
    top: int | None = None,
    catalogue: str | Path | None = None,
    sign: str | Path | None = None,
    date: str | None = None,
    engine: str | Engine | None = None,
    spark_master: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    out: str | Path | None = None,
    page: str | Path | None = None,
    language: str | None = None,
    progress: Progress | None = None,
    tell: Tell = tell_nobody,
    **options: Unpack[ReadingArguments],
) -> PublishedPairs:
    """Publish which items people have together, with noise, and a recommender made from that alone.

    `data` is whatever `read` takes. Each person is protected with everything they have: `epsilon` and `delta` bound
    what the file tells about them, `max_items` as how many items a person counts at most. At most `top` items get
    pairs, by default as many as the noise bears. `catalogue` says which items there are; without one, only those are
    listed that far more than one person has. `sign` is a file with an Ed25519 private key. With `out` the file is
    written, with `page` also a page on which people see offline what is recommended to them, in the reader's language
    or in the `language` that is given. Noise never comes from the seed.

    >>> import standout as so
    >>> made = so.publish_pairs("sample", epsilon=8)
    >>> made.recommender.made.unit, made.summary.made.delta
    ('person', 1e-06)
    """
    check_numbers(seed, threads)
    check_page(page, language)
    budget, day = PairsBudget(epsilon, delta, max_items), _day(date)
    source = ProvidersData(data, asked(**options), engine, spark_master)
    refuse_skipping(options.get("skip_bad_rows", False))
    file, page_file = (None if place is None else Path(place) for place in (out, page))
    if file is not None:
        inputs = (place_of(data), options.get("titles"), sign, catalogue)
        check_places(file, page_file, inputs, kind=Recommender.recognised_by())
    elif page is not None:
        raise BadInput(f"--page {page}: goes with --out, since a page belongs to its file; give both")
    key = None if sign is None else private_key(Path(sign))
    table = catalogue or options.get("titles")
    wanted = table is not None or not source.on_spark
    items = read_catalogue(source.place, None if table is None else Path(table)) if wanted else None
    told = progress or no_progress
    told(f"reading {source.name}", 0, 4)
    with source.opened() as dataset:
        made = make_pairs(dataset, budget, day, top=top, catalogue=items, threads=threads, tell=told)
        lines = (*understood_lines(dataset.source.understood), *dataset.source.notes)
    made = made if key is None else signed(made, key)
    files = () if file is None else _write(made, file, page_file, language)
    for line in lines:  # what reading noticed is exact, and for the owner's eyes alone
        tell(line)
    return PublishedPairs(made, pairs_summary(made, signed=fingerprint_of(made), seed=seed, files=files))


def _day(date: str | None) -> str:
    try:
        return datetime.date.today().isoformat() if date is None else datetime.date.fromisoformat(date).isoformat()
    except ValueError:
        raise BadInput(f"--date {date}: write a day such as 2026-11-16") from None


def _write(made: Recommender, file: Path, page: Path | None, language: str | None) -> tuple[str, ...]:
    """Write the file and perhaps its page, so that they always belong together."""
    files: dict[Path, Content] = {file: made.content()}
    if page is not None:
        files[page] = render_pairs_page(made, language).encode("utf-8", errors="replace")
    write_together(files, public=files)
    return tuple(map(str, files))
