"""Inputs by name, good ones and bad ones, made when first asked for. A name is the file's (or folder's) own name."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from standout.data.prepared_manifest import VERSION

PEOPLE, ITEMS = 60, 24


def _rows() -> list[tuple[str, str, int, str]]:
    """Who has what: everybody some items, the first items more often than the last; nobody exists."""
    return [
        (f"u{person}", f"i{item}", 1 + (person * item) % 5, f"2020-01-{1 + (person + item) % 28:02}")
        for person in range(PEOPLE)
        for item in range(ITEMS)
        if (person * 7 + item * item) % (3 + item // 4) < 2
    ]


def _csv(separator: str = ",", header: bool = True) -> str:
    first = [separator.join(("user", "item", "rating", "time"))] if header else []
    return "\n".join([*first, *(separator.join(map(str, row)) for row in _rows())]) + "\n"


def _jsonl() -> str:
    names = ("user", "item", "rating", "time")
    return "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in _rows())


def parquet(columns: Mapping[str, Any] | None = None) -> bytes:
    """A Parquet file with these columns; without them, the good rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if columns is None:
        columns = dict(zip(("user", "item", "rating", "time"), map(list, zip(*_rows(), strict=True)), strict=True))
    sink = io.BytesIO()
    pq.write_table(pa.table(dict(columns)), sink)
    return sink.getvalue()


def _people(rows: int = PEOPLE) -> str:
    lines = [f"u{n},{'FM'[n % 2]},{20 + n % 30}" for n in range(rows)]
    return "user,gender,age\n" + "\n".join(lines) + "\n"


def _profiles() -> str:
    cities, jobs = ("Paris", "Rome", "Oslo"), ("baker", "nurse")
    lines = [f"p{n},{cities[n % 3]},{jobs[n % 2]},{20 + n % 7}" for n in range(60)]
    return "person,city,job,age\n" + "\n".join(lines) + "\n"


def _personas(**changed: Any) -> str:
    rows = [
        {"pairs": {"city": "Paris", "job": "baker"}, "count": 10},
        {"pairs": {"city": "Rome", "job": "nurse"}, "count": 10},
    ]
    return json.dumps({"version": 1, "population": 60, "support": 0.1, "personas": rows} | changed)


def bulletin(**changed: Any) -> dict[str, Any]:
    """A bulletin as JSON has it, with some keys changed."""
    from tests.label.bulletins import bulletin_of

    titles = [f"Title {n} ({1950 + n})" for n in range(ITEMS)]
    made = bulletin_of(titles, [500 - 20 * n for n in range(ITEMS)], [f"i{n}" for n in range(ITEMS)])
    return made.to_dict() | changed


def _dumped(document: Any) -> bytes:
    return json.dumps(document).encode()


def _keys() -> tuple[bytes, bytes]:
    from cryptography.hazmat.primitives import serialization as to
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    private = key.private_bytes(to.Encoding.PEM, to.PrivateFormat.PKCS8, to.NoEncryption())
    return private, key.public_key().public_bytes(to.Encoding.PEM, to.PublicFormat.SubjectPublicKeyInfo)


def _signed() -> bytes:
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    from standout.label.bulletin.signing import signed
    from standout.results.bulletin import Bulletin

    key: Any = load_pem_private_key(_keys()[0], password=None)
    return signed(Bulletin.from_json(_dumped(bulletin())), key).to_json().encode()


def _forged() -> bytes:
    return _dumped(json.loads(_signed()) | {"date": "2020-02-02"})


def _zstd(content: bytes) -> bytes:
    import pyarrow as pa

    return bytes(pa.compress(content, codec="zstd", asbytes=True))


def _flipped(content: bytes, at: float) -> bytes:
    changed = bytearray(content)
    changed[int(len(changed) * at)] ^= 0x55
    return bytes(changed)


GOLDEN = Path(__file__).parents[1] / "golden"
DIGITS = "7" * 400
"""A number of 400 digits."""

DEEP = 100_000
"""Brackets inside each other."""

HEAD = "user,item,rating,time\n"
GOOD_ROW = "a,x,3,2020-01-01\n"


def _row(row: str) -> bytes:
    """A table with one good row, this one, and another good one."""
    return f"{HEAD}{GOOD_ROW}{row}\nb,y,4,2020-01-02\n".encode()


def _line(line: str) -> bytes:
    """JSON lines with a good one, this one, and another good one."""
    good = '{"user":"a","item":"x"}\n'
    return f"{good}{line}\n{good}".encode(errors="surrogatepass")


def _policy(limit: str = "found") -> bytes:
    """A policy with this one limit."""
    head = ('name = "ours"', 'purpose = "a test"', 'responsible = "nobody"', "review = 2100-01-31")
    limits = ("[[recipient]]", 'kind = "public"', "[recipient.limits]", f"{limit} = 0.5")
    return "\n".join((*head, *limits, "[recipient.adversary.rarest]", 'why = "a test"', "")).encode()


def _toml(text: str) -> bytes:
    return text.encode()


BYTES: dict[str, Callable[[], bytes]] = {
    # good ones
    "good.csv": lambda: _csv().encode(),
    "good.tsv": lambda: _csv("\t").encode(),
    "good.dat": lambda: _csv("::", header=False).encode(),
    "good.jsonl": lambda: _jsonl().encode(),
    "good.parquet": parquet,
    "good.csv.gz": lambda: gzip.compress(_csv().encode(), mtime=0),
    "good.csv.zst": lambda: _zstd(_csv().encode()),
    "titles.csv": lambda: ("item,title\n" + "".join(f"i{n},Title {n}\n" for n in range(ITEMS))).encode(),
    "people.csv": lambda: _people().encode(),
    "truth.csv": lambda: "".join(f"u{n},u{n}\n" for n in range(PEOPLE)).encode(),
    "groups.csv": lambda: ("item,groups\n" + "".join(f"i{n},g{n % 3}\n" for n in range(ITEMS))).encode(),
    "profiles.csv": lambda: _profiles().encode(),
    "profile.json": lambda: b'{"city": "Paris", "job": "nurse"}',
    "profile.toml": lambda: b'city = "Paris"\njob = "nurse"\n',
    "profile.csv": lambda: b"attribute,value\ncity,Paris\njob,nurse\n",
    "personas.json": lambda: _personas().encode(),
    "bulletin.json": lambda: _dumped(bulletin()),
    "signed.json": _signed,
    "history.txt": lambda: b"Title 3 (1953)\nTitle 5 (1955)\nSomething else\n",
    "history.csv": lambda: b"user,item\nme,i3\nme,i5\nme,i7\n",
    "adversary.toml": lambda: _toml("[neighbour]\nitems = 4\nvalues = 1\n"),
    "policy.toml": lambda: _policy(),
    "policy-typo.toml": lambda: _policy("fuond"),
    "key.pem": lambda: _keys()[0],
    "public.pem": lambda: _keys()[1],
    # data: empty, foreign, damaged
    "empty.csv": lambda: b"",
    "empty.jsonl": lambda: b"",
    "empty.parquet": lambda: b"",
    "blank.csv": lambda: b"\n\n  \n",
    "mark.csv": lambda: b"\xef\xbb\xbf",
    "header.csv": lambda: HEAD.encode(),
    "one-column.csv": lambda: b"user\na\nb\n",
    "unnamed.csv": lambda: b"alpha,beta\nx,y\nz,w\n",
    "five-columns.csv": lambda: b"1,2,3,4,5\n6,7,8,9,10\n",
    "twice-named.csv": lambda: b"user,item,item,rating\na,x,y,1\n",
    "junk.csv": lambda: bytes(range(1, 256)) * 20,
    "junk.jsonl": lambda: b"{" + bytes(range(1, 256)) * 20,
    "nul.csv": lambda: _csv().encode() + b"a\0b,x,1,2020-01-01\n",
    "nul.jsonl": lambda: _jsonl().encode() + b'{"user": "a\0", "item": "x"}\n',
    "utf16.csv": lambda: _csv().encode("utf-16"),
    "utf16le.csv": lambda: _csv().encode("utf-16-le"),
    "utf32.csv": lambda: _csv().encode("utf-32"),
    "gzip.csv": lambda: gzip.compress(_csv().encode(), mtime=0),
    "zip.csv": lambda: b"PK\x03\x04" + b"\0" * 50,
    "sqlite.csv": lambda: b"SQLite format 3\x00" + b"\0" * 50,
    "bzip.csv": lambda: b"BZh91AY" + b"\1" * 50,
    "xz.csv": lambda: b"\xfd7zXZ\x00" + b"\1" * 50,
    "parquet.csv": parquet,
    "not.parquet": lambda: _csv().encode(),
    "not.csv.gz": lambda: _csv().encode(),
    "not.csv.zst": lambda: _csv().encode(),
    "cut.csv.gz": lambda: gzip.compress(_csv().encode(), mtime=0)[:-20],
    "flipped.csv.gz": lambda: _flipped(gzip.compress(_csv().encode(), mtime=0), 0.5),
    "empty.csv.gz": lambda: gzip.compress(b"", mtime=0),
    "cut.csv.zst": lambda: _zstd(_csv().encode())[:-5],
    "packed.parquet.gz": lambda: gzip.compress(parquet(), mtime=0),
    "cut.parquet": lambda: parquet()[:-30],
    "half.parquet": lambda: parquet()[:400],
    "magic.parquet": lambda: b"PAR1PAR1",
    "footer.parquet": lambda: b"PAR1" + b"junk" * 20 + struct.pack("<I", 40) + b"PAR1",
    "long-footer.parquet": lambda: b"PAR1" + b"junk" * 20 + struct.pack("<I", 2**31 - 1) + b"PAR1",
    "flipped.parquet": lambda: _flipped(parquet(), 0.9),
    "flipped-pages.parquet": lambda: _flipped(parquet(), 0.05),
    "no-rows.parquet": lambda: parquet({"user": [], "item": []}),
    "no-columns.parquet": lambda: parquet({}),
    "nested.parquet": lambda: parquet({"user": ["a"], "item": [{"x": 1}]}),
    "lists.parquet": lambda: parquet({"user": ["a"], "item": [["x"]]}),
    "null-user.parquet": lambda: parquet({"user": ["a", None, None], "item": ["x", "y", "z"]}),
    "not-utf8.parquet": lambda: parquet({"user": [b"\xff\xfe", b"b"], "item": [b"x", b"y"]}),
    "array.json": lambda: b'[\n{"user": 1, "item": 2}\n]\n',
    # data: rows
    "no-user.csv": lambda: b"user,item\na,x\n,y\n,z\n",
    "no-item.csv": lambda: _row('a,"",3,2020-01-01'),
    "few.csv": lambda: _row("a,x"),
    "many.csv": lambda: _row("a,x,3,2020-01-01,5"),
    "quotes.csv": lambda: _row('"a"b,x,3,2020-01-01'),
    "open-quote.csv": lambda: _row('"a,x,3,2020-01-01'),
    "value.csv": lambda: _row("a,x,loud,2020-01-01"),
    "time.csv": lambda: _row("a,x,3,soon"),
    "year0.csv": lambda: _row("a,x,3,0000-01-01"),
    "year0-only.csv": lambda: f"{HEAD}a,x,3,0000-01-01\nb,y,4,0000-02-01\n".encode(),
    "year10000.csv": lambda: _row("a,x,3,10000-01-01"),
    "minus-year.csv": lambda: _row("a,x,3,-0044-03-15"),
    "bc.csv": lambda: _row("a,x,3,0044-03-15 (BC)"),
    "infinity.csv": lambda: _row("a,x,3,infinity"),
    "epoch.csv": lambda: _row("a,x,3,epoch"),
    "long-time.csv": lambda: _row(f"a,x,3,{DIGITS}"),
    "span.csv": lambda: _row("a,x,3,1500-01-01"),
    "long-value.csv": lambda: _row(f"a,x,{DIGITS},2020-01-01"),
    "big-value.csv": lambda: _row("a,x,1e999,2020-01-01"),
    "nan-value.csv": lambda: _row("a,x,nan,2020-01-01"),
    "inf-value.csv": lambda: _row("a,x,inf,2020-01-01"),
    "long-row.csv": lambda: _row(f"a,{'x' * 2_500_000},3,2020-01-01"),
    "long-quoted.csv": lambda: _row(f'a,"{"x" * 2_500_000}",3,2020-01-01'),
    "long-field.csv": lambda: _row(f"a,{'x' * 140_000},3,2020-01-01"),
    "long-first.csv": lambda: f"user,item,{'r' * 140_000}\na,x,3\n".encode(),
    "long-line.csv": lambda: b"user,item\n" + b"a" * 3_000_000,
    "long-row.dat": lambda: f"a::{'x' * 2_500_000}::3\nb::y::4\n".encode(),
    "long-row.tsv": lambda: f"user\titem\na\t{'x' * 2_500_000}\nb\ty\n".encode(),
    "wide.csv": lambda: (",".join(f"c{n}" for n in range(5_000)) + "\n" + ",".join("1" * 5_000) + "\n").encode(),
    "commas.csv": lambda: b"," * 20_000 + b"\n",
    # data: JSON lines
    "not.jsonl": lambda: _csv().encode(),
    "cut.jsonl": lambda: _line('{"user": "a", "item"'),
    "list.jsonl": lambda: _line("[1, 2]"),
    "object-id.jsonl": lambda: _line('{"user": "a", "item": {"b": 1}}'),
    "null-id.jsonl": lambda: _line('{"user": "a", "item": null}'),
    "fraction-id.jsonl": lambda: _line('{"user": 1.5, "item": "x"}'),
    "long-number.jsonl": lambda: _line(f'{{"user": {DIGITS}, "item": "x"}}'),
    "long-value.jsonl": lambda: _line(f'{{"user": "a", "item": "x", "rating": {DIGITS}}}'),
    "long-line.jsonl": lambda: _line(f'{{"user": "a", "item": "{"x" * 2_500_000}"}}'),
    "longest-line.jsonl": lambda: _line(f'{{"user": "a", "item": "{"x" * 40_000_000}"}}'),
    "surrogate.jsonl": lambda: _line(r'{"user": "a\ud800", "item": "x"}'),
    "raw-surrogate.jsonl": lambda: _line('{"user": "a\ud800", "item": "x"}'),
    "deep.jsonl": lambda: _line('{"user": "a", "item": ' + "[" * DEEP + "]" * DEEP + "}"),
    "escaped-nul.jsonl": lambda: _line(r'{"user": "a\u0000", "item": "x"}'),
    "no-keys.jsonl": lambda: b"{}\n{}\n",
    "other-keys.jsonl": lambda: b'{"alpha": 1, "beta": 2}\n',
    # titles
    "titles-junk.csv": lambda: bytes(range(1, 256)) * 20,
    "titles-nul.csv": lambda: b"item,title\ni1,a\0b\n",
    "titles-columns.csv": lambda: b"alpha,beta,gamma\nx,y,z\n",
    "titles-long.csv": lambda: f'item,title\ni1,"{"x" * 140_000}"\n'.encode(),
    # people, groups, truth
    "people-no-user.csv": lambda: b"name,gender\na,F\nb,M\n",
    "people-twice.csv": lambda: b"user,gender\nu1,F\nu1,M\nu2,F\n",
    "people-others.csv": lambda: b"user,gender\nx1,F\nx2,M\nx3,F\nx4,M\n",
    "people-same.csv": lambda: ("user,gender\n" + "".join(f"u{n},F\n" for n in range(PEOPLE))).encode(),
    "people-ids.csv": lambda: ("user,number\n" + "".join(f"u{n},x{n}\n" for n in range(PEOPLE))).encode(),
    "people-quotes.csv": lambda: b'user,gender\nu1,"F\nu2,M\n',
    "people-few.csv": lambda: b"user,gender\nu1\nu2,M\n",
    "people-long.csv": lambda: f"user,gender\nu1,{'F' * 2_500_000}\nu2,M\n".encode(),
    "people-digits.csv": lambda: (
        "user,age\n" + "".join(f"u{n},{DIGITS if n == 3 else 20 + n % 30}\n" for n in range(PEOPLE))
    ).encode(),
    "groups-columns.csv": lambda: b"alpha,beta\nx,y\n",
    "groups-others.csv": lambda: b"item,groups\nx1,a\nx2,b\n",
    "unrelated.csv": lambda: _csv().replace(",i", ",other").encode(),
    "truth-others.csv": lambda: b"x1,y1\nx2,y2\n",
    "truth-columns.csv": lambda: b"u1\nu2\n",
    "truth-twice.csv": lambda: b"u1,u1\nu1,u2\n",
    "truth-quotes.csv": lambda: b'u1,"u1\nu2,u2\n',
    "truth-long.csv": lambda: f"u1,{'u' * 140_000}\n".encode(),
    "truth-junk.csv": lambda: bytes(range(256)) * 20,
    "truth-latin.csv": lambda: "u1,é\n".encode("latin-1"),
    # adversaries
    "deep.toml": lambda: _toml("x = " + "[" * DEEP + "]" * DEEP),
    "deep-table.toml": lambda: _toml("[" + ".".join("a" * 5_000) + "]\nitems = 4\n"),
    "broken.toml": lambda: _toml("[a\nitems = 4"),
    "list.toml": lambda: _toml("items = 4"),
    "key.toml": lambda: _toml("[a]\nthings = 4\n"),
    "type.toml": lambda: _toml('[a]\nitems = "four"\n'),
    "range.toml": lambda: _toml("[a]\nitems = 0\n"),
    "wrong.toml": lambda: _toml("[a]\nitems = 2\nwrong = 3\n"),
    "digits.toml": lambda: _toml(f"[a]\nitems = {DIGITS}\n"),
    "digits-days.toml": lambda: _toml(f"[a]\nitems = 4\ndays = {DIGITS}\n"),
    "digits-wrong.toml": lambda: _toml(f"[a]\nitems = 4\nwrong = {DIGITS}\n"),
    "digits-share.toml": lambda: _toml(f"[a]\nshare = [0.1, {DIGITS}]\n"),
    "digits-counts.toml": lambda: _toml(f"[a]\ncounts = [[1, 2, {DIGITS}]]\n"),
    "digits-5000.toml": lambda: _toml(f"[a]\nitems = {'7' * 5_000}\n"),
    "digits-length.toml": lambda: _toml(f"[a]\nitems = 4\nlength = {DIGITS}\n"),
    "digits-values.toml": lambda: _toml(f"[a]\nitems = 4\nvalues = {DIGITS}\n"),
    "large-values.toml": lambda: _toml("[a]\nitems = 4\nvalues = 1000001\n"),
    "infinite.toml": lambda: _toml("[a]\nitems = 4\nvalues = inf\n"),
    "nan.toml": lambda: _toml("[a]\nitems = 4\nvalues = nan\n"),
    "share.toml": lambda: _toml('[a]\nshare = ["low", "high"]\n'),
    "counts.toml": lambda: _toml("[a]\ncounts = [1, 2, 3]\n"),
    "nul.toml": lambda: b"[a]\nitems = 4\0\n",
    "latin.toml": lambda: "[é]\nitems = 4\n".encode("latin-1"),
    "utf16.toml": lambda: "[a]\nitems = 4\n".encode("utf-16"),
    "empty.toml": lambda: b"",
    # histories
    "empty.txt": lambda: b"",
    "blank.txt": lambda: b"  \n\n",
    "nul.txt": lambda: b"Title 3\0\n",
    "history-json.txt": lambda: b'{"neither": "a list", "nor": "a download"}',
    "history-zip.txt": lambda: b"PK\x03\x04" + b"\0" * 20,
    "history-page.txt": lambda: b"<!doctype html><p>",
    "history-quotes.csv": lambda: b'user,item\nme,"i3\nme,i5\n',
    "history-long.csv": lambda: f'user,item\nme,"{"i" * 140_000}"\nme,i5\n'.encode(),
    "history-long.txt": lambda: b"T" * 140_000 + b"\nTitle 3\n",
    "history-several.csv": lambda: b"user,item\nme,i3\nyou,i5\n",
    "history-junk.txt": lambda: bytes(range(1, 256)) * 20,
    # bulletins
    "bulletin-deep.json": lambda: b"[" * DEEP,
    "bulletin-deep-object.json": lambda: b'{"a":' * DEEP,
    "bulletin-list.json": lambda: b"[1]",
    "bulletin-cut.json": lambda: _dumped(bulletin())[:-40],
    "bulletin-text.json": lambda: b"hello",
    "bulletin-empty.json": lambda: b"",
    "bulletin-latin.json": lambda: '{"é": 1}'.encode("latin-1"),
    "bulletin-nan.json": lambda: _dumped(bulletin(people=float("nan"))),
    "bulletin-version.json": lambda: _dumped(bulletin(standout_bulletin=2)),
    "bulletin-digits.json": lambda: _dumped(bulletin()).replace(b'"people": 1000', f'"people": {DIGITS}'.encode()),
    "bulletin-5000.json": lambda: _dumped(bulletin()).replace(b'"people": 1000', b'"people": ' + b"7" * 5_000),
    "bulletin-float.json": lambda: _dumped(bulletin()).replace(b'"people": 1000', b'"people": 1e400'),
    "bulletin-people.json": lambda: _dumped(bulletin(people=-1)),
    "bulletin-missing.json": lambda: _dumped({key: value for key, value in bulletin().items() if key != "scores"}),
    "bulletin-extra.json": lambda: _dumped(bulletin(surprise=1)),
    "bulletin-date.json": lambda: _dumped(bulletin(date="0000-00-00")),
    "bulletin-year0.json": lambda: _dumped(bulletin(date="0000-01-01")),
    "bulletin-crowd.json": lambda: _dumped(bulletin(crowd=[3, 2, 1])),
    "bulletin-crowd-digits.json": lambda: _dumped(bulletin(crowd=[int(DIGITS)])),
    "bulletin-items.json": lambda: _dumped(bulletin(items={"ids": ["a"], "holders": [1, 2]})),
    "bulletin-holders.json": lambda: _dumped(bulletin(items={"ids": ["a"], "holders": [int(DIGITS)]})),
    "bulletin-surrogate.json": lambda: _dumped(bulletin(date="\ud800")),
    "bulletin-titles.json": lambda: _dumped(bulletin(items={"ids": ["a\ud800"], "holders": [9], "titles": ["\udfff"]})),
    "bulletin-folded.json": lambda: _dumped(bulletin(folded={"items": 10**400, "interactions": 1})),
    "bulletin-norm.json": lambda: _dumped(bulletin(scores={})),
    "forged.json": _forged,
    # profiles and personas
    "profile-deep.json": lambda: b"[" * DEEP,
    "profile-list.json": lambda: b"[1]",
    "profile-nested.json": lambda: b'{"city": {"a": 1}}',
    "profile-empty.json": lambda: b"{}",
    "profile-cut.json": lambda: b'{"city": ',
    "profile-digits.json": lambda: f'{{"age": {DIGITS}}}'.encode(),
    "profile-5000.json": lambda: f'{{"age": {"7" * 5_000}}}'.encode(),
    "profile-surrogate.json": lambda: rb'{"city": "\ud800"}',
    "profile-deep.toml": lambda: _toml("x = " + "[" * DEEP + "]" * DEEP),
    "profile-5000.toml": lambda: _toml(f"age = {'7' * 5_000}"),
    "profile-cut.toml": lambda: _toml("city = "),
    "profile-date.toml": lambda: _toml("born = 1980-01-01"),
    "profile-row.csv": lambda: b"attribute,value\ncity\n",
    "profile-long.csv": lambda: f"attribute,value\ncity,{'P' * 140_000}\n".encode(),
    "profile-nul.csv": lambda: b"attribute,value\ncity,P\0aris\n",
    "profile-latin.csv": lambda: "attribute,value\ncity,é\n".encode("latin-1"),
    "profile-large.json": lambda: b'{"a": "' + b"x" * 1_100_000 + b'"}',
    "personas-deep.json": lambda: b"[" * DEEP,
    "personas-list.json": lambda: b"[]",
    "personas-version.json": lambda: _personas(version=7).encode(),
    "personas-support.json": lambda: _personas(support=10**400).encode(),
    "personas-5000.json": lambda: _personas().replace("60", "7" * 5_000, 1).encode(),
    "personas-population.json": lambda: _personas(population=int(DIGITS)).encode(),
    "personas-count.json": lambda: _personas(personas=[{"pairs": {"a": "b"}, "count": 61}]).encode(),
    "personas-pairs.json": lambda: _personas(personas=[{"pairs": {}, "count": 1}]).encode(),
    "personas-value.json": lambda: _personas(personas=[{"pairs": {"a": 1}, "count": 1}]).encode(),
    "personas-none.json": lambda: _personas(personas=[]).encode(),
    "personas-surrogate.json": lambda: _personas(personas=[{"pairs": {"a": "\ud800"}, "count": 1}]).encode(),
    "profiles-header.csv": lambda: b"person,city\n",
    "profiles-twice.csv": lambda: b"person,city\np1,Paris\np1,Rome\n",
    "profiles-who.csv": lambda: b"attribute,value\ncity,Paris\n",
    "profiles-nobody.csv": lambda: b"person,city\np1,Paris\n,Rome\n",
    "profiles-only.csv": lambda: b"person,site\np1,x\np2,y\n",
    "profiles-long.csv": lambda: f"person,city\np1,{'P' * 2_500_000}\np2,Rome\n".encode(),
    "profiles-object.jsonl": lambda: b'{"person": "p1", "city": {"a": 1}}\n',
    "profiles-surrogate.jsonl": lambda: b'{"person": "p1", "city": "\\ud800"}\n{"person": "p2", "city": "Rome"}\n',
    "profiles-digits.csv": lambda: f"person,age\np1,{DIGITS}\np2,30\n".encode(),
    # keys
    "junk.pem": lambda: b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    "large.pem": lambda: b"-" * 200_000,
    "empty.pem": lambda: b"",
}


def _folder(files: Mapping[str, bytes]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)

    return make


def _prepared(folder: Path) -> None:
    from standout.io.reading import read

    source = folder.with_name("prepared-source.csv")
    source.write_bytes(BYTES["good.csv"]())
    read(source, into=folder)
    source.unlink()


def _damaged(change: Callable[[Path], None]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        _prepared(folder)
        change(folder)

    return make


def _cut_file(folder: Path) -> None:
    file = folder / "record_items.bin"
    os.truncate(file, file.stat().st_size // 2)


def _flip_file(folder: Path) -> None:
    file = folder / "record_items.bin"
    file.write_bytes(_flipped(file.read_bytes(), 0.5))


def _rewrite(folder: Path, change: Callable[[str], str]) -> None:
    manifest = folder / "manifest.json"
    manifest.write_text(change(manifest.read_text(encoding="utf-8")), encoding="utf-8")


def _audit(folder: Path) -> None:
    """What an audit leaves, as far as a report looks at it."""
    folder.mkdir()
    (folder / "findings.json").write_text("{}")


FOLDERS: dict[str, Callable[[Path], None]] = {
    "folder": _folder({"notes/readme.md": b"nothing\n"}),
    "folder.toml": _folder({"readme.md": b"nothing\n"}),
    "folder.json": _folder({"readme.md": b"nothing\n"}),
    "folder.svg": _folder({"readme.md": b"nothing\n"}),
    "folder.pem": _folder({"readme.md": b"nothing\n"}),
    "bare": lambda folder: folder.mkdir(),
    "ml-100k": _folder({"u.data": _csv("\t", header=False).encode()}),
    "ml-100k-empty": _folder({"u.data": b""}),
    "ml-1m-junk": _folder({"ratings.dat": bytes(range(256)) * 9}),
    "ml-1m-titles": _folder({"ratings.dat": _csv("::", header=False).encode(), "movies.dat": b"\0"}),
    "ml-latest-header": _folder({"ratings.csv": b"userId,movieId,rating,timestamp\n"}),
    "netflix": _folder({"training_set/mv_0000001.txt": b"1:\n11,3,2005-01-01\n12,4,2005-01-02\n"}),
    "netflix-headless": _folder({"training_set/mv_0000001.txt": b"11,3,2005-01-01\n12,4,2005-01-02\n"}),
    "netflix-row": _folder({"training_set/mv_0000001.txt": b"1:\n11,3,2005-01-01\n12,4\n"}),
    "netflix-year0": _folder({"training_set/mv_0000001.txt": b"1:\n11,3,0000-01-01\n12,4,2005-01-02\n"}),
    "netflix-empty": _folder({"combined_data_1.txt": b""}),
    "bx-quotes": _folder({"BX-Book-Ratings.csv": b'"User-ID";"ISBN";"Book-Rating"\n"1";"x;"5"\n'}),
    "sample-junk": _folder({"interactions.parquet": b"PAR1 and then nothing"}),
    "prepared": _prepared,
    "prepared-cut": _damaged(_cut_file),
    "prepared-flipped": _damaged(_flip_file),
    "prepared-manifest": _damaged(lambda folder: _rewrite(folder, lambda _: "{")),
    "prepared-deep": _damaged(lambda folder: _rewrite(folder, lambda _: "[" * DEEP)),
    "prepared-missing": _damaged(lambda folder: (folder / "people_text.bin").unlink()),
    "prepared-version": _damaged(
        lambda folder: _rewrite(folder, lambda text: text.replace(f'"version": {VERSION}', '"version": 99'))
    ),
    "audit-empty": _audit,
    "audit-junk": _folder({"findings.json": bytes(range(256)), "people.parquet": b"junk"}),
    "audit-deep": _folder({"findings.json": b"[" * DEEP, "people.parquet": b"junk"}),
    "audit-digits": _folder({"findings.json": f'{{"seed": {"7" * 5_000}}}'.encode(), "people.parquet": b"junk"}),
    "audit-parquet": _folder({"findings.json": b"{}", "people.parquet": b"PAR1junkPAR1"}),
    "audit-table": _folder(
        {"findings.json": (GOLDEN / "audit-sample.json").read_bytes(), "people.parquet": b"PAR1junkPAR1"}
    ),
    "audit-half": _folder({"findings.json": b'{"findings": [], "data": {}}', "people.parquet": parquet()}),
}

OTHERS: dict[str, Callable[[Path], None]] = {
    "circle.csv": lambda place: place.symlink_to(place.name),
    "dangling.csv": lambda place: place.symlink_to("nothing-there"),
    **{f"pipe.{ending}": os.mkfifo for ending in ("csv", "json", "pem", "toml", "txt")},
}
"""What is neither a file nor a folder."""


def make(name: str, folder: Path) -> Path:
    """The input of this name in the folder, made if it is not there yet."""
    place = folder / name
    if not os.path.lexists(place):
        if name in OTHERS:
            OTHERS[name](place)
        elif name in BYTES:
            place.write_bytes(BYTES[name]())
        else:
            try:
                FOLDERS[name](place)
            except BaseException:
                shutil.rmtree(place, ignore_errors=True)
                raise
    return place
