"""A bulletin from a file or from the web. Only the address is asked for; nothing about the person is sent."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPException
from pathlib import Path

from standout.errors import BadInput
from standout.interactions.wording import shown

LARGEST = 256 * 1024 * 1024
"""A bulletin of more bytes than this is not fetched."""

SECONDS = 30.0
"""How long to wait for an answer."""


def is_address(source: str) -> bool:
    """Whether this is the address of something, rather than a file."""
    return "://" in source and not Path(source).exists()


def host_of(address: str) -> str:
    """Who will be asked; refuses what is not plainly an address of the web."""
    try:
        parts = urllib.parse.urlsplit(address)
    except ValueError:
        raise BadInput(f"--bulletin {shown(address, 200)}: not an address; check it") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput(f"--bulletin {shown(address, 200)}: only http:// and https:// are fetched; or name a file")
    if parts.username or parts.password:
        raise BadInput("--bulletin: an address with a password is not fetched; download the bulletin and name the file")
    return parts.hostname


def fetched(address: str, largest: int = LARGEST, seconds: float = SECONDS) -> bytes:
    """What is at an address of the web, with one request, or one line that says why it could not be had."""
    host_of(address)
    request = urllib.request.Request(address, headers={"User-Agent": "standout", "Accept": "application/json"})
    try:
        with _opener().open(request, timeout=seconds) as answer:
            content: bytes = answer.read(largest + 1)
    except urllib.error.HTTPError as problem:
        problem.close()
        if elsewhere := problem.headers.get("Location"):
            raise BadInput(
                f"{shown(address, 200)}: points to {shown(elsewhere, 200)}; give that address, if you trust it"
            ) from None
        raise BadInput(f"{shown(address, 200)}: the server answers {problem.code}; check the address") from None
    except (OSError, HTTPException, ValueError) as problem:
        reason = getattr(problem, "reason", problem)
        raise BadInput(
            f"{shown(address, 200)}: cannot be fetched ({reason}); check the address, or download it and name the file"
        ) from None
    if len(content) > largest:
        raise BadInput(f"{shown(address, 200)}: larger than {largest >> 20} MB; that is no bulletin")
    return content


def _opener() -> urllib.request.OpenerDirector:
    """Only what is needed for http and https: no files, no other protocols, no cookies, and no other addresses."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener
