"""`standout audit` as a user runs it."""

from __future__ import annotations

import csv
import json
import random
import stat
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from benchmarks.linkage import alike, groups_told, nameless
from tests.cli.running import Finished, standout

QUICK = ("--targets", "60", "--draws", "2")
FEW = (*QUICK, "--adversary", "acquaintance", "--adversary", "mentions")
"""Where it does not matter who looks: all adversaries take three times as long."""


@pytest.fixture(scope="module")
def ratings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small file of ratings: 80 people, 60 items, with values and days."""
    file = tmp_path_factory.mktemp("data") / "ratings.csv"
    write_ratings(file)
    return file


def write_ratings(file: Path, name: str = "user-{}", item_name: str = "item-{}") -> None:
    with file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["user", "item", "rating", "timestamp"])
        for user in range(80):
            for item in range(60):
                chance = random.Random(user * 1_000 + item)
                if chance.random() < 0.4:
                    day, value = chance.randrange(300), chance.randint(1, 5)
                    writer.writerow([name.format(user), item_name.format(item), value, 1_000_000_000 + day * 86_400])


@pytest.fixture(scope="module")
def audited(ratings: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Finished]:
    folder = tmp_path_factory.mktemp("audited") / "out"
    return folder, standout("audit", str(ratings), "--out", str(folder), *QUICK)


@pytest.fixture(scope="module")
def audited_by_few(ratings: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("few") / "out"
    assert standout("audit", str(ratings), "--out", str(folder), *FEW).status == 0
    return folder


def findings(folder: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((folder / "findings.json").read_text(encoding="utf-8"))
    return loaded


def test_writes_four_private_files_and_nothing_else(audited: tuple[Path, Finished]) -> None:
    folder, finished = audited
    assert finished.status == 0, finished.errors
    assert {file.name for file in folder.iterdir()} == {"report.html", "findings.json", "people.parquet", "run.json"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_prints_a_summary_that_fits_80_columns_and_names_the_report(audited: tuple[Path, Finished]) -> None:
    folder, finished = audited
    lines = finished.output.splitlines()
    pasted = next(line for line in lines if line.startswith("next: standout compare "))
    assert max(len(line) for line in lines if str(folder) not in line and line != pasted) <= 80
    assert "of the 60 people looked for can be found by someone who" in finished.output
    assert str(folder / "report.html") in finished.output


def test_says_what_was_understood_before_any_figure_and_in_the_report(audited: tuple[Path, Finished]) -> None:
    folder, finished = audited
    assert finished.output.startswith("Read ratings.csv: person user, item item, value rating (ratings, 1–5), time")
    understood = findings(folder)["understood"]
    assert understood["columns"] == {"user": "user", "item": "item", "value": "rating", "time": "timestamp"}
    assert understood["rows"] == understood["interactions"] == findings(folder)["data"]["interactions"]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "<h2>What was read</h2>" in page
    assert "<li>Read ratings.csv: person user, item item, " in page


def test_findings_have_the_contracted_keys(audited: tuple[Path, Finished]) -> None:
    found = findings(audited[0])
    assert {"standout", "seed", "data", "sparsity", "theory", "findings"} <= found.keys()
    assert {"people", "items", "interactions", "sha256"} <= found["data"].keys()
    first = found["findings"][0]
    assert {"adversary", "attack", "targets", "identified", "declared", "entropy_bits", "blind_guess"} <= first.keys()
    assert set(first["identified"]) == {"1", "5", "10", "100"}
    assert {one["attack"] for one in found["findings"]} == {
        "likelihood", "scoreboard-rh", "scoring", "tf-idf", "set-intersection",
    }  # fmt: skip


def test_people_are_pseudonymous_and_one_row_each(audited: tuple[Path, Finished], ratings: Path) -> None:
    table = pq.read_table(audited[0] / "people.parquet")
    assert table.num_rows == 60
    assert all(name.startswith("person-") for name in table.column("person").to_pylist())
    for file in audited[0].iterdir():  # by chance, compressed pseudonyms hold six given bytes once in 2^48 places
        assert b"user-1" not in file.read_bytes(), file
    assert "user-1" not in audited[1].output
    assert "user-1" in ratings.read_text()


def test_show_ids_shows_them(ratings: Path, tmp_path: Path) -> None:
    finished = standout("audit", str(ratings), "--out", str(tmp_path / "out"), "--show-ids", *FEW)
    assert finished.status == 0
    people = pq.read_table(tmp_path / "out" / "people.parquet").column("person").to_pylist()
    assert all(name.startswith("user-") for name in people)


def test_the_examples_are_nobody_and_no_row_is_one_persons(audited: tuple[Path, Finished]) -> None:
    found = findings(audited[0])
    assert found["settings"]["crowd"] == 5
    assert found["explained"]["examples"]
    for example in found["explained"]["examples"]:
        assert example["invented"]
        assert example["people"] >= 5
        assert example["person"].startswith("example ")
    page = (audited[0] / "report.html").read_text(encoding="utf-8")
    assert "Nobody in particular: the average of" in page
    assert "At least five people share every row" in page
    rows = pq.read_table(audited[0] / "people.parquet").to_pylist()
    assert min(alike(nameless(rows))) >= 5


def test_a_larger_crowd_is_kept_to(ratings: Path, tmp_path: Path) -> None:
    finished = standout("audit", str(ratings), "--out", str(tmp_path / "out"), "--crowd", "15", *FEW)
    assert finished.status == 0, finished.errors
    rows = pq.read_table(tmp_path / "out" / "people.parquet").to_pylist()
    assert len(rows) == 60
    assert min(alike(nameless(rows))) >= 15
    assert min(groups_told(findings(tmp_path / "out"))) >= 15
    refused = standout("audit", str(ratings), "--out", str(tmp_path / "none"), "--crowd", "1")
    assert refused.status == 2
    assert "--crowd is 1, but must be a whole number from 2 on; --show-ids shows single people" in refused.errors


def test_json_is_the_findings_and_nothing_else_on_standard_output(ratings: Path, tmp_path: Path) -> None:
    finished = standout("audit", str(ratings), "--out", str(tmp_path / "out"), "--json", *FEW)
    assert json.loads(finished.output) == findings(tmp_path / "out")


def test_same_seed_same_findings_whatever_the_threads(
    audited: tuple[Path, Finished], ratings: Path, tmp_path: Path
) -> None:
    again = standout("audit", str(ratings), "--out", str(tmp_path / "out"), "--threads", "1", *QUICK)
    assert again.status == 0
    assert (tmp_path / "out" / "findings.json").read_bytes() == (audited[0] / "findings.json").read_bytes()


def test_another_seed_gives_other_figures(audited_by_few: Path, ratings: Path, tmp_path: Path) -> None:
    standout("audit", str(ratings), "--out", str(tmp_path / "out"), "--seed", "2", *FEW)
    assert findings(tmp_path / "out")["findings"] != findings(audited_by_few)["findings"]


def test_chosen_adversaries_attacks_and_all_targets(ratings: Path, tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('[neighbour]\nitems = 3\nvalues = "unknown"\n', encoding="utf-8")
    finished = standout(
        "audit", str(ratings), "--out", str(tmp_path / "out"), "--draws", "1", "--targets", "all",
        "--adversary", str(rules), "--adversary", "no-dates", "--attack", "scoreboard", "--attack", "exact-rating",
    )  # fmt: skip
    assert finished.status == 0, finished.errors
    found = findings(tmp_path / "out")
    pairs = {(one["adversary"]["name"], one["attack"]) for one in found["findings"]}
    assert pairs == {(who, how) for who in ("neighbour", "no-dates") for how in ("scoreboard", "exact-rating")}
    assert found["findings"][0]["targets"] == 80


def test_released_version_is_attacked_with_knowledge_from_the_data(ratings: Path, tmp_path: Path) -> None:
    with ratings.open(encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    half = [row for row in rows[1:] if int(row[0].split("-")[1]) < 40]
    released = tmp_path / "released.csv"
    with released.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([rows[0], *half])
    command = ("audit", str(ratings), "--out", str(tmp_path / "out"), "--adversary", "acquaintance", "--draws", "1")
    finished = standout(*command, "--targets", "all", "--released", str(released))
    assert finished.status == 0, finished.errors
    found = findings(tmp_path / "out")
    one = found["findings"][0]
    assert found["released"]["people"] == 40
    assert one["targets"] == 80
    assert 0.3 < one["identified"]["1"]["rate"] <= 0.5
    assert any("40 targets are not in the released data" in note for note in one["notes"])
    assert found["theory"]["theorem_5"]["released_share"] == 0.5


def test_a_release_with_people_of_larger_amounts_hides_nobody_by_its_own_bands(tmp_path: Path) -> None:
    draw = random.Random(3)
    rows = {
        who: [
            f"{who}{person},i{item},{draw.lognormvariate(2, 1) * size:.2f}"
            for person in range(120)
            for item in draw.sample(range(15), 9)
        ]
        for who, size in (("a", 1), ("b", 6))
    }
    rates = {}
    for name, held in (("data.csv", rows["a"]), ("more.csv", rows["a"] + rows["b"])):
        (tmp_path / name).write_text("\n".join(["user,item,amount", *held]) + "\n", encoding="utf-8")
        finished = standout(
            "audit", str(tmp_path / "data.csv"), "--released", str(tmp_path / name), "--out", str(tmp_path / "out"),
            "--adversary", "acquaintance", "--attack", "likelihood", "--draws", "1", "--targets", "all",
        )  # fmt: skip
        assert finished.status == 0, finished.errors
        found = findings(tmp_path / "out")
        rates[name] = found["findings"][0]["identified"]["1"]["rate"]
    assert any("by where their bands overlap" in note for note in found["notes"])
    assert rates["data.csv"] > 0.9
    assert rates["more.csv"] > rates["data.csv"] - 0.05


def test_prepared_data_is_audited_alike(audited_by_few: Path, ratings: Path, tmp_path: Path) -> None:
    prepared = tmp_path / "prepared"
    assert standout("prepare", str(ratings), "--out", str(prepared)).status == 0
    assert standout("audit", str(prepared), "--out", str(tmp_path / "out"), *FEW).status == 0
    here, there = findings(tmp_path / "out"), findings(audited_by_few)
    for found, data in ((here, prepared), (there, ratings)):
        assert found["advice"].pop("compare").startswith(f"standout compare {data}")
    assert here == there


def test_hostile_ids_and_titles_are_harmless_everywhere(tmp_path: Path) -> None:
    file, titles = tmp_path / "nasty.csv", tmp_path / "titles.csv"
    write_ratings(file, name="=cmd()|{}\u202e", item_name="<script>alert({})</script>")
    header, *rows_of_people = file.read_text(encoding="utf-8").splitlines()
    odd = "<script>[red]\x1b[31m\u202e{{ 7 * 7 }}" + "x" * 1_000
    file.write_text("\n".join([f"{header},{odd}", *(f"{row},k" for row in rows_of_people)]), encoding="utf-8")
    with titles.open("w", newline="", encoding="utf-8") as stream:
        rows = [["item", "title"]]
        rows += [[f"<script>alert({n})</script>", f"<b onload=x>\x1b[31m\u202e\n{n}" + "x" * 10_000] for n in range(60)]
        csv.writer(stream).writerows(rows)
    finished = standout("audit", str(file), "--titles", str(titles), "--out", str(tmp_path / "out"), "--show-ids", *FEW)
    assert finished.status == 0, finished.errors
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    for harmful in ("<script", "<b onload", "\x1b", "\u202e"):
        assert harmful not in page
    for harmful in ("\x1b", "\u202e"):
        assert harmful not in finished.output
    assert "Not used: '<script>[red]\\x1b[31m\\u202e{{ 7 * 7 }}" in " ".join(finished.output.split())
    assert len(page) < 2_000_000


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--targets", "many"), "--targets is 'many'"),
        (("--targets", "0"), "--targets is 0"),
        (("--draws", "0"), "--draws is 0"),
        (("--seed", "-1"), "--seed is -1"),
        (("--attack", "magic"), "no attack 'magic'"),
        (("--adversary", "magician"), "no adversary 'magician'"),
        (("--adversary", "nowhere.toml"), "nowhere.toml: no such file"),
        (("--released", "nowhere.csv"), "nowhere.csv: no such file"),
        (("--columns", "user"), "--columns: 'user' is not role=name"),
    ],
)
def test_bad_options_get_one_line_and_leave_nothing_behind(
    ratings: Path, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    finished = standout("audit", str(ratings), "--out", str(tmp_path / "out"), *options)
    assert finished.status == 2
    (line,) = [line for line in finished.errors.splitlines() if line.startswith("standout: ")]
    assert told in line
    assert "Traceback" not in finished.errors
    assert not (tmp_path / "out").exists()


def test_adversary_that_has_nothing_left_in_the_data_is_told(tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text("user,item\n" + "".join(f"u{n % 9},i{n % 7}\n" for n in range(60)), encoding="utf-8")
    finished = standout("audit", str(file), "--out", str(tmp_path / "out"), "--adversary", "receipt")
    assert finished.status == 2
    assert "the data has no days" in finished.errors


def test_adversary_asked_for_by_name_knows_what_the_data_has_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text("user,item\n" + "".join(f"u{n % 9},i{n % 7}\n" for n in range(60)), encoding="utf-8")
    few = ("--adversary", "acquaintance", "--attack", "tf-idf", "--draws", "1")
    finished = standout("audit", str(file), "--out", str(tmp_path / "out"), *few)
    assert finished.status == 0, finished.errors
    (one,) = findings(tmp_path / "out")["findings"]
    assert one["adversary"]["sentence"].endswith("this data has neither values nor days, so none of these is wrong.")


def test_data_without_values_and_days_is_audited_with_what_fits(tmp_path: Path) -> None:
    file = tmp_path / "pairs.csv"
    rows = "".join(f"u{user},i{item}\n" for user in range(40) for item in range(50) if (user * item + item) % 7 == 1)
    file.write_text("user,item\n" + rows, encoding="utf-8")
    finished = standout("audit", str(file), "--out", str(tmp_path / "out"), "--draws", "1")
    assert finished.status == 0, finished.errors
    found = findings(tmp_path / "out")
    assert {one["adversary"]["name"] for one in found["findings"]} == {
        "two-and-a-date", "acquaintance", "rare-taste", "length-known", "mentions", "share",
        "rarest", "popular-ignored",
    }  # fmt: skip
    assert "adversary 'no-dates' knows the same as 'acquaintance' on this data; see there" in found["notes"]
    assert "adversary 'receipt' was left out: the data has no days" in found["notes"]


def test_length_known_is_of_the_released_record(ratings: Path, tmp_path: Path) -> None:
    """In a thinned release everybody's record is shorter; knowing its length must not rule the true one out."""
    rows = ratings.read_text(encoding="utf-8").splitlines()
    released = tmp_path / "thin.csv"
    kept = [row for number, row in enumerate(rows[1:]) if number % 3 == 0]
    released.write_text("\n".join([rows[0], *kept]), encoding="utf-8")
    finished = standout(
        "audit", str(ratings), "--released", str(released), "--out", str(tmp_path / "out"), "--draws", "1",
        "--adversary", "vague-acquaintance", "--adversary", "length-known", "--attack", "scoreboard-rh",
    )  # fmt: skip
    assert finished.status == 0, finished.errors
    vague, known = (one["identified"]["10"]["rate"] for one in findings(tmp_path / "out")["findings"])
    assert known > vague / 2, "each has randomness of its own; ruling the true record out would leave next to none"


@pytest.mark.parametrize(("old", "told"), [("user-", "no person of the data"), ("item-", "no item of the data")])
def test_a_release_with_nothing_in_common_is_refused(ratings: Path, tmp_path: Path, old: str, told: str) -> None:
    released = tmp_path / "other.csv"
    released.write_text(ratings.read_text(encoding="utf-8").replace(old, "other-"), encoding="utf-8")
    finished = standout("audit", str(ratings), "--released", str(released), "--out", str(tmp_path / "out"))
    assert finished.status == 2
    assert told in finished.errors
    assert not (tmp_path / "out").exists()


def test_other_scales_are_told(ratings: Path, tmp_path: Path) -> None:
    rows = [row.split(",") for row in ratings.read_text(encoding="utf-8").splitlines()]
    released = tmp_path / "hundred.csv"
    scaled = [[user, item, str(20 * int(value)), time] for user, item, value, time in rows[1:]]
    released.write_text("\n".join(",".join(row) for row in [rows[0], *scaled]), encoding="utf-8")
    command = ("audit", str(ratings), "--released", str(released), "--out", str(tmp_path / "out"), *FEW)
    assert standout(*command).status == 0
    notes = findings(tmp_path / "out")["notes"]
    assert any(note.startswith("values were brought to the released scale") for note in notes), notes


def test_an_attack_that_leaves_no_candidates_gives_no_rates(tmp_path: Path) -> None:
    file = tmp_path / "dense.csv"
    rows = [f"u{user},i{(user + step) % 24}" for user in range(30) for step in range(12)]
    file.write_text("\n".join(["user,item", *rows]), encoding="utf-8")
    finished = standout("audit", str(file), "--attack", "scoring", "--out", str(tmp_path / "out"))
    assert finished.status == 0, finished.errors
    assert "Nobody could be looked for" in finished.output
    assert all(one["identified"] == {} for one in findings(tmp_path / "out")["findings"])


def test_an_out_below_a_file_gets_one_line(ratings: Path) -> None:
    finished = standout("audit", str(ratings), "--out", str(ratings / "below"))
    assert finished.status == 2
    assert "Traceback" not in finished.errors


def test_a_release_of_any_tool_is_judged_beside_a_control(ratings: Path, tmp_path: Path) -> None:
    """No ids in common: nobody is looked for, and what is learned is told all the same."""
    with ratings.open(newline="", encoding="utf-8") as stream:
        head, *rows = list(csv.reader(stream))
    parts = {
        "data": [row for row in rows if int(row[0][5:]) < 40],
        "control": [row for row in rows if int(row[0][5:]) >= 40],
        "released": [["other-" + row[0], *row[1:]] for row in rows if int(row[0][5:]) < 40],
    }
    for name, part in parts.items():
        with (tmp_path / f"{name}.csv").open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows([head, *part])
    words = ("--released", str(tmp_path / "released.csv"), "--control", str(tmp_path / "control.csv"), *QUICK)
    out = tmp_path / "out"
    finished = standout("audit", str(tmp_path / "data.csv"), *words, "--adversary", "no-dates", "--out", str(out))
    assert finished.status == 0, finished.errors
    assert "Learned (no-dates" in finished.output
    assert "Membership (no-dates" in finished.output
    found = findings(out)
    assert found["control"]["people"] == 40
    best = next(row for row in found["findings"] if row["attack"] == "likelihood")
    assert best["identified"] == {}
    assert best["learned"]["gain"]["low"] > 0.2
    assert best["membership"]["auc"]["low"] > 0.8
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "Whether somebody is in the release at all" in page
    shared = standout("audit", str(tmp_path / "data.csv"), "--control", str(tmp_path / "data.csv"), "--out", str(out))
    assert shared.status == 2
    assert "--control: 40 people of the control are in the data by id" in shared.errors
