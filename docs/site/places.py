"""Where things of the site come from and go."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
STAGED = ROOT / "build" / "site-pages"
"""Where all pages are gathered before the site is built."""
BUILT = ROOT / "build" / "site"
SETTINGS = ROOT / "mkdocs.yml"

BROUGHT = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/peers.md": "benchmarks/peers.md",
    "benchmarks/scaling.md": "benchmarks/scaling.md",
    "benchmarks/billion.md": "benchmarks/billion.md",
}
"""Pages outside docs/, and where the site has them."""

BROUGHT_FOLDERS = ("reproductions",)
"""Folders outside docs/ whose pages and pictures the site has under the same name."""

NO_PAGES = frozenset({".py", ".pyc", ".json"})
"""Endings in docs/ of what makes the site and is no part of it."""
