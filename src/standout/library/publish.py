"""`publish`: what a provider can publish so that people can check themselves."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from standout.auditing.settings import Progress, check_numbers, no_progress
from standout.common.memory import keeping_to, parse_memory
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.io.reading_options import ReadingArguments
from standout.io.tables.catalogue import Catalogue, read_catalogue
from standout.label.bulletin.signing import fingerprint, fingerprint_of, private_key, signed, verified
from standout.label.label_page import write_published
from standout.label.provider.noise import Budget
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.label.well_known import published_there, write_site
from standout.library.bulletins import Published, Tell, as_bulletin, check_page, check_places, place_of, tell_nobody
from standout.library.providers_data import ProvidersData, refuse_skipping
from standout.library.reading import asked
from standout.results.bulletin import About, Bulletin
from standout.results.bulletin_checks import LONGEST_ABOUT, SCORES
from standout.results.publish import summary_of
from standout.results.understood import Understood, understood_lines


def publish(
    data: Any,
    *,
    rare_below: int = 100,
    min_holders: int = 5,
    groups: int | None = None,
    score: str | None = None,
    epsilon: float | None = None,
    max_items: int = 100,
    catalogue: str | Path | None = None,
    delta: float = 1e-9,
    previous: Sequence[str | Path | Bulletin | Published] = (),
    sign: str | Path | None = None,
    date: str | None = None,
    valid_days: int | None = None,
    provider: str | None = None,
    contact: str | None = None,
    about: str | None = None,
    until: str | None = None,
    key_at: str | None = None,
    engine: str | Engine | None = None,
    spark_master: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    memory: str | None = None,
    out: str | Path | None = None,
    page: str | Path | None = None,
    embed: str | Path | None = None,
    well_known: str | Path | None = None,
    language: str | None = None,
    progress: Progress | None = None,
    tell: Tell = tell_nobody,
    **options: Unpack[ReadingArguments],
) -> Published:
    """Make a bulletin: how popular items are, and how scores are read, with which anyone can compute their own label.

    `data` is whatever `read` takes. An item with fewer than `rare_below` holders is rare; one with fewer than
    `min_holders` is not named. With `epsilon`, noise gives differential privacy to each person; `catalogue` then says
    which items there are, `previous` are earlier bulletins of the same people, whose budgets add up. `sign` is a file
    with an Ed25519 private key. `provider`, `contact`, `about` (what the data is), `until` (the day it reaches) and
    `key_at` (where the public key is) stand in the bulletin. With `out` it is written to that file, with `page` also
    the page on which people see their label offline, with `embed` a small widget for the provider's own pages. A page
    opens in the reader's language, or in the `language` that is given. `well_known` is the root of a web site, which
    gets all of it below `/.well-known/standout/`, with an index of versions. Without `epsilon`, what moved little
    since `previous` bulletins, or those of the site, stays as it was. `memory` (such as "1GB") is a limit to keep to.

    >>> import standout as so
    >>> published = so.publish("sample", rare_below=50)
    >>> published.bulletin.people, published.bulletin.rare_below
    (2000, 50)
    >>> [group.name for group in published.summary.groups][-1]
    'hides among 100 people or more'
    """
    check_numbers(seed, threads)
    check_page(page, language)
    reading = asked(**options)
    source = ProvidersData(data, reading, engine, spark_master)
    if memory is not None and source.on_spark:
        raise BadInput(f"--memory {memory}: Spark's executors have limits of their own; use --engine local")
    limit = parse_memory(memory)
    if score is not None and score not in SCORES:
        raise BadInput(f"--score {score}: there are {', '.join(repr(name) for name in SCORES[:-1])} and '{SCORES[-1]}'")
    settings = PublishSettings(
        rare_below=rare_below,
        min_holders=min_holders,
        groups=groups,
        budget=None if epsilon is None else Budget(epsilon, max_items, delta),
        date=date,
        valid_days=valid_days,
        about=_about(provider, contact, about, until, key_at),
        seed=seed,
        threads=threads,
    )
    _check_noise(settings, catalogue, options.get("skip_bad_rows", False))
    file, page_file, widget = (None if place is None else Path(place) for place in (out, page, embed))
    site = None if well_known is None else Path(well_known)
    if site is not None:
        if not site.is_dir():
            raise BadInput(f"--well-known {site}: no such folder; name the root of your site")
        previous = [*previous, *published_there(site)]
    if file is not None:
        others = (place_of(data), options.get("titles"), sign, catalogue, *map(place_of, previous))
        check_places(file, page_file, others)
        if widget is not None:
            if widget.resolve() in (file.resolve(), None if page_file is None else page_file.resolve()):
                raise BadInput(f"--embed {widget}: another result gets this name; choose another one")
            check_places(widget, None, others, "page")
    elif page is not None or embed is not None:
        option, place = ("--page", page) if page is not None else ("--embed", embed)
        raise BadInput(f"{option} {place}: goes with --out, since it belongs to its bulletin; give both")
    outside = _outside(source, settings, catalogue or options.get("titles"), previous, sign, tell)
    key = None if sign is None else private_key(Path(sign))
    with keeping_to(limit):
        bulletin, notes, known = _made(source, settings, outside, progress or no_progress)
    bulletin = bulletin if key is None else signed(bulletin, key)
    written = [] if file is None else write_published(bulletin, file, page_file, language, widget, key)
    written += [] if site is None else write_site(bulletin, site, key)
    files = tuple(map(str, written))
    if settings.budget is not None:  # what reading noticed is exact, and for the owner's eyes alone
        for line in (*understood_lines(known), *notes):
            tell(line)
        notes, known = (), None
    signer = fingerprint_of(bulletin)
    shown = score or bulletin.scores.names[0]
    summary = summary_of(bulletin, shown, signed=signer, seed=seed, notes=notes, files=files, understood=known)
    return Published(bulletin, summary)


@dataclass(frozen=True)
class _Outside:
    """What noise needs to know from outside people's rows: which items there are, and what was published before."""

    catalogue: Catalogue | None = None
    previous: tuple[Bulletin, ...] = ()


def _about(
    provider: str | None, contact: str | None, data: str | None, until: str | None, key_at: str | None
) -> About | None:
    """What the provider says of itself and the data; none if it says nothing."""
    said = {"--provider": provider, "--contact": contact, "--about": data, "--key-at": key_at}
    for option, text in said.items():
        if text is not None and not 0 < len(text.strip()) <= LONGEST_ABOUT:
            raise BadInput(f"{option}: give a text of 1 to {LONGEST_ABOUT} characters")
    if until is not None:
        try:
            until = datetime.date.fromisoformat(until).isoformat()
        except ValueError:
            raise BadInput(f"--until {until}: write a day such as 2026-11-16") from None
    about = About(provider=provider, contact=contact, data=data, data_until=until, key_at=key_at)
    return None if about == About() else about


def _check_noise(settings: PublishSettings, catalogue: str | Path | None, skip_bad_rows: bool) -> None:
    """Refuse what belongs to noise without it, and what it cannot have."""
    if settings.budget is not None:
        refuse_skipping(skip_bad_rows)
    if settings.budget is None and catalogue:
        raise BadInput("--catalogue goes with --epsilon; give both or neither")


def _outside(
    source: ProvidersData,
    settings: PublishSettings,
    table: str | Path | None,
    previous: Sequence[str | Path | Bulletin | Published],
    sign: str | Path | None,
    tell: Tell,
) -> _Outside:
    if settings.budget is None:
        return _Outside(None, tuple(_earlier(bulletin, sign, tell) for bulletin in previous))
    wanted = table is not None or not source.on_spark
    items = read_catalogue(source.place, None if table is None else Path(table)) if wanted else None
    return _Outside(items, tuple(_earlier(bulletin, sign, tell) for bulletin in previous))


def _earlier(given: str | Path | Bulletin | Published, sign: str | Path | None, tell: Tell) -> Bulletin:
    """An earlier bulletin, whose word about its budget is taken only as far as its signature goes."""
    name = str(place_of(given) or "an earlier bulletin")
    bulletin = Bulletin.read(given) if isinstance(given, str | Path) else as_bulletin(given)
    signer = verified(bulletin)
    if signer is None:
        tell(f"{name}: not signed; what it says is taken as it is")
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
