"""`/.well-known/standout/` of a provider's site: the latest bulletin under a name that stays, every version under its
day, an index of them, the page and the widget, and the public key.

| file | content |
|---|---|
| `index.json` | `latest`, and `versions`: `file`, `date`, `valid_until`, `sha256`, `epsilon`, `signed` of each |
| `bulletin.json` | the latest bulletin |
| `bulletin-2026-11-16.json` | the bulletin of a day; a second one of that day is `bulletin-2026-11-16-2.json` |
| `label.html`, `embed.html` | the page and the widget of the latest |
| `provider.pub` | the public key, where bulletins are signed |
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout.common.documents import Unfit, json_document, read_document
from standout.common.files import Content, write_together
from standout.common.formats import shown_path
from standout.errors import BadInput
from standout.label.bulletin.signing import fingerprint_of
from standout.label.label_page import render_label_page
from standout.label.widget import render_widget
from standout.results.bulletin import Bulletin

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FOLDER = Path(".well-known") / "standout"
INDEX = "index.json"
SCHEMA = "standout/well-known/1.0"
_LARGEST = 50_000_000


def read_index(site: Path) -> list[dict[str, Any]]:
    """The versions that a site has, the oldest first; none if nothing was published there yet."""
    file = site / FOLDER / INDEX
    if not file.exists():
        return []
    try:
        document = json_document(read_document(file, "an index of bulletins", _LARGEST))
    except Unfit as problem:
        raise BadInput(f"{shown_path(file)}: {problem}; mend or remove it") from None
    versions = document.get("versions") if isinstance(document, dict) else None
    if not isinstance(versions, list) or not all(
        isinstance(one, dict) and isinstance(one.get("file"), str) and Path(one["file"]).name == one["file"]
        for one in versions
    ):
        raise BadInput(f"{shown_path(file)}: not an index of bulletins; mend or remove it")
    return versions


def published_there(site: Path) -> list[Path]:
    """The bulletins that a site has published and still has."""
    files = (site / FOLDER / one["file"] for one in read_index(site))
    return [file for file in files if file.is_file()]


def write_site(bulletin: Bulletin, site: Path, key: Ed25519PrivateKey | None = None) -> list[Path]:
    """Add a bulletin to a site, with its page, its widget and the index; all appear together. Returns the files."""
    folder, versions = site / FOLDER, read_index(site)
    if not site.is_dir():
        raise BadInput(f"--well-known {shown_path(site)}: no such folder; name the root of your site")
    folder.mkdir(parents=True, exist_ok=True)
    name = _free_name(bulletin.date, {one["file"] for one in versions}, folder)
    content = bulletin.to_json().encode()
    entry = {
        "file": name,
        "date": bulletin.date,
        "valid_until": bulletin.valid_until,
        "sha256": hashlib.sha256(content).hexdigest(),
        "epsilon": bulletin.made.epsilon,
        "signed": fingerprint_of(bulletin),
    }
    index = {"schema": SCHEMA, "latest": name, "versions": [*versions, entry]}
    files: dict[Path, Content] = {
        folder / name: content,
        folder / Bulletin.FILE: content,
        folder / "label.html": render_label_page(bulletin).encode("utf-8", errors="replace"),
        folder / "embed.html": render_widget(bulletin, key).encode("utf-8", errors="replace"),
        folder / INDEX: (json.dumps(index, indent=2) + "\n").encode(),
    }
    if key is not None:
        files[folder / "provider.pub"] = _public_pem(key)
    write_together(files, public=files)
    return [*files]


def _free_name(date: str, taken: set[str], folder: Path) -> str:
    number = 1
    while True:
        name = f"bulletin-{date}{'' if number == 1 else f'-{number}'}.json"
        if name not in taken and not (folder / name).exists():
            return name
        number += 1


def _public_pem(key: Ed25519PrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
