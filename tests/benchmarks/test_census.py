"""The census: its page is what was measured, a run goes on where it was, and foretelling is compared as it says."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchmarks.census import __main__ as census
from benchmarks.census import measure
from benchmarks.census.foretold import foretold, others
from benchmarks.census.known import KNOWN, Known
from benchmarks.census.page import page
from benchmarks.census.tables import bands
from standout.census.shipped import shipped
from standout.results.census import BandThere, Census, CensusRow, FoundThere, Shape
from standout.results.estimate import Estimate

SHAPE = Shape(people=100, items=50, interactions=1_000, single=0.1, values=True, days=True, repeats=False)


def row(key: str, people: int, found: float) -> CensusRow:
    there = FoundThere(attack="likelihood", found=Estimate(found, found, found))
    shape = msgspec.structs.replace(SHAPE, people=people, interactions=10 * people)
    return CensusRow(key=key, name=key, about="", shape=shape, found={"acquaintance": there})


def test_the_page_is_what_was_measured() -> None:
    made = census.PAGE.read_text(encoding="utf-8")
    assert made == page(shipped()), "run python -m benchmarks.census --write --measured"


def test_only_aggregates_are_kept() -> None:
    """A row has sizes, rates and words about how it was made: nothing as long as a list of people or items."""
    for each in shipped().rows:
        assert len(each.to_dict()["bands"]) <= 6 if each.bands else True
        assert len(msgspec.json.encode(each)) < 8_000, f"{each.key} holds more than aggregates"


def test_rows_about_the_same_people_do_not_foretell_each_other() -> None:
    rows = tuple(row(key, 100, 0.5) for key in ("lastfm-2k", "lastfm-tags", "ml-1m"))
    assert [each.key for each in others(rows[0], Census(rows=rows))] == ["ml-1m"]


def test_foretelling_compares_the_nearest_with_the_mean_of_all_others() -> None:
    rows = (row("ml-100k", 100, 0.2), row("ml-1m", 110, 0.3), row("groceries", 100_000, 1.0))
    told = {each.figure: each for each in foretold(Census(rows=rows))}["found by acquaintance"]
    assert told.datasets == 3
    assert told.nearest == pytest.approx((0.1 + 0.1 + 0.7) / 3)
    assert told.mean == pytest.approx((abs(0.2 - 0.65) + abs(0.3 - 0.6) + abs(1.0 - 0.25)) / 3)
    near = {each.figure: each for each in foretold(Census(rows=rows), near_only=True)}["found by acquaintance"]
    assert near.datasets == 2
    assert near.nearest == pytest.approx(0.1)


def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that are kept are not measured again, and what another run kept stays."""
    monkeypatch.setattr(census, "CENSUS", tmp_path / "census.json")
    known, asked = KNOWN[0], list[str]()

    def part(name: str) -> measure.Part:
        def measured(_: Known, row: CensusRow) -> tuple[CensusRow, str, int | None]:
            asked.append(name)
            return row, f"standout {name}", 7

        return measured

    monkeypatch.setattr(census, "started", lambda known: row(known.key, 100, 0.5))
    for name in measure.PARTS:
        monkeypatch.setitem(measure.PARTS, name, part(name))
    census.keep(row("groceries", 10, 0.1))
    census.measure(known, False, ["audit"])
    census.measure(known, False, list(measure.PARTS))
    assert asked == ["audit", "infer", "publish", "compare"]
    assert list(census.kept()) == [known.key, "groceries"]
    assert census.kept()[known.key].made["infer"].targets == 7
    census.measure(known, True, ["infer"])
    assert asked[-1] == "infer"


def test_a_part_of_the_sample_is_measured_by_the_library() -> None:
    """The real thing: bands of the label add up to everybody, and the command that does the same is kept."""

    class Sample(Known):
        @property
        def path(self) -> Path | None:
            return Path("sample")

    sample = Sample("sample", "sample", "invented", "", "sample")
    measured = measure.measured(sample, measure.started(sample), "publish")
    assert sum(band.share for band in measured.bands) == pytest.approx(1)
    assert measured.made["publish"].command == "standout publish sample --seed 1"


def test_what_the_data_refuses_is_absent_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    from standout.errors import BadInput

    def refuse(_: Known, __: CensusRow) -> tuple[CensusRow, str, int | None]:
        raise BadInput("too few people")

    monkeypatch.setitem(measure.PARTS, "compare", refuse)
    measured = measure.measured(KNOWN[0], row("ml-100k", 10, 0.5), "compare")
    assert measured.absent == {"compare": "too few people"}
    assert measured.crowds is None


def test_bands_show_who_finds_less_first() -> None:
    by = {"acquaintance": Estimate(1.0, 0.9, 1.0), "ten items": Estimate(0.5, 0.4, 0.6)}
    seen = BandThere(name="about 50", share=0.25, found=by["acquaintance"], by=by)
    some = BandThere(name="100 or more", share=0.75, by={"acquaintance": Estimate(0.1, 0.0, 0.2)})
    rows = [msgspec.structs.replace(row("ml-1m", 100, 0.5), bands=(seen, some, BandThere(name="none", share=0.0)))]
    assert bands(rows).splitlines()[-1] == "| ml-1m | 25%<br>50% · 100% | 75%<br>– · 10% | – |"


def test_datasets_without_a_row_are_named() -> None:
    text = page(Census(rows=(row("ml-1m", 100, 0.5),)))
    assert "No row yet, as nobody has measured them: MovieLens 100K, " in text
    assert "MovieLens 1M" not in text.partition("No row yet")[2].partition("\n")[0]
