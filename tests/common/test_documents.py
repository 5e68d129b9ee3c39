"""Documents that anybody may have written: refused in one line, before they cost time or memory."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standout.common.documents import Limits, Unfit, json_document, open_regular, read_document, toml_document
from standout.common.formats import format_of
from standout.common.plain import json_text
from standout.errors import BadInput
from standout.io.reading import read
from standout.io.tables.item_titles import read_titles
from standout.knowledge.presets import read_adversaries
from standout.label.bulletin.signing import private_key, public_key
from standout.label.person.reading_history import read_history
from standout.profiles.people.own_profile import read_profile
from standout.profiles.personas.persona_set import PersonaSet
from standout.report.audit.html import read_findings, read_people
from standout.results.bulletin import Bulletin
from tests.cli.running import standout

DEEP = 100_000
READERS: dict[str, Any] = {
    "a document": lambda file: read_document(file, "a document", 1_000_000),
    "data": read,
    "a format": format_of,
    "titles": lambda file: read_titles(file, file.parent),
    "adversaries": read_adversaries,
    "a bulletin": Bulletin.read,
    "a history": read_history,
    "a private key": private_key,
    "a public key": public_key,
    "a profile": read_profile,
    "personas": PersonaSet.read,
}


def refusal(call: Any, *given: Any) -> str:
    with pytest.raises(BadInput) as told:
        call(*given)
    said = str(told.value)
    assert said.isprintable(), said
    return said


def unfit(call: Any, content: bytes) -> str:
    with pytest.raises(Unfit) as told:
        call(content)
    said = str(told.value)
    assert said.isprintable(), said
    assert len(said) < 400
    return said


@pytest.fixture(params=["pipe", "socket", "/dev/zero", "/dev/null", "link to a pipe", "folder"])
def no_file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """Something that is no regular file, and what it is called."""
    kind = str(request.param)
    place = tmp_path / "odd.csv"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "link to a pipe":
        os.mkfifo(tmp_path / "pipe")
        place.symlink_to(tmp_path / "pipe")
    elif kind == "socket":
        monkeypatch.chdir(tmp_path)  # a socket's name must be short
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(place.name)
    elif kind == "folder":
        place.mkdir()
    else:
        place = Path(kind)
    return place, kind.rsplit(maxsplit=1)[-1] if not kind.startswith("/dev") else "device"


@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_regular_file_is_refused_and_never_waited_for(reader: str, no_file: tuple[Path, str]) -> None:
    place, kind = no_file
    said = refusal(READERS[reader], place)
    assert said.startswith(str(place)), said
    assert "not a regular file" in said or kind in said or "no known layout" in said


@pytest.mark.parametrize("name", ["findings.json", "people.parquet"])
def test_a_report_is_not_made_from_pipes(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    assert "a pipe, not a regular file" in refusal(read_findings if name == "findings.json" else read_people, tmp_path)


@pytest.mark.parametrize("place", ["odd.parquet", "folder", "folder/odd.parquet"])
def test_spark_is_not_sent_to_pipes(tmp_path: Path, place: str) -> None:
    """Its files are looked at before it is asked, here with nobody to ask."""
    from types import SimpleNamespace

    from standout.engines.spark.source import open_source

    (tmp_path / "folder").mkdir()
    for one in ("odd.parquet", "folder/odd.parquet"):
        os.mkfifo(tmp_path / one)
    here = SimpleNamespace(sparkContext=SimpleNamespace(master="local[1]"))
    assert "a pipe, not a regular file" in refusal(open_source, here, str(tmp_path / place))


def test_personas_for_spark_are_not_read_from_pipes(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "odd.parquet")
    done = standout("personas", "odd.parquet", "--engine", "spark", folder=tmp_path)
    assert (done.status, done.output) == (2, "")
    assert "odd.parquet: a pipe, not a regular file" in done.errors


@pytest.mark.parametrize(
    "words",
    [
        ("link", "d.csv", "d.csv", "--truth", "pipe"),
        ("link", "d.csv", "d.csv", "--truth", "/dev/zero"),
        ("infer", "d.csv", "--people", "pipe", "--attribute", "a"),
        ("audit", "d.csv", "--adversary", "pipe.toml"),
        ("audit", "d.csv", "--released", "pipe"),
        ("audit", "d.csv", "--titles", "pipe"),
        ("publish", "d.csv", "--sign", "pipe"),
        ("check", "pipe", "--bulletin", "pipe"),
        ("check", "list.txt", "--bulletin", "/dev/zero"),
        ("advise", "list.txt", "--data", "pipe"),
        ("advise", "list.txt", "--bulletin", "pipe"),
        ("advise", "list.txt", "--data", "d.csv", "--record", "pipe"),
        ("advise", "list.txt", "--data", "d.csv", "--posted", "pipe"),
        ("mentions", "pipe", "--titles", "titles.csv"),
        ("mentions", "list.txt", "--titles", "pipe"),
        ("personas", "pipe"),
        ("blend", "pipe", "--personas", "pipe"),
        ("prepare", "pipe"),
        ("protect", "pipe", "--with", "trim:keep=3"),
        ("report", "reported"),
    ],
)
def test_every_command_refuses_pipes_and_devices_in_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "reported").mkdir()
    for name in ("pipe", "pipe.toml", "reported/findings.json"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "d.csv").write_text("user,item\n" + "".join(f"{at},{at % 7}\n" for at in range(60)))
    (tmp_path / "list.txt").write_text("One\n")
    (tmp_path / "titles.csv").write_text("item,title\n1,One\n")
    done = standout(*words, folder=tmp_path)
    assert (done.status, done.output) == (2, ""), done.errors
    assert "not a regular file" in done.errors.splitlines()[-1]


def test_standard_input_is_read_only_where_it_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "here").write_bytes(b"{}")
    with (tmp_path / "here").open("rb") as stream, open_regular(Path(f"/dev/fd/{stream.fileno()}")) as again:
        assert again.read() == b"{}"
    reading, writing = os.pipe()
    try:
        assert "a pipe, not a regular file" in refusal(open_regular, Path(f"/dev/fd/{reading}"))
    finally:
        os.close(reading)
        os.close(writing)


def test_a_file_that_becomes_a_pipe_between_looking_and_opening_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, opened = tmp_path / "document", os.open
    place.write_bytes(b"{}")

    def too_late(path: Any, flags: int, mode: int = 0o777) -> int:
        place.unlink()
        os.mkfifo(place)
        return opened(path, flags, mode)

    monkeypatch.setattr(os, "open", too_late)
    assert "a pipe, not a regular file" in refusal(open_regular, place)


def test_sizes_are_looked_at_before_a_byte_is_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as stream:
        stream.truncate(1 << 40)
    assert "larger than 1 MB, so it is not a bulletin" in refusal(
        read_document, tmp_path / "large", "a bulletin", 1_000_000
    )
    (tmp_path / "small").write_bytes(b"x" * 1_001)
    assert "larger than 1 kB" in refusal(read_document, tmp_path / "small", "a key", 1_000)
    assert len(read_document(tmp_path / "small", "a key", 1_001)) == 1_001
    assert "no such file; make one" in refusal(read_document, tmp_path / "none", "a key", 10, "make one")
    assert "no such file" in refusal(read_document, tmp_path / "small" / "below", "a key", 10)
    assert "not a name that a file can have" in refusal(read_document, Path("a\0b"), "a key", 10)


JSON: dict[str, tuple[bytes, str]] = {
    "lists": (b"[" * DEEP, "nested deeper than 32"),
    "closed lists": (b"[" * DEEP + b"]" * DEEP, "nested deeper than 32"),
    "objects": (b'{"a":' * DEEP, "nested deeper than 32"),
    "one level too many": (b"[" * 33 + b"]" * 33, "nested deeper than 32"),
    "digits": (b'{"a": 1,\n "b": ' + b"7" * 400 + b"}", "line 2 has a number of 400 digits"),
    "decimals": (b"[1.\n" + b"7" * 400 + b"]", "not valid JSON"),
    "decimal places": (b"\n[1." + b"7" * 400 + b"]", "line 2 has a number of 402 characters"),
    "a million digits": (b"1" * 1_000_000, "line 1 has a number of 1,000,000 digits"),
    "exponent": (b'["1e999",\n\n1e999]', "line 3 has 1e999, which is too large a number"),
    "below": (b"[-1e999]", "line 1 has -1e999"),
    "NaN": (b'{"NaN": "NaN",\n"b": NaN}', "line 2 has NaN, which is not a number"),
    "Infinity": (b"[\n-Infinity]", "line 2 has -Infinity"),
    "twice": (b'{"a": {"b": 1, "c": 2, "b": 3}}', "has the key 'b' twice"),
    "twice, hidden": (b'{"a\\u001b": 1, "a\\u001b": 2}', r"has the key 'a\x1b' twice"),
    "half a character": (b'{"a": [1, "x\\ud800y"]}', "'a[1]' has half a character"),
    "half a character, the other": (b'["\\udc00"]', "'[0]' has half a character"),
    "half a character as a key": (b'{"\\ud83d": 1}', "has half a character"),
    "halves the wrong way round": (b'["\\ude00\\ud83d"]', "has half a character"),
    "not UTF-8": (b'{"a": 1,\n\n"b": "\xff"}', "not text in UTF-8 (line 3)"),
    "surrogates in UTF-8": (b'["\xed\xa0\x80"]', "not text in UTF-8 (line 1)"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "UTF-16"),
    "nothing": (b"", "not valid JSON (line 1, column 1)"),
    "a mark alone": (b"\xef\xbb\xbf", "not valid JSON"),
    "NUL": (b'{"a": "\0"}', "not valid JSON (line 1"),
    "not closed": (b'{"a": "' + b'\\"' * 1_000_000, "not valid JSON"),
    "closed only": (b"]" * DEEP, "not valid JSON"),
    "more": (b"{} {}", "not valid JSON (line 1, column 4)"),
}


@pytest.mark.parametrize("case", JSON)
def test_json_that_is_refused(case: str) -> None:
    content, says = JSON[case]
    assert says in unfit(json_document, content)


def test_json_that_is_taken() -> None:
    assert json_document(b'\xef\xbb\xbf{"a": [1, -2.5e3, true, null, "\\ud83d\\ude00 [[[[{{{{"]}') == {
        "a": [1, -2500.0, True, None, "\N{GRINNING FACE} [[[[{{{{"]
    }
    assert json_document(b"[" * 32 + b"]" * 32)
    assert json_document(b'["\\\\ud800 and \\\\"]') == ["\\ud800 and \\"]
    assert json_document(b"[" + b"[],{}," * 200_000 + b"1]")[-1] == 1, "any number side by side"
    assert len(json_document(b'["' + b"x" * 10_000_000 + b'"]')[0]) == 10_000_000
    assert len(json_document(b'["' + b"\\n" * 3_000_000 + b'"]')[0]) == 3_000_000


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_whatever_json_writes_comes_back(document: Any) -> None:
    assert json_document(json_text(document).encode(), Limits(depth=100)) == document


TOML: dict[str, tuple[bytes, str]] = {
    "lists": (b"a = " + b"[" * DEEP, "nested deeper than 32"),
    "closed lists": (b"a = " + b"[" * DEEP + b"]" * DEEP, "nested deeper than 32"),
    "tables": (b"a = " + b"{a=" * DEEP, "nested deeper than 32"),
    "dotted key": (b"a" + b".a" * DEEP + b" = 1", "nested deeper than 32"),
    "dotted key with quotes": (b'"a"' + b' . "a"' * DEEP + b" = 1", "nested deeper than 32"),
    "dotted table": (b"[a" + b".a" * DEEP + b"]", "nested deeper than 32"),
    "digits": (b"a = 1\nb = " + b"9" * 400, "line 2 has a number of more than 40 digits"),
    "grouped digits": (b"a = 9" + b"_9" * 400, "line 1 has a number of more than 40 digits"),
    "many digits": (b"a = " + b"9" * 5_000, "line 1 has a number of more than 40 digits"),
    "places": (b"\n\na = 1." + b"9" * 400, "line 3 has a number of more than 40 digits"),
    "hexadecimal": (b"a = 0x" + b"f" * 400, "'a' is too large a number"),
    "exponent": (b"a = [1, 1e999]", "'a[1]' is inf, which is not a number"),
    "infinity": (b"[t]\na = -inf", "'t.a' is -inf"),
    "no number": (b"a = nan", "'a' is nan"),
    "twice": (b"a = 1\na = 2", "not valid TOML: Cannot overwrite a value"),
    "table twice": (b"[a]\n[a]", "not valid TOML: Cannot declare"),
    "half a character": (b'a = "\\ud800"', "not valid TOML"),
    "not UTF-8": (b'a = 1\nb = "\xff"', "not text in UTF-8 (line 2)"),
    "UTF-16": ("a = 1".encode("utf-16"), "UTF-16"),
    "not closed": (b'a = "' + b'\\"' * 200_000, "not valid TOML"),
    "not closed, long": (b'a = """' + b'\\"""' * 200_000, "not valid TOML"),
    "an impossible day": (b"a = 2026-13-45", "not valid TOML"),
    "escapes in a key": (b'"\x1b]0;owned" = 1', "not valid TOML"),
}


@pytest.mark.parametrize("case", TOML)
def test_toml_that_is_refused(case: str) -> None:
    content, says = TOML[case]
    assert says in unfit(toml_document, content)


def test_toml_that_is_taken() -> None:
    content = (
        "\ufeff[a.b] # [[[[\nc = '[[[[' # '\nd = [1.5, 2.5, 3.25]\n"
        'e = """\n[[[["" \\""" # not a comment\n"""\nf = \'\'\'x\'\'\'\n' + "g = [" + "1.5, " * 1_000 + "]\n"
    )
    found = toml_document(content.encode())
    assert found["a"]["b"]["c"] == "[[[["
    assert found["a"]["b"]["e"] == '[[[["" """ # not a comment\n'
    assert len(found["a"]["b"]["g"]) == 1_000


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.json", b'{"city": ' + b"9" * 400 + b"}", "a.json: line 1 has a number of 400 digits"),
        ("a.json", b'{"city": "\\ud800"}', "a.json: 'city' has half a character"),
        ("a.json", b'{"city": "A", "city": "B"}', "a.json: has the key 'city' twice"),
        ("a.json", b'{"city": 1e999}', "a.json: line 1 has 1e999"),
        ("a.json", b"[" * DEEP, "a.json: not valid JSON, or nested"),
        ("a.toml", b"a" + b".a" * DEEP + b" = 1", "a.toml: not valid TOML, or nested"),
        ("a.toml", b"city = inf", "a.toml: 'city' is inf"),
        ("a.csv", b"city,\xff", "a.csv: not text in UTF-8 (line 1)"),
        ("a.csv", b"city," + b"x" * 200_000, "a.csv: line 1 cannot be read"),
        ("a.json", b'{"city": "' + b"x" * 10_000_000 + b'"}', "a.json: larger than 1 MB"),
    ],
)
def test_hostile_profiles(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(content)
    assert says in refusal(read_profile, tmp_path / name)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[a]\nitems = " + b"9" * 400, "line 2 has a number of more than 40 digits"),
        (b"[a]\nitems = 1e999", "'a.items' is inf"),
        (b"a = " + b"[" * DEEP, "nested deeper"),
        (b"x = 1\n" * 100_000, "larger than 200 kB, so it is not a file of adversaries"),
        (b'["\\u001b[31m"]\nitem = 1', "item"),
        (b'["\\u202e"]\nitems = "a\\u001b]0;owned"', "items"),
    ],
)
def test_hostile_adversaries(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "a.toml").write_bytes(content)
    assert says in refusal(read_adversaries, tmp_path / "a.toml")


def test_personas_with_endless_words(tmp_path: Path) -> None:
    head = b'{"version": 1, "population": 9, "support": 0.5, "personas": [{"count": 5, "pairs": {'
    (tmp_path / "p.json").write_bytes(head + b'"a": "' + b"x" * 1_000_000 + b'"}}]}')
    assert "persona 1: 'a' has more than 10,000 characters" in refusal(PersonaSet.read, tmp_path / "p.json")
    (tmp_path / "p.json").write_bytes(head.replace(b": 9,", b": " + b"9" * 400 + b",") + b'"a": "b"}}]}')
    assert "line 1 has a number of 400 digits" in refusal(PersonaSet.read, tmp_path / "p.json")
