"""Fetching a bulletin: one request, nothing but the address, and one line for what cannot be had."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from standout.errors import BadInput
from standout.label.fetching import fetched, is_address


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


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
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
