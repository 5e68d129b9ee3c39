"""Figures that documents quote are what their commands gave, and tables of results say how they came about."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.figures import __main__ as figures
from benchmarks.figures.quoting import ROOT, between_marks, ends_with, pages, put_right, quoted, wrong_with
from benchmarks.figures.records import Record, Value, found_at, measured_again, read_records, worded, write_record
from benchmarks.figures.unnamed import unnamed

RECORDS = read_records()
HOW = "run python -m benchmarks.figures NAME --write, with --from PAGE where the page already has a newer run"
TOLD = Value(at={"rate": "found.rate"}, shown="{rate:.1%}", text="93.8%")
RECORD = Record(
    command="standout audit sample --json", date="2026-11-17", standout="0.2", commit="abc", values={"told": TOLD}
)


# The repository


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_quoted_figure_is_what_its_command_gave(page: Path) -> None:
    wrong = [fault for mark in quoted(page) if (fault := wrong_with(mark, RECORDS))]
    assert not wrong, "\n".join(
        [
            *wrong,
            HOW,
        ]
    )


@pytest.mark.parametrize("name", RECORDS)
def test_every_measurement_says_how_it_came_about(name: str) -> None:
    record = RECORDS[name]
    assert record.command.split()[0] in ("standout", "python", "make"), "a command of this repository"
    assert record.date
    assert record.standout
    assert record.commit
    assert record.values or record.lines
    assert all(value.text for value in record.values.values())


def test_every_measurement_is_quoted_somewhere() -> None:
    marks = {(mark.record, mark.value) for page in pages() for mark in quoted(page)}
    idle = [f"{name}: {key}" for name, record in RECORDS.items() for key in record.values if (name, key) not in marks]
    idle += [name for name, record in RECORDS.items() if record.lines and (name, "begin") not in marks]
    assert not idle, f"nobody reads {idle[0]}: quote it, or take it out of benchmarks/measured"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_tables_of_results_name_the_command_that_made_them(page: Path) -> None:
    found = [str(table) for table in unnamed(page)]
    assert not found, f"name the command that made {'; '.join(found)}"


# How it works


def test_a_path_leads_to_one_number() -> None:
    document = {
        "rows": [{"who": {"name": "a"}, "by": "x", "rate": 0.1}, {"who": {"name": "a"}, "by": "y", "rate": 0.2}]
    }
    assert found_at(document, "rows[who/name=a;by=y].rate") == 0.2
    assert found_at(document, "rows.0.rate * 100") == pytest.approx(10)
    with pytest.raises(LookupError, match="there is no 'by=z'"):
        found_at(document, "rows[by=z].rate")
    with pytest.raises(LookupError, match="there is no 'low'"):
        found_at(document, "rows.0.low")


@pytest.mark.parametrize(
    ("shown", "found", "text"),
    [
        ("{rate:.1%}", {"rate": 1.0}, "100%"),
        ("{rate:.1%}", {"rate": 0.9384}, "93.8%"),
        ("{low:.1f}–{high:.1f}%", {"low": 99.94, "high": 100.0}, "99.9–100%"),
        ("{gain:.1f}", {"gain": -6.04}, "−6.0"),
        ("{auc:.2f} [{low:.2f}–{high:.2f}]", {"auc": 0.5, "low": 0.48, "high": 0.52}, "0.50 [0.48–0.52]"),
    ],
)
def test_numbers_are_put_into_words(shown: str, found: dict[str, float], text: str) -> None:
    assert worded(shown, found) == text


def on_page(folder: Path, text: str) -> str | None:
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    return next((fault for mark in quoted(page) if (fault := wrong_with(mark, {"ours": RECORD}))), None)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("of all 93.8%<!--=ours:told--> were found", None),
        ("| **93.8%**<!--=ours:told--> |", "says"),
        ("| 94.8%<!--=ours:told--> |", "says “| 94.8%”, but `standout audit sample --json` gave 93.8%"),
        ("| 193.8%<!--=ours:told--> |", "says"),
        ("| 93.8%<!--=ours:learnt--> |", "'ours' has no value 'learnt'"),
        ("| 93.8%<!--=theirs:told--> |", "there is no measurement 'theirs'"),
        ("<!--=ours:begin-->\n", "has no 'ours:end'"),
    ],
)
def test_a_figure_that_was_changed_by_hand_is_found(tmp_path: Path, text: str, fault: str | None) -> None:
    said = on_page(tmp_path, text)
    assert said is None if fault is None else fault in (said or "")


def test_a_figure_is_not_the_end_of_a_longer_one() -> None:
    assert ends_with("of 8%", "8%")
    assert not ends_with("of 93.8%", "8%")
    assert not ends_with("of −8%", "8%")


def test_rows_of_a_table_are_quoted_as_they_were_printed(tmp_path: Path) -> None:
    output = "| data | found |\n|---|---:|\n| a | 1% |\n| b | 2% |\n\n2 of 2"
    empty = Record(command="python -m benchmarks.x", date="d", standout="0.2", commit="c")
    record = measured_again(empty, output)
    assert record.lines == ("| a | 1% |", "| b | 2% |")
    page = tmp_path / "page.md"
    around = "<!--=rows:begin-->\n{}\n<!--=rows:end-->\n"
    page.write_text(around.format("\n".join(record.lines)), encoding="utf-8")
    assert wrong_with(next(quoted(page)), {"rows": record}) is None
    page.write_text(around.format("| data |\n|---|\n| a | **1%** |\n| b | 2% |\n| c | 9% |"), encoding="utf-8")
    assert "printed no such row: | c | 9% |" in (wrong_with(next(quoted(page)), {"rows": record}) or "")
    assert measured_again(empty, between_marks(page.read_text(encoding="utf-8"), "rows")).lines[-1] == "| c | 9% |"
    page.write_text(around.format("| a | 3% |\n| b | 2% |"), encoding="utf-8")
    assert "printed a row that is not there: | a | 1% |" in (wrong_with(next(quoted(page)), {"rows": record}) or "")


def test_running_again_finds_what_changed_and_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way with a real command: the record is stale, the run says so, `--write` mends record and page."""
    record = Record(
        command="standout sample --people 60 --items 40 --interactions 600 --out {out}/sample --json",
        date="2020-01-01", standout="0.0", commit="abc",
        values={"people": Value(at={"people": "people"}, shown="{people}", text="59")},
    )  # fmt: skip
    page = tmp_path / "page.md"
    page.write_text("| 59<!--=sample:people--> people |", encoding="utf-8")
    write_record("sample", record, tmp_path)
    monkeypatch.setattr(figures, "read_records", lambda: read_records(tmp_path))
    monkeypatch.setattr(figures, "write_record", lambda name, record: write_record(name, record, tmp_path))
    monkeypatch.setattr(figures, "pages", lambda: [page])
    assert figures.main([]) == 1
    assert "people: 59 → 60" in capsys.readouterr().out
    assert "59<!--" in page.read_text(encoding="utf-8"), "nothing is written that was not asked for"
    assert figures.main(["--write"]) == 0
    assert page.read_text(encoding="utf-8") == "| 60<!--=sample:people--> people |"
    assert read_records(tmp_path)["sample"].date != "2020-01-01"
    output = tmp_path / "output.txt"
    output.write_text('{"people": 61}', encoding="utf-8")
    assert figures.main(["sample", "--from", str(output)]) == 1
    assert "people: 60 → 61" in capsys.readouterr().out


def test_what_is_dear_or_lacks_its_data_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from msgspec.structs import replace

    write_record("dear", replace(RECORD, dear=True), tmp_path)
    write_record("elsewhere", replace(RECORD, needs=("no-such-data",)), tmp_path)
    monkeypatch.setattr(figures, "read_records", lambda: read_records(tmp_path))
    assert figures.main([]) == 0
    said = capsys.readouterr().out
    assert "not run   dear: takes long; --all runs it" in said
    assert "not run   elsewhere: no-such-data is not at hand" in said


def test_only_its_own_marks_are_put_right() -> None:
    new = Record(command="c", date="d", standout="s", commit="c", values={"told": Value(at={}, shown="", text="95%")})
    text = "93.8%<!--=ours:told--> and 93.8% and 93.8%<!--=theirs:told-->"
    assert put_right(text, "ours", RECORD, new) == "95%<!--=ours:told--> and 93.8% and 93.8%<!--=theirs:told-->"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## A\n\n| who | found |\n|---|---:|\n| a | 93% |\n", 1),
        ("## A\n\n| who | AUC |\n|---|---:|\n| a | 0.88 |\n", 1),
        ("## A\n\nBy `python -m benchmarks.x`:\n\n| who | found |\n|---|---:|\n| a | 93% |\n", 0),
        ("## A\n\n| who | found |\n|---|---:|\n| a | 93%<!--=ours:told--> |\n", 0),
        ("## A\n\nBy `standout audit`\n\n## B\n\n| who | found |\n|---|---:|\n| a | 93% |\n", 1),
        ("# P\n\n<!-- made by python -m benchmarks.x -->\n\n## A\n\n| who | found |\n|---|---:|\n| a | 93% |\n", 0),
        ("## A\n\n| option | content |\n|---|---|\n| a | at most 5% |\n| b | more |\n", 0),
    ],
)
def test_tables_without_a_command_are_found(tmp_path: Path, text: str, found: int) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    assert len(list(unnamed(page))) == found


def test_the_pages_that_are_looked_through_are_there() -> None:
    assert ROOT / "README.md" in pages()
    assert {"linking.md", "what-works.md", "census.md"} <= {page.name for page in pages()}
