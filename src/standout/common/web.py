"""Asking a server that is not trusted with the time it takes: every wait is bounded, and all of them together.

Only http and https, one request, no cookies, and no other address than the one that was given.
"""

from __future__ import annotations

import http.client
import io
import socket
import time
import urllib.request
from collections.abc import Callable
from typing import Any


class Deadline:
    """How long one wait may be: no more than `seconds`, and nothing beyond the end of the whole."""

    def __init__(self, seconds: float, end: float) -> None:
        self._seconds, self._end = seconds, end

    @property
    def over(self) -> bool:
        return time.monotonic() >= self._end

    def left(self) -> float:
        """Seconds for the next wait; refuses one more when the time is over."""
        if self.over:
            raise TimeoutError("the time is over")
        return min(self._seconds, max(self._end - time.monotonic(), 0.001))


class _Received(io.RawIOBase):
    """What comes in on a socket, each wait being bounded anew."""

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self._connection, self._deadline = connection, deadline
        self._bytes: Any = connection.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._connection.settimeout(self._deadline.left())
        read: int | None = self._bytes.readinto(buffer)
        return read

    def close(self) -> None:
        self._bytes.close()
        super().close()


def _answers_within(deadline: Deadline) -> type[http.client.HTTPResponse]:
    class Answer(http.client.HTTPResponse):
        def __init__(self, sock: socket.socket, *rest: Any, **others: Any) -> None:
            super().__init__(sock, *rest, **others)
            self.fp.close()
            self.fp = io.BufferedReader(_Received(sock, deadline))

    return Answer


def _connect_within(deadline: Deadline) -> Callable[..., socket.socket]:
    def connect(place: tuple[str, int], _timeout: Any = None, *_rest: Any) -> socket.socket:
        """To the first of the host's addresses that answers; all of them share the time."""
        problem = OSError("the host has no address")
        for family, kind, protocol, _, address in socket.getaddrinfo(*place, type=socket.SOCK_STREAM):
            connection = socket.socket(family, kind, protocol)
            try:
                connection.settimeout(deadline.left())
                connection.connect(address)
            except OSError as refused:
                connection.close()
                problem = refused
            else:
                return connection
        raise problem

    return connect


def opener(deadline: Deadline) -> urllib.request.OpenerDirector:
    """Only what is needed for http and https: no files, no other protocols, no cookies, and no other addresses."""

    def made(kind: type[http.client.HTTPConnection]) -> Callable[..., http.client.HTTPConnection]:
        def connect(host: str, **others: Any) -> http.client.HTTPConnection:
            connection = kind(host, **others)
            connection.response_class = _answers_within(deadline)
            vars(connection)["_create_connection"] = _connect_within(deadline)
            return connection

        return connect

    class Plain(urllib.request.HTTPHandler):
        def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(made(http.client.HTTPConnection), request)

    class Secure(urllib.request.HTTPSHandler):
        def https_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(made(http.client.HTTPSConnection), request)

    made_of = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        Plain(),
        Secure(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        made_of.add_handler(handler)
    return made_of
