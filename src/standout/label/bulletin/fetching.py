"""A bulletin from a file or from the web. Only the address is asked for; nothing about the person is sent.

The server is not trusted: neither with the time it takes (whole seconds are counted from the first packet to the last
byte, not only between two bytes), nor with the size it names, nor with packings, nor with other addresses.
"""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from standout.common.web import Deadline, opener
from standout.common.wording import shown
from standout.errors import BadInput

LARGEST = 256 * 1024 * 1024
"""A bulletin of more bytes than this is not fetched."""

SECONDS = 30.0
"""How long to wait for an answer, and for more of it."""

LONGEST = 300.0
"""How many seconds a whole answer may take; then it is given up, however steadily it trickles."""

_BLOCK = 1 << 16


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


def fetched(address: str, largest: int = LARGEST, seconds: float = SECONDS, longest: float = LONGEST) -> bytes:
    """What is at an address of the web, with one request, or one line that says why it could not be had."""
    host_of(address)
    name = shown(address, 200)
    request = urllib.request.Request(address, headers={"User-Agent": "standout", "Accept": "application/json"})
    deadline = Deadline(seconds, time.monotonic() + longest)
    try:
        with opener(deadline).open(request, timeout=seconds) as answer:
            return _body(answer, name, largest)
    except urllib.error.HTTPError as problem:
        problem.close()
        if elsewhere := problem.headers.get("Location"):
            raise BadInput(f"{name}: points to {shown(elsewhere, 200)}; give that address, if you trust it") from None
        raise BadInput(f"{name}: the server answers {problem.code}; check the address") from None
    except (OSError, http.client.HTTPException, ValueError) as problem:
        if deadline.over:
            raise BadInput(
                f"{name}: not all there after {longest:g} s, so it was given up; download it and name the file"
            ) from None
        reason = shown(str(getattr(problem, "reason", problem)), 200)
        raise BadInput(
            f"{name}: cannot be fetched ({reason}); check the address, or download it and name the file"
        ) from None


def _body(answer: Any, name: str, largest: int) -> bytes:
    """The answer's bytes as they come: no more than allowed, all that were promised, and never unpacked."""
    packing = str(answer.headers.get("Content-Encoding") or "identity").strip().lower()
    if packing != "identity":
        raise BadInput(f"{name}: the server sends it packed ({shown(packing)}), unasked; download it and unpack it")
    promised = answer.length
    content = bytearray()
    while (promised is None or promised <= largest) and len(content) <= largest:
        block = answer.read(_BLOCK)
        if not block:
            break
        content += block
    if len(content) > largest or (promised or 0) > largest:
        raise BadInput(f"{name}: larger than {largest >> 20} MB; that is no bulletin")
    if promised is not None and len(content) < promised:
        raise BadInput(f"{name}: only {len(content):,} of {promised:,} bytes came; try again")
    return bytes(content)
