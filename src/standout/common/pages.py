"""What all pages share: one file each, offline, nothing unescaped, and a policy that keeps them to it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment


def environment_of(templates: Path) -> Environment:
    """Templates of a folder: everything is escaped unless it is marked as safe, and a missing name is an error.

    Filters and tests may be added to what is returned; templates are compiled once in a process all the same.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(templates, encoding="utf-8"),
        bytecode_cache=_compiled(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@cache
def _compiled() -> BytecodeCache:
    """What templates were compiled to, by file and content; gone with the process."""
    from jinja2 import BytecodeCache
    from jinja2.bccache import Bucket

    known: dict[tuple[str, str], bytes] = {}

    class Kept(BytecodeCache):
        def load_bytecode(self, bucket: Bucket) -> None:
            if (content := known.get((bucket.key, bucket.checksum))) is not None:
                bucket.bytecode_from_string(content)

        def dump_bytecode(self, bucket: Bucket) -> None:
            known[bucket.key, bucket.checksum] = bucket.bytecode_to_string()

    return Kept()


def policy(style: str, script: str | None = None) -> str:
    """What a page may do: this very style and, if it has one, this very script; no network, nothing sent."""
    scripts = "" if script is None else f" script-src 'sha256-{_digest(script)}';"
    return f"default-src 'none'; style-src 'sha256-{_digest(style)}';{scripts} base-uri 'none'; form-action 'none'"


def embedded(document: Any) -> str:
    """A document as JSON that cannot end the script element it stands in."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in ("<", ">", "&", "\u2028", "\u2029"):
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def framed(page: str, title: str) -> str:
    """The page in a frame of its own, for a notebook: its style and the notebook's do not meet."""
    source, name = html.escape(page, quote=True), html.escape(title, quote=True)
    return f'<iframe srcdoc="{source}" title="{name}" width="100%" height="720" sandbox></iframe>'


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
