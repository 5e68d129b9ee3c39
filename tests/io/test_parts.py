"""Parts of one table: all files of a folder, those that fit a pattern, and `key=value` folders."""

from __future__ import annotations

import bz2
import gzip
import itertools
import lzma
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.errors import BadInput
from standout.io import parts
from standout.io.reading import read
from standout.io.writing.write import write_like
from standout.io.writing.writing_places import place_for

Read = Callable[..., Any]
Row = tuple[str, str, str, str]
HEADER = ("user", "item", "rating", "time")


def invented(seed: int, count: int = 60) -> list[Row]:
    """Rows with ties and empty cells."""
    drawn = random.Random(seed)
    return [
        (f"u{drawn.randrange(9)}", f"i{drawn.randrange(7)}", drawn.choice(["1", "2", "5", ""]), day)
        for day in (drawn.choice(["", f"2020-02-{1 + drawn.randrange(28):02}"]) for _ in range(count))
    ]


def csv(rows: list[Row], separator: str = ",") -> str:
    return "".join(separator.join(row) + "\n" for row in (HEADER, *rows))


def cut(rows: list[Row], seed: int) -> list[list[Row]]:
    """The rows in a few pieces of different lengths, none empty."""
    places = sorted({0, len(rows), *random.Random(seed).sample(range(1, len(rows)), 3)})
    return [rows[start:end] for start, end in itertools.pairwise(places)]


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(BadInput) as refused:
        action()
    return str(refused.value)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["csv", "parquet", "jsonl"])
def test_parts_are_read_as_the_one_file_that_they_are_together(
    tmp_path: Path, content: Read, kind: str, seed: int
) -> None:
    rows = invented(seed)
    (tmp_path / "whole.csv").write_text(csv(rows))
    folder = tmp_path / "parts"
    folder.mkdir()
    for number, piece in enumerate(cut(rows, seed)):
        file = folder / f"part-{number}.{kind}"
        if kind == "csv":
            file.write_text(csv(piece))
        elif kind == "parquet":
            columns = list(zip(*piece, strict=True))
            pq.write_table(pa.table({name: list(cells) for name, cells in zip(HEADER, columns, strict=True)}), file)
        else:
            file.write_text(
                "".join(f'{{"user":"{u}","item":"{i}","rating":"{r}","time":"{t}"}}\n\n' for u, i, r, t in piece)
            )
    whole = content(read(tmp_path / "whole.csv"))
    assert content(read(folder)) == whole
    assert content(read(str(folder / f"*.{kind}"))) == whole


def test_parts_may_be_packed_and_written_in_other_encodings(tmp_path: Path, content: Read) -> None:
    rows = [("é", "x", "1", ""), ("b", "y", "2", ""), ("c", "z", "3", ""), ("d", "x", "4", "")]
    packed: tuple[Callable[[bytes], bytes], ...] = (gzip.compress, bz2.compress, lzma.compress)
    (tmp_path / "0.csv").write_bytes(csv(rows[:1]).encode("latin-1"))
    for number, (pack, ending) in enumerate(zip(packed, ("gz", "bz2", "xz"), strict=True), start=1):
        (tmp_path / f"{number}.csv.{ending}").write_bytes(pack(csv(rows[number : number + 1]).encode()))
    data = read(tmp_path)
    assert sorted(content(data)) == [("b", "y"), ("c", "z"), ("d", "x"), ("é", "x")]
    assert data.source.files == ("0.csv", "1.csv.gz", "2.csv.bz2", "3.csv.xz")
    assert any("Latin-1" in note for note in data.source.notes)


def test_a_cut_off_packing_is_named(tmp_path: Path) -> None:
    for ending, content in (("bz2", bz2.compress(b"user,item\na,x\n")), ("xz", lzma.compress(b"user,item\na,x\n"))):
        file = tmp_path / f"data.csv.{ending}"
        file.write_bytes(content[:-9])
        assert "damaged or cut-off" in refusal(partial(read, file))


def hive(folder: Path, kind: str) -> Path:
    for year, day, user in (("2020", "2020-03-01", "a"), ("2021", "2021-03-02", "b"), ("2021", "2021-03-03", "it's")):
        place = folder / f"year={year}" / f"date={day}"
        place.mkdir(parents=True)
        if kind == "parquet":
            pq.write_table(pa.table({"user": [user], "item": ["x"]}), place / "part.parquet")
        elif kind == "csv":
            (place / "part.csv").write_text(f"user,item\n{user},x\n")
        else:
            (place / "part.jsonl").write_text(f'{{"user":"{user}","item":"x"}}\n')
    return folder


@pytest.mark.parametrize("kind", ["csv", "parquet", "jsonl"])
def test_what_folders_say_is_a_column(tmp_path: Path, content: Read, kind: str) -> None:
    data = read(hive(tmp_path, kind))
    assert content(data) == {("a", "x"): (None, 18322), ("b", "x"): (None, 18688), ("it's", "x"): (None, 18689)}
    assert data.source.files[0] == f"year=2020/date=2020-03-01/part.{kind}"
    by_year = read(tmp_path, columns={"value": "year", "time": ""})
    assert {value for value, _ in content(by_year).values()} == {"2020", "2021"}
    some = read(str(tmp_path / "year=2021" / "*" / f"*.{kind}"))
    assert sorted(content(some)) == [("b", "x"), ("it's", "x")]
    assert some.has_days


def test_folders_also_say_it_of_broken_files(tmp_path: Path, content: Read) -> None:
    hive(tmp_path, "csv")
    (tmp_path / "year=2020" / "date=2020-03-01" / "part.csv").write_text("user,item\na,x\nb\n")
    message = refusal(lambda: read(tmp_path))
    assert "date=2020-03-01/part.csv: row 3 has too few columns" in message
    data = read(tmp_path, skip_bad_rows=True)
    assert content(data)["b", "x"] == (None, 18688)


def test_a_folder_that_says_nothing_and_one_that_is_escaped(tmp_path: Path, content: Read) -> None:
    for name, user in (("date=__HIVE_DEFAULT_PARTITION__", "a"), ("date=2020-03-01%2010%3A00%3A00", "b")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part.csv").write_text(f"user,item\n{user},x\n")
    assert content(read(tmp_path)) == {("a", "x"): (None, None), ("b", "x"): (None, 18322)}


def test_moving_a_part_changes_the_checksum(tmp_path: Path) -> None:
    before = read(hive(tmp_path / "a", "csv")).source.sha256
    moved = hive(tmp_path / "b", "csv")
    (moved / "year=2020" / "date=2020-03-01").rename(moved / "year=2020" / "date=2020-03-09")
    assert read(moved).source.sha256 != before
    assert read(hive(tmp_path / "c", "csv")).source.sha256 == before


def test_files_that_tell_about_data_are_no_parts(tmp_path: Path, content: Read) -> None:
    (tmp_path / "sales.csv").write_text(csv([("a", "x", "1", "")]))
    for name in ("README.txt", "LICENSE", "PROVENANCE.txt", "readme.md", "_SUCCESS", ".hidden.csv", "plot.png"):
        (tmp_path / name).write_text("about it")
    assert list(content(read(tmp_path))) == [("a", "x")]


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_other_columns_are_refused_and_both_parts_named(tmp_path: Path, kind: str) -> None:
    tables = {"a": {"user": ["a"], "item": ["x"]}, "b": {"user": ["a"], "price": ["1"], "item": ["x"]}}
    for name, table in tables.items():
        if kind == "parquet":
            pq.write_table(pa.table(table), tmp_path / f"{name}.parquet")
        else:
            cells = [",".join(table), ",".join(column[0] for column in table.values())]
            (tmp_path / f"{name}.csv").write_text("\n".join(cells) + "\n")
    message = refusal(lambda: read(tmp_path))
    for words in (f"a.{kind} has 'user', 'item'", f"b.{kind} has 'user', 'price', 'item'", "name one of them"):
        assert words in message


def test_parts_without_header_need_as_many_columns(tmp_path: Path, content: Read) -> None:
    (tmp_path / "1.csv").write_text("1,2,3\n4,5,3\n")
    (tmp_path / "2.csv").write_text("7,8,3\n")
    assert sorted(content(read(tmp_path))) == [("1", "2"), ("4", "5"), ("7", "8")]
    (tmp_path / "3.csv").write_text("7,8\n")
    assert "has 3 columns, but" in refusal(lambda: read(tmp_path))


def test_a_mixture_of_formats_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("user,item\na,x\n")
    pq.write_table(pa.table({"user": ["a"], "item": ["x"]}), tmp_path / "b.parquet")
    message = refusal(lambda: read(tmp_path))
    assert "a.csv is separated text" in message
    assert "b.parquet is Parquet" in message


def test_kinds_of_columns_may_differ_between_parquet_parts(tmp_path: Path, content: Read) -> None:
    pq.write_table(pa.table({"user": pa.array([1, 2**60 + 1]), "item": ["x", "x"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"user": pa.array([2.0, None]), "item": ["x", "y"]}), tmp_path / "b.parquet")
    pq.write_table(pa.table({"user": pa.array(["3"]), "item": ["x"]}), tmp_path / "c.parquet")
    message = refusal(lambda: read(tmp_path, columns={"item": "user", "user": "item"}))
    assert "b.parquet: row 2, column 'user'" in message
    data = read(tmp_path, columns={"item": "user", "user": "item"}, skip_bad_rows=True)
    assert sorted(content(data)) == [("x", "1"), ("x", str(2**60 + 1)), ("x", "2"), ("x", "3")]


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_bad_row_is_named_by_its_part(tmp_path: Path, kind: str) -> None:
    for number in range(3):
        item = "" if number == 2 else "x"
        if kind == "csv":
            (tmp_path / f"{number}.csv").write_text(f"user,item\na,x\nb,{item}\n")
        else:
            (tmp_path / f"{number}.jsonl").write_text(f'{{"user":"a","item":"x"}}\n\n{{"user":"b","item":"{item}"}}\n')
    assert f"2.{kind}: row 3, column 'item'" in refusal(lambda: read(tmp_path))


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    for number in range(3):
        pq.write_table(pa.table({"user": ["a"], "item": ["x"]}), tmp_path / f"{number}.parquet")
    (tmp_path / "1.parquet").write_bytes((tmp_path / "1.parquet").read_bytes()[:40])
    assert "1.parquet: damaged Parquet file" in refusal(lambda: read(tmp_path))


def test_odd_names_and_links_are_read(tmp_path: Path, content: Read) -> None:
    folder = tmp_path / "it's [odd]"
    folder.mkdir()
    (folder / "a?b*.csv").write_text("user,item\na,x\n")
    elsewhere = tmp_path / "elsewhere.csv"
    elsewhere.write_text("user,item\nb,x\n")
    (folder / "link.csv").symlink_to(elsewhere)
    assert sorted(content(read(folder))) == [("a", "x"), ("b", "x")]


def test_keys_must_be_the_same_everywhere(tmp_path: Path) -> None:
    hive(tmp_path, "csv")
    (tmp_path / "loose.csv").write_text("user,item\na,x\n")
    message = refusal(lambda: read(tmp_path))
    assert "no key=value folder" in message
    assert "year=…/date=…" in message


def test_too_many_files_and_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        (tmp_path / f"{number}.csv").write_text("user,item\na,x\n")
    assert "no file fits" in refusal(lambda: read(str(tmp_path / "*.tsv")))
    monkeypatch.setattr(parts, "MOST_FILES", 3)
    assert "more than 3 data files" in refusal(lambda: read(tmp_path))
    assert "more than 3 data files" in refusal(lambda: read(str(tmp_path / "*")))
    monkeypatch.setattr(parts, "_MOST_ENTRIES", 2)
    assert "more than 2 files" in refusal(lambda: read(tmp_path))


def test_lastfm_is_a_known_layout(tmp_path: Path, content: Read) -> None:
    (tmp_path / "user_artists.dat").write_text("userID\tartistID\tweight\n2\t51\t13883\n2\t52\t11690\n")
    (tmp_path / "artists.dat").write_text('id\tname\turl\tpictureURL\n51\t"Weird Al"\thttp://x\t\n52\tTwo\t\t\n')
    (tmp_path / "user_taggedartists.dat").write_text(
        "userID\tartistID\ttagID\tday\tmonth\tyear\n2\t52\t13\t1\t4\t2009\n"
    )
    data = read(tmp_path)
    assert sorted(content(data)) == [("2", "51"), ("2", "52")]
    assert [data.vocabulary.title(code) for code in range(2)] == ['"Weird Al"', "Two"]


def test_cells_parted_by_blanks(tmp_path: Path, content: Read) -> None:
    rows = [row for row in invented(3) if all(row)]
    (tmp_path / "plain.csv").write_text(csv(rows))
    wide = "".join(f"  {u:<6} {i:>4}   {r} {t}  \n" for u, i, r, t in (HEADER, *rows))
    (tmp_path / "wide.txt").write_text(wide)
    assert content(read(tmp_path / "wide.txt")) == content(read(tmp_path / "plain.csv"))
    (tmp_path / "bad.txt").write_text("user item\n" + "a x\n" * 30 + "a\n")
    assert "bad.txt: row 32 has too few columns" in refusal(lambda: read(tmp_path / "bad.txt"))


def test_prose_is_not_taken_for_cells_parted_by_blanks(tmp_path: Path) -> None:
    (tmp_path / "prose.txt").write_text("This is a text\nof some lines\nand no data at all, really\nnone\n")
    assert "no rows of at least two columns" in refusal(lambda: read(tmp_path / "prose.txt"))


def test_what_blanks_parted_is_written_with_tabs_so_that_cells_may_be_empty(tmp_path: Path, content: Read) -> None:
    (tmp_path / "wide.txt").write_text("user  item  rating\na   x  1\nb   y  2\n")
    data = read(tmp_path / "wide.txt")
    write_like(data, place_for(str(tmp_path / "wide.txt"), tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_text().splitlines()[0] == "user\titem\trating"
    assert content(read(tmp_path / "out.txt")) == content(data)


@pytest.mark.parametrize("named", ["parts", "parts/*.csv"])
def test_parts_are_written_as_one_parquet_file(tmp_path: Path, content: Read, named: str) -> None:
    (tmp_path / "parts").mkdir()
    for number, row in enumerate(invented(5, 3)):
        (tmp_path / "parts" / f"{number}.csv").write_text(csv([row]))
    data = read(str(tmp_path / named))
    assert "Parquet" in refusal(lambda: place_for(str(tmp_path / named), tmp_path / "out.csv"))
    write_like(data, place_for(str(tmp_path / named), tmp_path / "out.parquet"))
    assert content(read(tmp_path / "out.parquet")) == content(data)
