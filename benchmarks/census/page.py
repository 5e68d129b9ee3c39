"""`docs/census.md`: words from a template, every figure from what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from jinja2 import Environment, StrictUndefined

from benchmarks.census import tables
from benchmarks.census.foretold import Foretold, foretold
from benchmarks.census.known import KNOWN, Known
from benchmarks.census.measure import PARTS, TRIED
from standout.census.likeness import A_DOUBLING, NEAR
from standout.results.census import Census, CensusRow

TEMPLATE = Path(__file__).with_name("census.md.j2")


def page(census: Census) -> str:
    """The whole page."""
    rows = census.rows
    every, near = list(foretold(census)), {each.figure: each for each in foretold(census, near_only=True)}
    words = Environment(undefined=StrictUndefined, keep_trailing_newline=True).from_string(TEMPLATE.read_text("utf-8"))
    return words.render(
        rows=rows,
        in_short=list(in_short(rows)),
        sizes=tables.sizes(rows),
        found=tables.found(rows),
        knows_less=list(knows_less(rows)),
        learned=tables.learned(rows),
        linked=tables.linked(rows),
        inferred=tables.inferred(rows),
        no_attribute=", ".join(row.name for row in rows if "inferred" in row.absent),
        not_yet=[
            f"{row.name}: {', '.join(left)}."
            for row in rows
            if (left := [part for part in PARTS if part not in row.made])
        ],
        no_row=", ".join(known.name for known in KNOWN if known.key not in {row.key for row in rows}),
        bands=tables.bands(rows),
        crowds=tables.crowds(rows),
        neighbours=tables.near_ones(census),
        foretold=tables.foretellings(every, near),
        verdict=verdict(every, near),
        targets=f"{Known.targets:,}",
        fewer=f"{min(known.targets for known in KNOWN):,}",
        tried=f"{TRIED:,}",
        made=tables.made(rows),
        absent=[
            f"{row.name}, {cell}: {why}."
            for row in rows
            for cell, why in row.absent.items()
            if cell not in ("inferred", "linked", "crowds", "learned")
        ],
        doubling=f"{A_DOUBLING:g}",
        near=f"{2**NEAR:.0f}",
    )


def in_short(rows: Sequence[CensusRow]) -> Iterator[str]:
    """What the rows come to, from the least to the most."""
    for name, who in (("acquaintance", "who knows eight things"), ("mentions", "who reads public mentions")):
        known = sorted((row.found[name].found.rate, row.name) for row in rows if name in row.found)
        if known:
            (low, least), (high, most) = known[0], known[-1]
            alike = f"{low:.0%} of the people in every dataset"
            span = f"{low:.0%} ({least}) to {high:.0%} ({most}) of the people"
            yield f"Somebody {who} (`{name}`) finds {alike if f'{low:.0%}' == f'{high:.0%}' else span}."
    gains = sorted((row.learned.gain.rate, row.name) for row in rows if row.learned)
    if gains:
        (low, least), (high, most) = gains[0], gains[-1]
        span = f"{100 * low:.0f} ({least}) to {100 * high:.0f} ({most})"
        yield f"Of what is guessed about a person, {span} points more is right because the person is in the data."
    lost = sorted((row.crowds.lost.loss, row.name) for row in rows if row.crowds and row.crowds.lost)
    if lost:
        (low, least), (high, most) = lost[0], lost[-1]
        cost = f"{tables.signed(low)} ({least}) to {tables.signed(high)} ({most})"
        yield f"Crowds of ten cost a recommender {cost} of its quality: cheap in some data, dear in other."


def knows_less(rows: Sequence[CensusRow]) -> Iterator[str]:
    """Where an adversary lacks what the data does not have."""
    for row in rows:
        lacks: dict[str, list[str]] = {}
        for name, there in row.found.items():
            for why in there.here:
                lacks.setdefault(why, []).append(f"`{name}`")
        yield from (f"{row.name}, {', '.join(names)}: {why}." for why, names in lacks.items())


def verdict(every: Sequence[Foretold], near: dict[str, Foretold]) -> str:
    """What foretelling comes to, whichever way it comes out."""
    better = [each.figure for each in every if each.nearest < each.mean]
    worse = [each.figure for each in every if each.nearest >= each.mean]
    said = f"The nearest row is closer than the mean for {len(better)} of {len(every)} figures"
    said += f" ({', '.join(better)})" if better else ""
    said += f", and no closer for {len(worse)} ({', '.join(worse)})." if worse else "."
    held = sum(each.nearest < each.mean for each in near.values())
    said += f" Among datasets that have a near one it is closer for {held} of {len(near)}." if near else ""
    caution = "These are few datasets: take the row as a picture of where your data stands, and the audit's own figures"
    return f"{said} {caution} for what is true of it."
