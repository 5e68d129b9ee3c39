"""`publish`: what a provider can publish so that people can check themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from standout.auditing.settings import Progress, check_numbers, no_progress
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.io.reading_options import ReadingArguments
from standout.io.tables.catalogue import Catalogue, read_catalogue
from standout.label.bulletin.signing import fingerprint, fingerprint_of, private_key, signed, verified
from standout.label.label_page import write_published
from standout.label.provider.noise import Budget
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.library.bulletins import Published, Tell, as_bulletin, check_page, check_places, place_of, tell_nobody
from standout.library.providers_data import ProvidersData, refuse_skipping
from standout.library.reading import asked
from standout.results.bulletin import Bulletin
from standout.results.bulletin_checks import SCORES
from standout.results.publish import summary_of
from standout.results.understood import Understood, understood_lines


def publish(
    data: Any,
    *,
    rare_below: int = 100,
    min_holders: int = 5,
    groups: int | None = None,
    score: str = "better",
    epsilon: float | None = None,
    max_items: int = 100,
    catalogue: str | Path | None = None,
    delta: float = 1e-9,
    previous: Sequence[str | Path | Bulletin | Published] = (),
    sign: str | Path | None = None,
    date: str | None = None,
    valid_days: int | None = None,
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
) -> Published:
    """Make a bulletin: how popular items are, and how scores are read, with which anyone can compute their own label.

    `data` is whatever `read` takes. An item with fewer than `rare_below` holders is rare; one with fewer than
    `min_holders` is not named. With `epsilon`, noise gives differential privacy to each person; `catalogue` then says
    which items there are, `previous` are earlier bulletins of the same people, whose budgets add up. `sign` is a file
    with an Ed25519 private key. With `out` the bulletin is written to that file, with `page` also the page on which
    people see their label offline, in the reader's language or in the `language` that is given.

    >>> import standout as so
    >>> published = so.publish("sample", rare_below=50)
    >>> published.bulletin.people, published.bulletin.rare_below
    (2000, 50)
    >>> [group.name for group in published.summary.groups][-1]
    'safe'
    """
    check_numbers(seed, threads)
    check_page(page, language)
    reading = asked(**options)
    source = ProvidersData(data, reading, engine, spark_master)
    if score not in SCORES:
        raise BadInput(f"--score {score}: there are 'better' and 'paper'")
    settings = PublishSettings(
        rare_below=rare_below,
        min_holders=min_holders,
        groups=groups,
        budget=None if epsilon is None else Budget(epsilon, max_items, delta),
        date=date,
        valid_days=valid_days,
        seed=seed,
        threads=threads,
    )
    _check_noise(settings, catalogue, previous, options.get("skip_bad_rows", False))
    file, page_file = (None if place is None else Path(place) for place in (out, page))
    if file is not None:
        others = (place_of(data), options.get("titles"), sign, catalogue, *map(place_of, previous))
        check_places(file, page_file, others)
    elif page is not None:
        raise BadInput(f"--page {page}: goes with --out, since a page belongs to its bulletin; give both")
    outside = _outside(source, settings, catalogue or options.get("titles"), previous, sign, tell)
    key = None if sign is None else private_key(Path(sign))
    bulletin, notes, known = _made(source, settings, outside, progress or no_progress)
    bulletin = bulletin if key is None else signed(bulletin, key)
    files = () if file is None else tuple(map(str, write_published(bulletin, file, page_file, language)))
    if settings.budget is not None:  # what reading noticed is exact, and for the owner's eyes alone
        for line in (*understood_lines(known), *notes):
            tell(line)
        notes, known = (), None
    signer = fingerprint_of(bulletin)
    summary = summary_of(bulletin, score, signed=signer, seed=seed, notes=notes, files=files, understood=known)
    return Published(bulletin, summary)


@dataclass(frozen=True)
class _Outside:
    """What noise needs to know from outside people's rows: which items there are, and what was published before."""

    catalogue: Catalogue | None = None
    previous: tuple[Bulletin, ...] = ()


def _check_noise(
    settings: PublishSettings, catalogue: str | Path | None, previous: Sequence[object], skip_bad_rows: bool
) -> None:
    """Refuse what belongs to noise without it, and what it cannot have."""
    if settings.budget is not None:
        refuse_skipping(skip_bad_rows)
    if settings.budget is None and (catalogue or previous):
        raise BadInput(f"{'--catalogue' if catalogue else '--previous'} goes with --epsilon; give both or neither")


def _outside(
    source: ProvidersData,
    settings: PublishSettings,
    table: str | Path | None,
    previous: Sequence[str | Path | Bulletin | Published],
    sign: str | Path | None,
    tell: Tell,
) -> _Outside:
    if settings.budget is None:
        return _Outside()
    wanted = table is not None or not source.on_spark
    items = read_catalogue(source.place, None if table is None else Path(table)) if wanted else None
    return _Outside(items, tuple(_earlier(bulletin, sign, tell) for bulletin in previous))


def _earlier(given: str | Path | Bulletin | Published, sign: str | Path | None, tell: Tell) -> Bulletin:
    """An earlier bulletin, whose word about its budget is taken only as far as its signature goes."""
    name = str(place_of(given) or "an earlier bulletin")
    bulletin = Bulletin.read(given) if isinstance(given, str | Path) else as_bulletin(given)
    signer = verified(bulletin)
    if signer is None:
        tell(f"{name}: not signed; what it says about its epsilon is taken as it is")
    if sign is not None and signer not in (None, fingerprint(private_key(Path(sign)).public_key().public_bytes_raw())):
        raise BadInput(f"{name}: signed with another key ({signer}) than {sign}; name a bulletin of your own")
    return bulletin


def _made(
    source: ProvidersData, settings: PublishSettings, outside: _Outside, progress: Progress
) -> tuple[Bulletin, tuple[str, ...], Understood | None]:
    """The bulletin, what reading noticed, and what it understood."""
    progress(f"reading {source.name}", 0, 10)
    with source.opened() as dataset:
        bulletin = make_bulletin(
            dataset, settings, progress, catalogue=outside.catalogue, previous=outside.previous
        )  # fmt: skip
        return bulletin, tuple(dataset.source.notes), dataset.source.understood
