"""Data from elsewhere: nothing is asked of the network unless the user allows it; standard input comes once."""

from __future__ import annotations

import gzip
import io
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from standout.errors import BadInput
from standout.io.reading import read
from standout.io.sources import standard_input
from standout.io.sources.bringing import stem_of

Read = Callable[..., Any]
TEXT = "user,item\na,x\nb,y\n"


class Server(BaseHTTPRequestHandler):
    asked: list[str]

    def do_GET(self) -> None:
        type(self).asked.append(self.path)
        body = gzip.compress(TEXT.encode()) if self.path.endswith(".gz") else TEXT.encode()
        if self.path == "/moved.csv":
            self.send_response(302)
            self.send_header("Location", "http://example.invalid/x.csv?key=secret")
            self.end_headers()
        elif self.path == "/none.csv":
            self.send_error(404)
        else:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body) + (9 if self.path == "/cut.csv" else 0)))
            self.end_headers()
            self.wfile.write(body if self.path != "/bad.csv" else b"u" * len(body))

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    Server.asked = []
    with HTTPServer(("127.0.0.1", 0), Server) as served:
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()
        thread.join()


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(BadInput) as refused:
        action()
    assert "\n" not in str(refused.value)
    return refused.value.as_typed


@pytest.mark.parametrize("path", ["/data.csv", "/data.csv.gz", "/download?key=secret"])
def test_what_is_at_an_address_is_read_if_that_is_allowed(server: str, content: Read, path: str) -> None:
    data = read(f"{server}{path}", allow_network=True)
    assert sorted(content(data)) == [("a", "x"), ("b", "y")]
    assert Server.asked == [path]
    assert "secret" not in f"{data.source}"
    assert data.source.files == (f"{server}{path}".replace("key=secret", "…"),)


def test_nothing_is_asked_otherwise(server: str) -> None:
    message = refusal(lambda: read(f"{server}/data.csv"))
    assert "--allow-network" in message
    assert f"curl -fo data.csv '{server}/data.csv'" in message
    assert Server.asked == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/moved.csv", "points to http://example.invalid/x.csv?…"),
        ("/none.csv", "answers 404"),
        ("/cut.csv", "bytes came"),
        ("/bad.csv", "no rows of at least two columns"),
    ],
)
def test_what_cannot_be_had_is_one_line(server: str, path: str, words: str) -> None:
    message = refusal(lambda: read(f"{server}{path}", allow_network=True))
    assert words in message
    assert message.startswith(f"{server}{path}:")


def test_more_than_there_is_room_for(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 5}))
    assert "5 are free" in refusal(lambda: read(f"{server}/data.csv", allow_network=True))


@pytest.mark.parametrize(
    ("address", "way"),
    [
        ("s3://shop/plays.parquet", "duckdb -c \"COPY (SELECT * FROM 's3://shop/plays.parquet') TO 'data.parquet'\""),
        ("https://example.invalid/plays.csv", "curl -fo data.csv 'https://example.invalid/plays.csv'"),
        ("postgres://me:secret@db.invalid/shop", "\\copy (SELECT * FROM your_table) TO 'data.csv' CSV HEADER"),
    ],
)
@pytest.mark.parametrize("as_path", [False, True])
def test_a_line_to_paste_says_how_to_export(
    monkeypatch: pytest.MonkeyPatch, address: str, way: str, as_path: bool
) -> None:
    monkeypatch.setattr(duckdb, "connect", None)
    message = refusal(lambda: read(Path(address) if as_path else address))
    assert "--allow-network" in message
    assert way in message
    assert "secret" not in message


class NoExtensions:
    """A database that has no extensions and cannot get any."""

    asked: list[str]

    def __init__(self) -> None:
        self.asked = []

    def __enter__(self) -> NoExtensions:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""

    def execute(self, query: str) -> None:
        self.asked.append(query)
        raise duckdb.IOException("Failed to download extension")


@pytest.mark.parametrize(("address", "extension"), [("s3://shop/p.parquet", "httpfs"), ("postgres://h/d", "postgres")])
def test_an_extension_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch, address: str, extension: str) -> None:
    database = NoExtensions()
    monkeypatch.setattr("standout.io.staging.raw.connected", lambda _: database)
    message = refusal(lambda: read(address, allow_network=True))
    assert f"extension '{extension}' is not here" in message
    assert "export the data first" in message
    assert database.asked == [f"INSTALL {extension}"]


def test_other_addresses_are_none() -> None:
    assert "no address that is read" in refusal(lambda: read("ftp://example.invalid/x.csv", allow_network=True))


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Put bytes on standard input."""
    monkeypatch.setattr(standard_input, "_copies", [])

    def pipe(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return pipe


def parquet() -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.table({"user": ["a", "b"], "item": ["x", "y"]}), stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    "content_of",
    [
        TEXT.encode,
        lambda: gzip.compress(TEXT.encode()),
        parquet,
        lambda: b'{"user":"a","item":"x"}\n{"user":"b","item":"y"}\n',
    ],
    ids=["text", "gzip", "parquet", "jsonl"],
)
def test_standard_input_is_read_by_its_first_bytes(piped: Read, content: Read, content_of: Read) -> None:
    piped(content_of())
    for _ in range(2):  # it comes once, and stays
        data = read("-")
        assert sorted(content(data)) == [("a", "x"), ("b", "y")]
    assert data.source.files == ("standard input",)
    assert stat.S_IMODE(standard_input.copied().stat().st_mode) == 0o600


def test_standard_input_that_holds_nothing_good(piped: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    piped(b"")
    assert refusal(lambda: read("-")).startswith("standard input: is empty")
    piped(b"user,item\na,\n")
    assert refusal(lambda: read("-")).startswith("standard input: row 2, column 'item'")
    monkeypatch.setattr(standard_input, "_copies", [])
    monkeypatch.setattr(sys, "stdin", None)
    assert "nothing comes in" in refusal(lambda: read("-"))


@pytest.mark.parametrize(
    ("data", "stem"),
    [
        ("-", "standard-input"),
        ("https://example.invalid/a/plays.csv?key=1", "plays.csv"),
        ("s3://shop/", "shop"),
        ("/data/sales/*.csv", "sales"),
        ("/data/sales/year=*/part-?.parquet", "sales"),
        ("/data/plays.csv", "plays.csv"),
    ],
)
def test_results_are_called_after_the_data(data: str, stem: str) -> None:
    assert stem_of(data) == stem
