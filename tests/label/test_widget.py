"""The widget and the well-known folder: one file without a script, signed; versions in an index."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from standout.errors import BadInput
from standout.label.well_known import published_there, read_index, write_site
from standout.label.widget import render_widget, verified_widget
from standout.results.bulletin import About, Bulletin, FoundBy, Scored
from tests.label.histories import bulletin

ABOUT = About(provider="<b>Films & Co</b>", contact="privacy@example.org", data="film ratings", data_until="2025-12-31")


def told() -> Bulletin:
    known = replace(bulletin(), about=ABOUT)
    groups = tuple(
        replace(group, people=10, found_by={"acquaintance": FoundBy(0.9, 0.8, 0.95, 50)})
        for group in known.scores["hiding"].groups
    )
    scores = replace(known.scores, hiding=Scored(known.scores["hiding"].norm, groups))
    return replace(known, scores=scores)


def test_it_has_no_script_no_item_and_a_strict_policy() -> None:
    text = render_widget(told())
    assert "default-src 'none'; style-src 'sha256-" in html.unescape(text)
    assert "script-src" not in text
    assert re.findall(r"<script(?! type=\"application/json\")", text) == []
    assert "Matrix" not in text
    assert "<b>Films" not in text
    assert "&lt;b&gt;Films &amp; Co" in text
    assert "90% of these are found by an acquaintance" in text
    assert all(f'id="band-{place}"' in text for place in range(5))
    assert len(text) < 20_000
    assert text == render_widget(told())


def test_what_it_shows_is_what_was_signed(tmp_path: Path) -> None:
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    key = ed25519.Ed25519PrivateKey.generate()
    text = render_widget(told(), key)
    file = tmp_path / "embed.html"
    file.write_text(text, encoding="utf-8")
    assert str(verified_widget(file)).startswith("SHA256:")
    for changed in (text.replace("90% of these", "9% of these"), text.replace('"people":10,', '"people":11,', 1)):
        assert changed != text
        file.write_text(changed, encoding="utf-8")
        with pytest.raises(BadInput):
            verified_widget(file)
    file.write_text("<html></html>", encoding="utf-8")
    with pytest.raises(BadInput, match="not a widget"):
        verified_widget(file)


def test_versions_are_listed_and_the_latest_keeps_its_name(tmp_path: Path) -> None:
    known = told()
    for date in ("2026-01-31", "2026-01-31", "2026-03-01"):
        write_site(replace(known, date=date), tmp_path)
    folder = tmp_path / ".well-known" / "standout"
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    assert [one["file"] for one in index["versions"]] == [
        "bulletin-2026-01-31.json", "bulletin-2026-01-31-2.json", "bulletin-2026-03-01.json",
    ]  # fmt: skip
    assert index["latest"] == "bulletin-2026-03-01.json"
    assert Bulletin.read(folder / "bulletin.json").date == "2026-03-01"
    assert {file.name for file in folder.iterdir()} >= {"label.html", "embed.html", "index.json"}
    assert all(file.stat().st_mode & 0o777 == 0o644 for file in folder.iterdir())
    assert len(published_there(tmp_path)) == 3
    (folder / "index.json").write_text('{"versions": [{"file": "../x"}]}', encoding="utf-8")
    with pytest.raises(BadInput, match="not an index"):
        read_index(tmp_path)
    with pytest.raises(BadInput, match="no such folder"):
        write_site(known, tmp_path / "nowhere")
