"""Stories of reproduced papers: every number comes from the results, and the pages here are made from those here."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from standout.errors import BadInput
from standout.reproductions.papers import PAPERS, READING_PAPERS
from standout.reproductions.stories.story import TEMPLATES, story
from standout.results.reproduction import Reproduction
from tests.cli.running import standout

ROOT = Path(__file__).resolve().parents[2]
EVERY = sorted((*PAPERS, *READING_PAPERS))
RESULTS = {paper: file for paper in EVERY if (file := ROOT / "reproductions" / f"{paper}.json").is_file()}
PARTS = ("## The claim", "## Published, and ours", "## What changed, and why", "## What is new since", "## Make it")


@pytest.mark.parametrize("paper", EVERY)
def test_no_digit_of_a_story_is_written_by_hand(paper: str) -> None:
    """Outside what is filled in, the words have no digit; commands to copy name datasets."""
    source = (TEMPLATES / f"{paper}.md.j2").read_text(encoding="utf-8")
    words = re.sub(r"```.*?```|\{\{.*?\}\}|\{%.*?%\}", "", source, flags=re.DOTALL)
    assert not re.findall(r"[^\n]*\d[^\n]*", words)
    shown = [re.sub(r"\"[^\"]*\"", "", part) for part in re.findall(r"\{\{(.*?)\}\}", source, flags=re.DOTALL)]
    assert not [part for part in shown if re.search(r"\d", part)], "an expression names rows, and no numbers of its own"


@pytest.mark.parametrize("paper", RESULTS)
def test_the_page_is_made_from_the_results_that_are_stored(paper: str) -> None:
    document = Reproduction.read(RESULTS[paper])
    page = ROOT / "docs" / "papers" / f"{paper}.md"
    text, drawn = story(document)
    how = f"run standout reproduce {paper} --from reproductions/{paper}.json --story docs/papers/{paper}.md"
    assert page.read_text(encoding="utf-8") == text, how
    assert all(part in text for part in PARTS)
    svg = ElementTree.fromstring(drawn)
    kept = ElementTree.fromstring((page.parent / "images" / f"{paper}-story.svg").read_bytes())
    described = [each.findtext("{http://www.w3.org/2000/svg}desc") for each in (svg, kept)]
    assert described[0] == described[1], how


@pytest.mark.parametrize("paper", RESULTS)
def test_the_tables_are_of_the_same_results(paper: str) -> None:
    """`<paper>.md` and `<paper>.json` come from one run: every figure of the one is in the other."""
    tables = (ROOT / "reproductions" / f"{paper}.md").read_text(encoding="utf-8").replace("\\|", "|")
    how = f"copy both from one run, or run python -m benchmarks.stories --tables {paper}"
    for row in Reproduction.read(RESULTS[paper]).rows:
        figure = row.ours_text().partition(" [")[0]
        assert f"| {row.what} | {row.published_text()} | {figure}" in tables, f"{row.what}: {how}"


@pytest.mark.parametrize("paper", RESULTS)
def test_figures_follow_the_results(paper: str) -> None:
    """With other results the story says other numbers: nothing of it is kept elsewhere."""
    document = Reproduction.read(RESULTS[paper])
    other = [msgspec.structs.replace(row, ours=0.123, low=None, high=None) if row.unit in ("share", "decimal") else row
             for row in document.rows]  # fmt: skip
    text, drawn = story(msgspec.structs.replace(document, rows=tuple(other), seed=987_654))
    assert "seed 987654" in text
    assert "12%" in text or "0.123" in text
    before = story(document)[0]
    assert text.count("%") >= before.count("%") // 2
    assert b"prefers-color-scheme: dark" in drawn
    assert b"<script" not in drawn


def test_a_story_that_cannot_be_told_names_what_is_missing() -> None:
    document = Reproduction.read(next(iter(RESULTS.values())))
    with pytest.raises(BadInput, match="which these results do not have; make them with `standout reproduce"):
        story(msgspec.structs.replace(document, rows=()))


def test_the_command_tells_the_story_of_results_of_before(tmp_path: Path) -> None:
    paper, file = next(iter(RESULTS.items()))
    done = standout("reproduce", paper, "--from", str(file), "--story", "told.md", folder=tmp_path)
    assert done.status == 0, done.errors
    assert "story: told.md" in done.output
    assert (tmp_path / "told.md").read_text(encoding="utf-8").startswith("# ")
    assert (tmp_path / "images" / f"{paper}-story.svg").is_file()
    assert not (tmp_path / "reproductions").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--from", "{file}"), "say where with --story FILE"),
        (("--from", "nowhere.json", "--story", "a.md"), "nowhere.json"),
        (("--from", "{other}", "--story", "a.md"), "are the results of"),
        (("--from", "{file}", "--story", "a.txt"), "name a file that ends with .md"),
        (("--from", "{file}", "--story", "mine.md"), "mine.md"),
    ],
)
def test_refusals_are_one_line(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    (tmp_path / "mine.md").write_text("# My own page\n")
    (paper, file), (_, other) = list(RESULTS.items())[:2]
    filled = [word.format(file=file, other=other) for word in words]
    done = standout("reproduce", paper, *filled, folder=tmp_path)
    assert done.status == 2, done.output
    (line,) = [line for line in done.errors.splitlines() if line.startswith("standout: ")]
    assert says in line
    assert (tmp_path / "mine.md").read_text() == "# My own page\n"
