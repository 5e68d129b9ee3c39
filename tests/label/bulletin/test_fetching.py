"""Fetching a bulletin: one request, nothing but the address, and one line for what cannot be had."""

from __future__ import annotations

import socketserver
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from standout.errors import BadInput
from standout.label.bulletin.fetching import fetched, is_address


class Provider(BaseHTTPRequestHandler):
    """Serves a few bytes, and remembers what it was asked."""

    asked: list[tuple[str, str, dict[str, str]]]

    def do_GET(self) -> None:
        type(self).asked.append((self.command, self.path, dict(self.headers)))
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "http://example.invalid/elsewhere")
            self.end_headers()
        elif self.path == "/bulletin.json":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{" + b" " * 1_000 + b"}")
        else:
            self.send_error(404)

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def provider() -> Iterator[str]:
    Provider.asked = []
    with HTTPServer(("127.0.0.1", 0), Provider) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_one_plain_request(provider: str) -> None:
    assert len(fetched(f"{provider}/bulletin.json")) == 1_002
    ((method, path, headers),) = Provider.asked
    assert (method, path) == ("GET", "/bulletin.json")
    assert set(headers) <= {"Accept-Encoding", "Host", "User-Agent", "Accept", "Connection"}
    assert headers["User-Agent"] == "standout"


def test_what_cannot_be_had_is_told(provider: str) -> None:
    with pytest.raises(BadInput, match=r"points to http://example\.invalid/elsewhere"):
        fetched(f"{provider}/moved")
    with pytest.raises(BadInput, match="the server answers 404"):
        fetched(f"{provider}/nothing")
    with pytest.raises(BadInput, match="larger than"):
        fetched(f"{provider}/bulletin.json", largest=1_000)
    assert len(Provider.asked) == 3
    with pytest.raises(BadInput, match="cannot be fetched"):
        fetched("http://127.0.0.1:1/x")


@pytest.mark.parametrize("address", ["ftp://example.org/x", "file:///etc/hosts", "http:///x", "data://x", "http://[x/"])
def test_only_the_web_is_asked(address: str) -> None:
    assert is_address(address)
    with pytest.raises(BadInput, match=r"only http:// and https://|not an address"):
        fetched(address)


def test_a_password_is_not_sent() -> None:
    with pytest.raises(BadInput, match="with a password is not fetched"):
        fetched("https://me:secret@example.org/x")


ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@contextmanager
def serving(begin: bytes, again: bytes = b"", pause: float = 0.0) -> Iterator[str]:
    """A server that answers with these bytes; then with others again and again, for as long as anybody listens."""
    done = threading.Event()

    class Server(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65_536)
            with suppress(OSError):
                self.request.sendall(begin)
                while again and not done.wait(pause):
                    self.request.sendall(again)

    class Threads(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

    with Threads(("127.0.0.1", 0), Server) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/bulletin.json"
        finally:
            done.set()
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("begin", "again"),
    [
        (ANSWER + b"\r\n", b" "),
        (ANSWER + b"Content-Length: 100000000\r\n\r\n{", b" "),
        (ANSWER + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
        (ANSWER + b"X-Slow: ", b"a"),
        (b"HTTP/1.1 ", b"2"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["body", "promised body", "chunks", "header", "status", "continue"],
)
def test_a_server_that_trickles_forever_is_given_up(begin: bytes, again: bytes) -> None:
    """Every single wait is short, so only the whole time can end it."""
    with serving(begin, again, pause=0.002) as address, pytest.raises(BadInput, match=r"not all there after 0\.4 s"):
        fetched(address, longest=0.4)


@pytest.mark.parametrize(
    ("begin", "again", "says"),
    [
        (ANSWER + b"\r\n", b"x" * 10_000, "larger than 1 MB"),
        (ANSWER + b"Content-Length: 1" + b"0" * 30 + b"\r\n\r\n", b"", "larger than 1 MB"),
        (ANSWER + b"Content-Length: 1000\r\n\r\n{}", b"", "only 2 of 1,000 bytes came"),
        (
            ANSWER + b"Content-Encoding: gzip\r\n\r\n" + zlib.compress(bytes(10_000_000), wbits=31),
            b"",
            r"sends it packed \(gzip\)",
        ),
        (ANSWER + b"Content-Encoding: \x1b[31mbr\r\n\r\n", b"", "sends it packed"),
        (b"SSH-2.0-Ssh\x1b]0;owned\x07\r\n", b"", "cannot be fetched"),
        (b"", b"", "cannot be fetched"),
        (b"\x00" * 100_000, b"", "cannot be fetched"),
        (b"HTTP/1.1 200 " + b"a" * 100_000 + b"\r\n\r\n", b"", "cannot be fetched"),
        (ANSWER + b"A: b\r\n" * 1_000 + b"\r\n{}", b"", "cannot be fetched"),
        (ANSWER + b"Transfer-Encoding: chunked\r\n\r\nowned\r\n", b"", "cannot be fetched"),
        (b"HTTP/1.1 301 Moved\r\nLocation: file:///etc/passwd\x9b31m\r\n\r\n", b"", "points to file:///etc/passwd"),
        (b"HTTP/1.1 500 \x1b[31mOwned\r\n\r\n", b"", "the server answers 500"),
    ],
)
def test_what_servers_make_up_is_told_in_one_plain_line(begin: bytes, again: bytes, says: str) -> None:
    with serving(begin, again) as address, pytest.raises(BadInput, match=says) as told:
        fetched(address, largest=1 << 20)
    assert str(told.value).isprintable()


def test_time_that_is_over_before_anything_is_asked() -> None:
    with serving(ANSWER + b"\r\n{}") as address, pytest.raises(BadInput, match="given up"):
        fetched(address, longest=-1)
