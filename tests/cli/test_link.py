"""`standout link` as a user runs it."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import standout

Rows = list[list[str]]


def write(file: Path, rows: Rows) -> Path:
    with file.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows(rows)
    return file


@pytest.fixture
def world(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Released data of 50 people, public data of 12 of them (and one stranger), and who is who."""
    chance = random.Random(5)
    held = {person: chance.sample(range(80), 25) for person in range(50)}
    rated = {(person, item): chance.randint(1, 5) for person in held for item in held[person]}
    header = ["user", "item", "rating"]
    released = [[f"r{person}", f"i{item}", str(value)] for (person, item), value in rated.items()]
    public = [[f"n{p}", f"i{i}", str(v)] for (p, i), v in rated.items() if p < 12 and chance.random() < 0.4]
    public += [["stranger", f"i{item}", "3"] for item in range(0, 80, 11)]
    truth = [[f"n{person}", f"r{person}"] for person in range(12)] + [["stranger", ""]]
    return (
        write(tmp_path / "released.csv", [header, *released]),
        write(tmp_path / "public.csv", [header, *public]),
        write(tmp_path / "truth.csv", [["public", "released"], *truth]),
    )


def run(*words: str, out: Path) -> dict[str, Any]:
    finished = standout("link", *words, "--out", str(out), "--json")
    assert finished.status == 0, finished.errors
    document: dict[str, Any] = json.loads(finished.output)
    assert document == json.loads((out / "link.json").read_text(encoding="utf-8"))
    return document


def test_truth_gives_rates_and_lineups_strongest_first(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    released, public, truth = map(str, world)
    found = run(released, public, "--truth", truth, "--show-ids", out=tmp_path / "out")
    assert found["findings"][0]["targets"] == 13
    assert found["findings"][0]["identified"]["1"]["rate"] == pytest.approx(12 / 13)
    assert any("1 targets are not in the released data" in note for note in found["findings"][0]["notes"])
    standing = [row["eccentricity"] for row in found["lineups"]]
    assert standing == sorted(standing, reverse=True)
    best = {row["target"]: row["candidates"][0]["record"] for row in found["lineups"]}
    assert all(best[f"n{person}"] == f"r{person}" for person in range(12))
    for row in found["lineups"]:
        chances = [candidate["probability"] for candidate in row["candidates"]]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1 + 1e-9


def test_who_shares_nothing_with_the_released_data_is_not_found(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    released, public, truth = world
    with public.open("a", encoding="utf-8") as stream:
        stream.write("apart,elsewhere,3\nunsettled,elsewhere,3\n")
    with truth.open("a", encoding="utf-8") as stream:
        stream.write("apart,r40\n")
    found = run(str(released), str(public), "--truth", str(truth), out=tmp_path / "out")
    (finding,) = found["findings"]
    assert (finding["targets"], finding["looked_for"], finding["not_known"]) == (13, 14, 1)
    assert finding["identified"]["1"]["rate"] == pytest.approx(12 / 14)
    assert finding["ties_by_lot"]["1"]["rate"] == pytest.approx(12 / 14)
    said = standout("link", str(released), str(public), "--truth", str(truth), "--out", str(tmp_path / "again")).output
    assert "of the 14 people whose record is known come out first" in " ".join(said.split())


def test_without_truth_there_are_lineups_and_no_rates(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    found = run(str(world[0]), str(world[1]), out=tmp_path / "out")
    assert found["findings"] == []
    assert any("without --truth" in note for note in found["notes"])
    assert len(found["lineups"]) == 13


def test_names_are_pseudonyms_unless_asked_for(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    found = run(str(world[0]), str(world[1]), out=tmp_path / "out")
    names = {row["target"] for row in found["lineups"]} | {
        c["record"] for r in found["lineups"] for c in r["candidates"]
    }
    assert all(name.startswith(("person-", "record-")) for name in names)


def test_items_match_by_title_and_year(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    rows = [line.split(",") for line in world[1].read_text(encoding="utf-8").splitlines()]
    titled = [[row[0], row[1].replace("i", "The Film ") + " (1999)", row[2]] for row in rows[1:]]
    titles = [[f"i{n}", f"film {n}, THE (1999)"] for n in range(80)]
    public = write(tmp_path / "titled.csv", [["user", "item", "rating"], *titled])
    names = write(tmp_path / "titles.csv", [["item", "title"], *titles])
    found = run(
        str(world[0]), str(public), "--match", "titles", "--titles", str(names), "--truth", str(world[2]),
        out=tmp_path / "out",
    )  # fmt: skip
    assert found["public"]["matched_items"] == found["public"]["items"]
    assert found["findings"][0]["identified"]["1"]["rate"] == pytest.approx(12 / 13)


@pytest.mark.parametrize(
    ("truth", "told"),
    [
        ("n1,r1,x\n", "row 1 has 3 columns"),
        ("public,released\nnobody,r1\n", "row 2: nobody in the public data is called 'nobody'"),
        ("n1,r999\n", "row 1: no released record is called 'r999'"),
        ("n1,r1\nn1,r2\n", "row 2: 'n1' was said to be another record before"),
        ("", "no rows"),
    ],
)
def test_bad_truth_gets_one_line(world: tuple[Path, Path, Path], tmp_path: Path, truth: str, told: str) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(truth, encoding="utf-8")
    finished = standout("link", *map(str, world[:2]), "--truth", str(file), "--out", str(tmp_path / "out"))
    assert finished.status == 2
    assert f"bad.csv: {told}" in finished.errors
    assert "Traceback" not in finished.errors
    assert not (tmp_path / "out").exists()


def test_nothing_in_common_is_told(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    file = write(tmp_path / "other.csv", [["user", "item"], ["a", "x"], ["b", "y"]])
    finished = standout("link", str(world[0]), str(file), "--out", str(tmp_path / "out"))
    assert finished.status == 2
    assert "try --match titles" in finished.errors


def test_likelihood_learns_by_itself_and_gives_probabilities(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    released, public, truth = map(str, world)
    found = run(
        released, public, "--truth", truth, "--attack", "likelihood", "--max-false", "0.05", "--show-ids",
        out=tmp_path / "out",
    )  # fmt: skip
    one = found["findings"][0]
    assert one["identified"]["1"]["rate"] == pytest.approx(12 / 13)
    assert one["max_false"]["promised"] == 0.05
    assert one["calibration"]["draws"] > 0
    by_name = {row["target"]: row for row in found["lineups"]}
    for person in range(12):
        row = by_name[f"n{person}"]
        assert row["candidates"][0]["record"] == f"r{person}"
        chances = [candidate["probability"] for candidate in row["candidates"]]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1 + 1e-9
        assert row["verdict"] == f"r{person}"
    assert by_name["stranger"]["verdict"] is None
    assert all(row["probability"] < 0.5 for row in by_name["stranger"]["candidates"])


def test_taste_links_what_shares_no_item_and_says_what_it_learnt(tmp_path: Path) -> None:
    """A hundred people of twelve kinds, who have every item once: the older half is public, the newer released."""
    chance = random.Random(3)
    halves: dict[bool, Rows] = {True: [["user", "item", "time"]], False: [["user", "item", "time"]]}
    for person in range(100):
        own = chance.sample(range(person % 12 * 40, person % 12 * 40 + 40), 24)
        for place, item in enumerate(own):
            older = place < 12
            day = f"2023-{1 + place // 2:02}-{1 + chance.randrange(28):02}"
            halves[older].append([f"{'n' if older else 'r'}{person}", f"i{item}", day])
    truth = [["public", "released"], *([f"n{person}", f"r{person}"] for person in range(100))]
    files = [
        str(write(tmp_path / name, rows))
        for name, rows in (("r.csv", halves[False]), ("p.csv", halves[True]), ("t.csv", truth))
    ]
    found = run(files[0], files[1], "--truth", files[2], "--attack", "taste", out=tmp_path / "out")
    one = found["findings"][0]
    assert one["attack"] == "taste"
    assert one["identified"]["10"]["rate"] > 0.5
    assert one["blind_guess"]["10"] == pytest.approx(0.1)
    assert any("taste was learnt from 100 released people" in note for note in found["notes"])
    assert one["declared"]["wrong"]["rate"] <= 0.05


def test_taste_is_likelihood_where_records_themselves_are_known(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    released, public, truth = map(str, world)
    found, plain = (
        run(released, public, "--truth", truth, "--attack", attack, out=tmp_path / attack)
        for attack in ("taste", "likelihood")
    )
    assert any("taste was not" in note for note in found["notes"])
    assert found["findings"][0]["identified"] == plain["findings"][0]["identified"]


def test_before_any_name_it_is_said_what_names_are_worth(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    released, public, truth = map(str, world)
    found = run(released, public, "--truth", truth, "--present", "0.9", "--no-one-to-one", out=tmp_path / "out")
    guard = found["guard"]
    assert guard["promised"] == 0.01
    assert guard["confidence"] == "nats"
    assert guard["assumed_present"] == 0.9
    used = {row["field"]: row["used"] for row in guard["fields"]}
    assert used == {"items": True, "values": True, "days": False, "sizes": guard["power"] > 0}
    assert (guard["one_to_one"], guard["one_to_one_why"]) == (False, "as asked")
    named = sum(row["verdict"] is not None for row in found["lineups"])
    assert named + guard["claims"]["people"] == guard["claims"]["named"]
    said = standout("link", released, public, "--out", str(tmp_path / "again")).output
    assert "not used: days (neither side has any)" in " ".join(said.split())


def test_people_who_claim_what_means_nothing_are_told_in_one_line(tmp_path: Path) -> None:
    """Public people who have nothing to do with the released ones: nobody is named, and it is said why."""
    chance = random.Random(7)
    released, public = (
        [[f"{side}{p}", f"i{item}"] for p in range(120) for item in chance.sample(range(60), chance.randint(5, 20))]
        for side in "rn"
    )
    files = [write(tmp_path / f"{n}.csv", [["user", "item"], *rows]) for n, rows in enumerate((released, public))]
    found = run(str(files[0]), str(files[1]), out=tmp_path / "out")
    assert all(row["verdict"] is None for row in found["lineups"])
    assert "\n" not in found["guard"]["silent"]
    said = standout("link", *map(str, files), "--out", str(tmp_path / "again")).output
    assert "nobody is named:" in said


@pytest.mark.parametrize("attack", ["tf-idf", "scoring", "scoreboard-rh"])
def test_every_attack_is_guarded_by_its_own_confidence(
    world: tuple[Path, Path, Path], tmp_path: Path, attack: str
) -> None:
    found = run(str(world[0]), str(world[1]), "--truth", str(world[2]), "--attack", attack, out=tmp_path / "out")
    assert found["guard"]["confidence"] == "standard deviations"
    assert len({row["eccentricity"] for row in found["lineups"]}) > 2, "a number, not alone or not"
    assert found["findings"][0]["max_false"]["correct"]["rate"] >= 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--present", "0"), "--present is 0, but must be between 0 and 1"),
        (("--present", "1"), "--present is 1, but must be between 0 and 1"),
        (("--present", "-0.1"), "--present is -0.1, but must be between 0 and 1"),
        (
            ("--one-to-one", "--attack", "tf-idf"),
            "--one-to-one needs an attack with a posterior, and 'tf-idf' has none",
        ),
    ],
)
def test_what_cannot_be_is_refused(
    world: tuple[Path, Path, Path], tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    refused = standout("link", str(world[0]), str(world[1]), *words, "--out", str(tmp_path / "out"))
    assert refused.status == 2
    assert told in " ".join(refused.errors.split())
    assert not (tmp_path / "out").exists()


def test_a_share_that_is_none_is_refused(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    refused = standout("link", str(world[0]), str(world[1]), "--max-false", "1.5", "--out", str(tmp_path / "out"))
    assert refused.status == 2
    assert "--max-false is 1.5, but must be between 0 and 1" in refused.errors


def test_a_table_and_a_list_of_sensitive_items(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    released, public, truth = map(str, world)
    table = write(tmp_path / "table.csv", [["public", "released"], *([f"i{item}", f"i{item}"] for item in range(60))])
    sensitive = write(tmp_path / "sensitive.csv", [["item"], *([f"i{item}"] for item in range(20)), ["never sold"]])
    words = (released, public, "--truth", truth, "--match-table", str(table), "--sensitive", str(sensitive))
    found = run(*words, "--attack", "scoreboard-rh", out=tmp_path / "out")
    assert found["public"]["matched_items"] <= 60
    assert set(found["public"]["matching"]["kinds"]) == {"table"}
    assert any("1 of 21 sensitive items are not in the data" in note for note in found["notes"])
    adds = found["adds"]
    assert (adds["over"], adds["looked_for"]) == ("rightly named", 13)
    assert 0 < adds["items"]["mean"] <= 25
    assert adds["sensitive"]["items"] == 20
    assert adds["sensitive"]["revealed"]["rate"] <= adds["people"] / 13
    assert adds["sensitive"]["told"] >= 1
    assert '"i3"' not in json.dumps(adds)  # counts, and nobody's items


def test_without_truth_what_names_add_is_told_over_all_names(world: tuple[Path, Path, Path], tmp_path: Path) -> None:
    released, public, _ = map(str, world)
    finished = standout("link", released, public, "--attack", "scoreboard-rh", "--out", str(tmp_path / "out"))
    assert finished.status == 0, finished.errors
    assert "A named record adds" in finished.output
    document = json.loads((tmp_path / "out" / "link.json").read_text(encoding="utf-8"))
    assert document["adds"]["over"] == "named"
    assert document["adds"].get("right") is None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--match-table", "nowhere.csv"), "nowhere.csv: no such file"),
        (("--sensitive", "nowhere.csv"), "nowhere.csv: no such file"),
        (("--match", "names"), "--match is 'names', but must be 'ids' or 'titles'"),
        (("--match-least", "3"), "--match-least is 3, but must be between 0 and 1"),
    ],
)
def test_what_cannot_be_matched_or_asked_is_refused(
    world: tuple[Path, Path, Path], tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    released, public, _ = map(str, world)
    finished = standout("link", released, public, *words, "--out", str(tmp_path / "out"))
    assert finished.status == 2
    assert told in finished.errors
