"""`publish`, `protect` and `personas` on a real cluster of two executors give what they give here."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import csv

from standout.engines.spark import writing
from standout.errors import BadInput
from standout.label.provider.band_audit import EACH, SAMPLED
from standout.protections import PROTECTIONS
from standout.protections.on_spark import place_for
from tests.cli.running import Finished, standout
from tests.engines.spark import cluster
from tests.luck import farthest

needs_spark = pytest.mark.skipif(
    not cluster.is_here(),
    reason="Spark is tested with pyspark and Java (pip install 'standout[spark]')",
)

DAY = 86_400
PUBLISHED = {
    "plain": ("--rare-below", "150", "--min-holders", "20", "--groups", "3", "--score", "paper"),
    "noisy": ("--epsilon", "100", "--max-items", "44"),
}
PROTECTED = {
    "dated": ("--with", "sample:people=0.5", "--with", "perturb:values=1,days=9", "--with", "trim:keep=6"),
    "stamped": (
        *("--with", "suppress-rare:below=60", "--with", "coarsen-values:to=3", "--with", "coarsen-days:to=month"),
        *("--with", "trim:keep=9,which=random"),
    ),
    "dated crowds": ("--with", "crowds:k=5"),
}
PERSONAS = ("--support", "0.02", "--max-size", "3", "--know", "city")


PLACE = "a [b] é%20"
"""A folder with all that is odd in names."""


@dataclass(frozen=True)
class Done:
    """What the commands left behind, on Spark by name; here they ran, too, with the same words."""

    folder: Path
    on_spark: dict[str, dict[str, Any]]
    here: dict[str, Finished]


def write_data(folder: Path) -> None:
    """Data with dates and half stars in one file, and as a folder of files in another order of columns; and data with
    seconds, whole numbers and text ids."""
    dice = np.random.default_rng(5)
    people, items = 900, 250
    lengths = dice.integers(1, 45, people)
    user = np.repeat(np.arange(people) * 37 % 100_003, lengths)
    chances = 1 / np.arange(3, items + 3)
    item = np.concatenate([dice.choice(items, n, replace=False, p=chances / chances.sum()) for n in lengths])
    again = dice.choice(len(user), 500)
    user, item = np.append(user, user[again]), np.append(item, item[again])
    stars = dice.integers(1, 11, len(user)) / 2
    days = dice.integers(14_000, 15_200, len(user))
    dated = pa.table(
        {
            "userId": pa.array(user),
            "movieId": pa.array(item * 11),
            "rating": pa.array(stars, mask=dice.random(len(user)) < 0.05),
            "date": pa.array(days, pa.int32(), mask=dice.random(len(user)) < 0.05).cast(pa.date32()),
            "title": pa.array([f"Film {number}" for number in item]),
            "device": pa.array(["phone"] * len(user)),
        }
    )
    pq.write_table(dated, folder / "dated.parquet")
    (folder / "many").mkdir()
    for number, begin in enumerate(range(0, dated.num_rows, 6_000)):
        pq.write_table(dated.slice(begin, 6_000), folder / "many" / f"part-{number}.parquet")
    stamped = {
        "timestamp": days * DAY + dice.integers(0, DAY, len(user)),
        "item": [f"it{number}" for number in item],
        "stars": np.ceil(stars).astype(np.int32),
        "customer": [f"c-{number:x}" for number in user],
    }
    pq.write_table(pa.table(stamped), folder / "stamped.parquet")


def write_profiles(folder: Path) -> None:
    from standout.profiles.people.invented_population import draw_population

    whole = draw_population(900)[0].merged()
    names = [whole.pair_name(int(pair)) for pair in whole.pairs]
    table = {"person": whole.owners, "attribute": [name for name, _ in names], "value": [value for _, value in names]}
    pq.write_table(pa.table(table), folder / "profiles.parquet")
    csv.write_csv(pa.table(table), folder / "profiles.csv")


def commands() -> dict[str, tuple[str, ...]]:
    """The words of each command but where it runs and where the result goes."""
    found: dict[str, tuple[str, ...]] = {}
    for name, words in PUBLISHED.items():
        found[f"publish {name}"] = ("publish", "dated.parquet", "--date", "2026-01-02", *words, "--json")
    for name, words in PROTECTED.items():
        found[f"protect {name}"] = ("protect", f"{name.split()[0]}.parquet", "--seed", "4", *words, "--json")
    for ending in ("parquet", "csv"):
        found[f"personas {ending}"] = ("personas", f"profiles.{ending}", *PERSONAS, "--json")
    return found


ELSEWHERE = {"publish noisy": "many", "protect stamped": "stamped_rows", "protect dated crowds": "many"}
"""Where Spark finds the same rows: in several files, or as a table."""

REFUSED = {
    "protect to where something is": ("protect", "dated.parquet", "--with", "perturb", "--out", "many"),
    "protect to nowhere": ("protect", "dated.parquet", "--with", "perturb", "--out", "nowhere/x"),
    "protect values that are not there": ("protect", "bare_rows", "--with", "coarsen-values"),
    "publish what is not there": ("publish", "no_such_table"),
}


@pytest.fixture(scope="module")
def done(answered: Path) -> Done:
    folder = answered / PLACE
    results = json.loads((folder / "results.json").read_text())
    here = {name: Finished(**each) for name, each in json.loads((folder / "here.json").read_text()).items()}
    return Done(folder, dict(zip(commands_on_spark(), results, strict=True)), here)


def commands_on_spark() -> dict[str, tuple[str, ...]]:
    return {
        name: (words[0], ELSEWHERE.get(name, words[1]), *words[2:], "--engine", "spark", "--out", out_of(name, "spark"))
        for name, words in commands().items()
    } | {name: (*words, "--engine", "spark") for name, words in REFUSED.items()}


def prepare(folder: Path) -> None:
    """Make the data, and list the commands for the cluster."""
    folder.mkdir()
    write_data(folder)
    write_profiles(folder)
    pq.write_table(pa.table({"user": [1, 2, 3], "item": [1, 1, 2]}), folder / "bare.parquet")
    tables = {f"{name}_rows": str(folder / f"{name}.parquet") for name in ("stamped", "bare")}
    (folder / "commands.json").write_text(
        json.dumps({"tables": tables, "commands": list(commands_on_spark().values())})
    )


def run_here(folder: Path) -> None:
    """The same commands on this machine."""
    here = {name: standout(*words, "--out", out_of(name, "here"), folder=folder) for name, words in commands().items()}
    (folder / "here.json").write_text(json.dumps({name: asdict(each) for name, each in here.items()}))


def out_of(name: str, place: str) -> str:
    command, what = name.split(" ", 1)
    ending = {"publish": ".json", "personas": ".json", "protect": ".parquet"}[command]
    return f"{command}-{what.replace(' ', '-')}.{place}{ending}"


def documents(done: Done, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What both printed, without where it went."""
    there, here = done.on_spark[name], done.here[name]
    assert there["status"] == 0, there["errors"]
    assert here.status == 0, here.errors
    found = [json.loads(output) for output in (there["output"], here.output)]
    for one in found:
        one.pop("files", None)
        one.pop("out", None)
    return found[0], found[1]


def without_how_it_is_said(documents: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
    """The same, without the names of files and the words for formats, which the cluster does not find out."""
    for document in documents:
        del document["understood"]["files"]
        (document["understood"]["times"] or {}).pop("format", None)
    return documents


@needs_spark
@pytest.mark.slow
def test_a_bulletin_is_the_same(done: Done) -> None:
    there, here = without_how_it_is_said(documents(done, "publish plain"))
    assert there == here
    bulletins = [json.loads((done.folder / out_of("publish plain", at)).read_text()) for at in ("spark", "here")]
    assert bulletins[0] == bulletins[1]
    assert len(bulletins[0]["items"]["ids"]) > 50
    assert bulletins[0]["items"]["titles"][0].startswith("Film ")
    assert done.on_spark["publish plain"]["partitions"][0] > 2


@needs_spark
@pytest.mark.slow
def test_with_noise_everybody_is_counted_there_as_here(done: Done) -> None:
    """Nobody has more than 44 items, so counts differ by noise alone, of scale 44 / 55."""
    there, here = documents(done, "publish noisy")
    assert there["made"] == here["made"]
    assert here["made"]["delta"] == 1e-9, "a table has no catalogue beside it"
    plain = json.loads((done.folder / out_of("publish plain", "here")).read_text())["items"]
    exactly = dict(zip(plain["ids"], plain["holders"], strict=True))
    popular = {item for item, count in exactly.items() if count >= 60}
    assert len(popular) > 20
    for place in ("spark", "here"):
        items = json.loads((done.folder / out_of("publish noisy", place)).read_text())["items"]
        noisy = dict(zip(items["ids"], items["holders"], strict=True))
        assert popular <= set(noisy)
        away = max(abs(noisy[item] - exactly[item]) for item in popular)
        assert away <= farthest(44 / 55, 2 * len(popular))
        assert "titles" not in items, "they stand in people's rows"


def rows(place: Path) -> pa.Table:
    """The rows of a file, or of a folder's files in order."""
    files = sorted(place.glob("*.parquet")) if place.is_dir() else [place]
    return pa.concat_tables([pq.ParquetFile(file).read() for file in files])


@needs_spark
@pytest.mark.slow
@pytest.mark.parametrize("name", PROTECTED)
def test_protected_rows_are_the_same_and_in_the_same_order(name: str, done: Done) -> None:
    there, here = without_how_it_is_said(documents(done, f"protect {name}"))
    assert "km" not in there, "sets of items are not counted on a cluster"
    assert here.pop("km")["after"]
    assert "out_sha256" not in there, "what the cluster wrote is not read again"
    assert len(here.pop("out_sha256")) == 64
    there["notes"] = [note.replace(".spark.", ".here.") for note in there["notes"]]
    assert there == here
    assert there["removed"] > 0
    made, wanted = (rows(done.folder / out_of(f"protect {name}", at)) for at in ("spark", "here"))
    assert made.column_names == wanted.column_names
    assert made.num_rows == there["interactions"]["after"] > 1_000
    assert made.cast(wanted.schema).equals(wanted)
    originals = pq.read_schema(done.folder / f"{name.split()[0]}.parquet")
    for column in set(made.column_names) & {"userId", "movieId", "rating", "timestamp", "stars"}:
        assert made.schema.field(column).type == originals.field(column).type


@needs_spark
@pytest.mark.slow
def test_crowds_of_a_cluster_are_those_of_here_and_can_be_kept(done: Done) -> None:
    """The same people are in the same crowds, dealt with the same lots; and given these crowds again, the next release
    is the same there and here."""
    there, here = (
        json.loads((done.folder / f"{out_of('protect dated crowds', at)}.crowds.json").read_text())
        for at in ("spark", "here")
    )
    assert there == here
    assert min(map(len, here["crowds"])) >= 5
    received, (parts,) = (
        done.on_spark["protect dated crowds"]["received"][-1],
        (done.on_spark["protect dated crowds"]["partitions"]),
    )
    assert parts > 2
    people, items, days = 900, 250, 1_300
    assert received < people * 1_000 + parts * (items * 56 * 8 * 16 + days * 8 * 4) + 50_000


@needs_spark
@pytest.mark.slow
def test_only_the_owner_may_look_into_what_the_cluster_wrote(done: Done) -> None:
    folder = done.folder / out_of("protect dated", "spark")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    assert not [file for file in done.folder.iterdir() if file.name.startswith(".")], "nothing is left behind"


@needs_spark
@pytest.mark.slow
def test_no_interactions_come_to_the_driver(done: Done) -> None:
    """A number or two a person and an item come, and counts of each part; not what people have.

    What a bulletin says of each band comes from attacks, and of those who are attacked (some thousands at most, however
    many people there are) what the adversaries know comes too, with the best candidates: less than 2,500 bytes each.
    """
    people, items, days = 900, 250, 1_300
    for name in ("publish plain", "protect dated"):
        (received,), (parts,) = done.on_spark[name]["received"], done.on_spark[name]["partitions"]
        rounds, attacked = (1, min(people, SAMPLED + 5 * EACH)) if name.startswith("publish") else (4, 0)
        most = 30 * people + rounds * parts * (8 * (items + days) + 2_000) + 2_500 * attacked
        assert received < most, name


@needs_spark
@pytest.mark.slow
@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_personas_are_the_same(ending: str, done: Done) -> None:
    there, here = documents(done, f"personas {ending}")
    assert there["personas"] == here["personas"] > 20

    def found(place: str) -> list[tuple[str, int]]:
        document = json.loads((done.folder / out_of(f"personas {ending}", place)).read_text())
        return [(json.dumps(one["pairs"], sort_keys=True), one["count"]) for one in document["personas"]]

    if ending == "csv":
        assert found("spark") == found("here")
    assert sorted(found("spark")) == sorted(found("here"))


@needs_spark
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("protect to where something is", "exists already, and nothing is written over"),
        ("protect to nowhere", "nowhere: no such folder; make it first"),
        ("protect values that are not there", "coarsen-values: the data has no values"),
        ("publish what is not there", "no_such_table: no such table or path"),
    ],
)
def test_what_cannot_be_done_is_one_line(name: str, told: str, done: Done) -> None:
    left = done.on_spark[name]
    assert left["status"] == 2
    assert left["output"] == ""
    (line,) = [line for line in left["errors"].splitlines() if "%" not in line]
    assert told in line


@pytest.mark.parametrize("name", ["blurme", "level", "swap"])
def test_a_protection_that_needs_everybody_is_refused_before_spark_starts(name: str, tmp_path: Path) -> None:
    words = ("protect", "x.parquet", "--with", name, "--engine", "spark", "--attribute", "gender")
    left = standout(*words, folder=tmp_path)
    assert left.status == 2
    assert left.errors.count("\n") == 1
    assert (
        f"protection '{name}' needs all people at once; on Spark there are suppress-rare, coarsen-values,"
        in left.errors
    )
    assert all(other in PROTECTIONS for other in left.errors.partition("there are ")[2].strip().split(", "))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("protect", "x", "--with", "trim", "--engine", "spark", "--attribute", "age"), "look at no attribute"),
        (("protect", "x", "--with", "crowds", "--with", "trim", "--engine", "spark"), "'crowds' is applied alone"),
        (("protect", "x", "--with", "crowds:balance=age", "--engine", "spark"), "cannot be balanced there"),
        (("protect", "x", "--with", "trim", "--engine", "spark", "--memory", "2GB"), "limits of their own"),
        (("protect", "x", "--with", "trim", "--spark-master", "local[2]"), "belongs to --engine spark"),
        (("protect", "x", "--with", "trim", "--engine", "steam"), "there are 'local' and 'spark'"),
        (("publish", "x", "--spark-master", "local[2]"), "belongs to --engine spark"),
        (("publish", "x", "--engine", "steam"), "there are 'local' and 'spark'"),
    ],
)
def test_words_that_do_not_fit_are_refused_at_once(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    left = standout(*words, folder=tmp_path)
    assert left.status == 2
    assert told in left.errors


@pytest.mark.parametrize("option", ["--engine", "--spark-master"])
@pytest.mark.parametrize(
    "words",
    [("gate", "a", "--policy", "p.toml"), ("prepare", "a")],
)
def test_what_runs_here_alone_says_what_to_do_instead(words: tuple[str, ...], option: str, tmp_path: Path) -> None:
    left = standout(*words, option, "spark", folder=tmp_path)
    assert left.status == 2
    (line,) = left.errors.splitlines()
    assert line.startswith(f"standout: {option}: 'standout {words[0]}' works on this machine alone, and 'audit', ")
    assert "let it write a part ('protect --engine spark --with sample'), and name that" in line


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("/x/ratings.parquet", "ratings-trim.parquet"),
        ("s3a://bucket/ratings/", "ratings-trim.parquet"),
        ("lake.sales.`orders`", "orders-trim.parquet"),
        ("orders", "orders-trim.parquet"),
    ],
)
def test_a_result_is_called_after_its_data(data: str, name: str) -> None:
    assert writing.default_folder(data, "trim") == name


def test_a_place_on_this_machine_may_be_told_with_its_scheme(tmp_path: Path) -> None:
    assert place_for(None, f"file://{tmp_path}/out") == f"{tmp_path}/out"
    assert writing.is_uri("s3a://bucket/out")
    assert not writing.is_uri("c/out")


def test_a_folder_that_the_cluster_does_not_share_is_told(tmp_path: Path) -> None:
    pq.write_table(pa.table({"user": [1, 2]}), tmp_path / "part-0.parquet")
    writing._check_arrived(tmp_path, 2, "out")
    with pytest.raises(BadInput, match="machines do not share this folder"):
        writing._check_arrived(tmp_path, 3, "out")
