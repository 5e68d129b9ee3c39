"""The page as a file: what is in it, what is not, and what it may do."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from standout.label.label_page import render_label_page, write_label_page
from tests.label.bulletins import bulletin_of, random_bulletin

HOSTILE = "</script><img src=x onerror=alert(1)><!--"


@pytest.fixture(scope="module")
def page() -> str:
    return render_label_page(bulletin_of([HOSTILE, "\u202eturned & \u2028", None], [5, 200, 700], ["a", HOSTILE, "c"]))


def data_of(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    document: dict[str, Any] = json.loads(text)
    return document


def test_the_bulletin_is_in_it(page: str) -> None:
    document = data_of(page)
    assert document["ids"] == ["a", HOSTILE, "c"]
    assert document["titles"] == [HOSTILE, "\u202eturned & \u2028", None]
    assert document["holders"] == [5, 200, 700]
    assert next(bar["name"] for bar in document["scores"]["better"]["bars"]) == "not safe"
    assert "author" not in document["columns"]["user"]


def test_titles_cannot_leave_their_place(page: str) -> None:
    assert page.count("<script") == page.count("</script>") == 3
    assert "<img" not in page
    assert "<!--" not in page
    assert "\u2028" not in page


def test_one_script_and_one_style_and_nothing_else(page: str) -> None:
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    policy = policy.replace("&#39;", "'")
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    for text, which in ((style, "style-src"), (script, "script-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{which} 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "base-uri 'none'; form-action 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"https?://", page.replace("http://www.w3.org/2000/svg", ""))
    assert not re.search(r"\beval\b|new Function|innerHTML|fetch\(|XMLHttpRequest|WebSocket|sendBeacon", script)


def test_the_same_bulletin_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = (write_label_page(random_bulletin(1), tmp_path / name) for name in ("one.html", "two.html"))
    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_mode & 0o777 == 0o644
