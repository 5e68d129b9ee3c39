"""No command writes over what it reads, over a foreign file, through a link, or into the place of a foreign folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from standout.outputs.folders import folder_written_whole
from tests.cli.running import Finished, standout
from tests.cli.test_gate import LIMITS

ROWS = "user,item,rating\n" + "".join(f"{person},{item},{1 + item % 5}\n" for person in range(60) for item in range(5))
HISTORY = "item\n1\n2\n"
TRY = ("--attack", "tf-idf", "--adversary", "no-dates", "--targets", "5")

COMMANDS: dict[str, tuple[str, ...]] = {
    "audit": ("audit", "data.csv", "--out", "OUT", *TRY),
    "audit released": ("audit", "other.csv", "--released", "data.csv", "--out", "OUT", *TRY),
    "audit titles": ("audit", "other.csv", "--titles", "data.csv", "--out", "OUT", *TRY),
    "audit adversary": ("audit", "other.csv", "--adversary", "data.toml", "--out", "OUT", "--attack", "tf-idf"),
    "link": ("link", "data.csv", "other.csv", "--out", "OUT"),
    "link truth": ("link", "other.csv", "other.csv", "--truth", "data.csv", "--out", "OUT"),
    "compare": ("compare", "data.csv", "--with", "trim", "--out", "OUT", *TRY),
    "compare people": ("compare", "other.csv", "--attribute", "age", "--people", "data.csv", "--out", "OUT", *TRY),
    "infer": ("infer", "other.csv", "--people", "data.csv", "--out", "OUT"),
    "check": ("check", "data.csv", "--bulletin", "b.json", "--out", "OUT"),
    "check bulletin": ("check", "h.csv", "--bulletin", "data.csv", "--out", "OUT"),
    "advise": ("advise", "h.csv", "--data", "data.csv", "--out", "OUT"),
    "blend": ("blend", "h.csv", "--personas", "data.csv", "--out", "OUT"),
    "gate": ("gate", "data.csv", "--policy", "policy.toml", "--out", "OUT"),
    "gate released": ("gate", "other.csv", "--released", "data.csv", "--policy", "policy.toml", "--out", "OUT"),
    "gate policy": ("gate", "other.csv", "--policy", "data.csv", "--out", "OUT"),
    "reproduce": ("reproduce", "frankowski", "--data", "data.csv", "--out", "OUT"),
}
WRITTEN = {
    "audit": "findings.json", "link": "link.json", "compare": "compare.json", "infer": "infer.json",
    "check": "check.json", "advise": "advise.json", "blend": "blend.json", "gate": "gate.json",
    "reproduce": "frankowski.md",
}  # fmt: skip


@pytest.fixture
def here(tmp_path: Path) -> Path:
    for name, content in {
        "data.csv": ROWS,
        "other.csv": ROWS,
        "h.csv": HISTORY,
        "data.toml": "[me]\nitems = 2\n",
        "policy.toml": LIMITS.format(found=1.0),
    }.items():
        (tmp_path / name).write_text(content)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def refused(folder: Path, *words: str) -> str:
    """The one line with which a command leaves that would have destroyed something, and nothing has changed."""
    before = contents(folder)
    done: Finished = standout(*words, folder=folder)
    assert done.status == 2, done
    assert "Traceback" not in done.errors
    assert contents(folder) == before
    return done.errors


def input_of(words: tuple[str, ...]) -> str:
    return "data.toml" if "data.toml" in words else "data.csv"


@pytest.mark.parametrize("how", ["same", "symbolic link", "hard link", "linked input"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_result_in_a_folder_is_never_what_the_command_reads(here: Path, name: str, how: str) -> None:
    words, written = COMMANDS[name], WRITTEN[name.split()[0]]
    source, target = here / input_of(words), here / "OUT" / written
    target.parent.mkdir()
    words = tuple(word if word != source.name else f"OUT/{written}" for word in words) if how == "same" else words
    if how == "same" and source.suffix == ".toml":
        pytest.skip("an adversary's file ends in .toml, no result does")
    if how == "same":
        source.rename(target)
    elif how == "symbolic link":
        target.symlink_to(source)
    elif how == "hard link":
        target.hardlink_to(source)
    else:
        target.write_bytes(source.read_bytes())
        source.unlink()
        source.symlink_to(target)
    assert "is what the command reads" in refused(here, *words)


PLACES = {
    "publish data": ("publish", "data.csv", "--out", "data.csv"),
    "publish page": ("publish", "data.csv", "--out", "b.json", "--page", "data.csv"),
    "publish titles": ("publish", "other.csv", "--titles", "data.csv", "--out", "data.csv"),
    "publish key": ("publish", "other.csv", "--sign", "data.csv", "--out", "data.csv"),
    "personas": ("personas", "data.csv", "--out", "data.csv"),
    "personas page": ("personas", "data.csv", "--out", "p.json", "--page", "data.csv"),
}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("hard", [False, True])
def test_a_named_result_is_never_what_the_command_reads(here: Path, name: str, hard: bool) -> None:
    words = PLACES[name]
    if hard:
        (here / "alias.csv").hardlink_to(here / "data.csv")
        words = (*words[:-1], "alias.csv")
    assert "is what the command reads" in refused(here, *words)


def test_a_label_is_never_drawn_over_what_is_read(here: Path) -> None:
    (here / "history.svg").write_text(HISTORY)
    words = ("check", "history.svg", "--bulletin", "data.csv", "--label", "history.svg")
    assert "is what the command reads" in refused(here, *words)


@pytest.mark.parametrize("words", [
    ("prepare", "data.csv", "--out", "."),
    ("prepare", "data.csv", "--titles", "in/titles.csv", "--out", "in"),
    ("prepare", "in", "--out", "in"),
])  # fmt: skip
def test_a_folder_that_holds_an_input_is_not_replaced(here: Path, words: tuple[str, ...]) -> None:
    (here / "in").mkdir()
    (here / "in" / "titles.csv").write_text("item,title\n1,One\n")
    assert "reads" in refused(here, *words)


def test_the_input_of_an_earlier_preparation_survives_another(here: Path) -> None:
    assert standout("prepare", "data.csv", "--out", "p", folder=here).status == 0
    assert "reads" in refused(here, "prepare", "other.csv", "--titles", "p/manifest.json", "--out", "p")


@pytest.mark.parametrize(("words", "file"), [
    (("publish", "data.csv", "--out", "mine.json"), "mine.json"),
    (("publish", "data.csv", "--out", "b.json", "--page", "mine.html"), "mine.html"),
    (("audit", "data.csv", "--out", ".", *TRY), "report.html"),
    (("audit", "data.csv", "--out", ".", *TRY), "people.parquet"),
    (("compare", "data.csv", "--with", "trim", "--out", ".", *TRY), "compare.html"),
    (("link", "data.csv", "other.csv", "--out", "."), "link.json"),
    (("personas", "data.csv", "--out", "p.json"), "p.html"),
    (("infer", "data.csv", "--out", "."), "infer.json"),
    (("check", "h.csv", "--bulletin", "b.json", "--label", "mine.png"), "mine.png"),
    (("reproduce", "frankowski", "--data", "data.csv", "--out", "."), "frankowski.md"),
])  # fmt: skip
def test_a_foreign_file_is_not_written_over(here: Path, words: tuple[str, ...], file: str) -> None:
    (here / file).write_text('{"mine": 1}')
    assert "no earlier result" in refused(here, *words)


def test_an_earlier_result_is_replaced_and_an_empty_file_too(here: Path) -> None:
    (here / "b.json").touch()
    for _ in range(2):
        done = standout("publish", "data.csv", "--out", "b.json", "--page", "p.html", folder=here)
        assert done.status == 0, done.errors
    assert {(here / name).stat().st_mode & 0o777 for name in ("b.json", "p.html")} == {0o644}


@pytest.mark.parametrize("file", ["report.html", "people.parquet", ".work"])
def test_links_in_the_folder_for_results_are_not_followed(here: Path, file: str) -> None:
    (here / "OUT").mkdir()
    (here / "elsewhere").mkdir()
    (here / "elsewhere" / "mine.txt").write_text("mine")
    (here / "OUT" / file).symlink_to(here / "elsewhere" / ("" if file == ".work" else "mine.txt"))
    refused(here, "audit", "data.csv", "--out", "OUT", *TRY)


def test_a_folder_of_pictures_that_is_a_link_is_not_followed(here: Path) -> None:
    (here / "elsewhere").mkdir()
    (here / "OUT").mkdir()
    (here / "OUT" / "images").symlink_to(here / "elsewhere")
    assert "is a link" in refused(here, "reproduce", "frankowski", "--data", "sample", "--out", "OUT")


def test_a_foreign_folder_for_work_is_neither_used_nor_removed(here: Path) -> None:
    (here / "OUT" / ".work").mkdir(parents=True)
    (here / "OUT" / ".work" / "mine.txt").write_text("mine")
    assert ".work: is not a folder that standout made" in refused(here, "audit", "data.csv", "--out", "OUT", *TRY)


@pytest.mark.parametrize("name", ["manifest.json", "sample.json", ".standout"])
@pytest.mark.parametrize("command", [("prepare", "data.csv"), ("sample", "--people", "60")])
def test_a_foreign_folder_with_a_familiar_file_is_not_replaced(here: Path, command: tuple[str, ...], name: str) -> None:
    (here / "p").mkdir()
    (here / "p" / name).write_text('{"format": "standout-prepared", "version": 1, "standout": "a prepared dataset"}')
    (here / "p.part").mkdir()
    (here / "p.part" / "mine.txt").write_text("mine")
    assert "that standout wrote" in refused(here, *command, "--out", "p")


@pytest.mark.parametrize("change", ["added", "edited", "removed", "link"])
def test_a_folder_of_ours_that_somebody_changed_is_not_replaced(here: Path, change: str) -> None:
    assert (
        standout("sample", "--people", "60", "--items", "40", "--interactions", "700", "--out", "s", folder=here).status
        == 0
    )
    file = here / "s" / "people.csv"
    if change == "added":
        (here / "s" / "notes.txt").write_text("mine")
    elif change == "edited":
        file.write_bytes(file.read_bytes().replace(b"1", b"2", 1))
    else:
        file.unlink()
    if change == "link":
        file.symlink_to(here / "data.csv")
    assert "since standout wrote" in refused(here, "sample", "--people", "60", "--out", "s")


def test_nothing_is_put_into_a_folder_that_would_be_replaced(here: Path) -> None:
    assert standout("prepare", "data.csv", "--out", "p", folder=here).status == 0
    assert "lies in a prepared dataset" in refused(here, "publish", "data.csv", "--out", "p/b.json")
    assert "lies in a prepared dataset" in refused(here, "audit", "data.csv", "--out", "p/audit", *TRY)


def test_devices_pipes_and_links_are_no_places_for_results(here: Path) -> None:
    os.mkfifo(here / "pipe")
    (here / "link.json").symlink_to("nowhere.json")
    for name in ("pipe", "link.json"):
        assert standout("publish", "data.csv", "--out", name, folder=here).status == 2
    assert not (here / "nowhere.json").exists()
    assert "is a link" in refused_to_prepare_through_a_link(here)


def refused_to_prepare_through_a_link(here: Path) -> str:
    (here / "real").mkdir()
    (here / "linked").symlink_to("real")
    return standout("prepare", "data.csv", "--out", "linked", folder=here).errors


def test_a_folder_written_whole_says_what_is_in_it(tmp_path: Path) -> None:
    with folder_written_whole(tmp_path / "f", "a test") as part:
        (part / "a").write_text("a")
    assert sorted(one.name for one in (tmp_path / "f").iterdir()) == [".standout", "a"]
    assert [one.name for one in tmp_path.iterdir()] == ["f"]
