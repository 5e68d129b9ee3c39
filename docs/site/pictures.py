"""`python -m docs.site.pictures [GUIDE…]`: runs the guides, writes what they show anew, and takes their pictures.

With `--groceries FILE` it walks docs/start.md as well, which needs that file.

Commands and their output stand in the pages; pictures of screens are in docs/images/screens. For each picture the
digest of the words of its page is kept in screens.json: where the words have changed, it is old, and a test says so.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import sys
import tempfile
from html import unescape
from pathlib import Path
from typing import Any

import markdown

from docs.site.drawings import DRAWINGS
from docs.site.drawings import FOLDER as DRAWN
from docs.site.places import DOCS
from docs.site.shown import renewed, walk

GUIDES = ("publish", "change", "pipeline", "history", "study")
SCREENS = DOCS / "images" / "screens"
DIGESTS = DOCS / "site" / "screens.json"
TAKEN = {
    "publish": {"report": "audited/report.html"},
    "change": {"compare": "compared/compare.html"},
    "pipeline": {"gate": "decision/gate.md"},
    "history": {"label": "label.html"},
    "study": {"findings": "case/report.html"},
}
"""For each guide: its pictures, and the page that each shows once the guide has been walked."""
FROM = {"findings": "#knowledge", "compare": "#figures"}
"""Where in the page a picture begins, if not at its top."""
HIGH, WIDE = 760, 960
_SUMMARY = (
    "body{font:15px/1.5 sans-serif;margin:24px;width:900px}table{border-collapse:collapse}"
    "td,th{border:1px solid #d0d7de;padding:6px 12px;text-align:left}"
)

_UNSEEN = re.compile(r"<(script|style|svg)\b.*?</\1>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<[^>]+>")
_PERSON = re.compile(r"<tr\b(?:(?!</tr>).)*\bperson-\d(?:(?!</tr>).)*</tr>", re.DOTALL)
"""Rows about people: they are under fresh pseudonyms each time."""
_CHANGING = re.compile(
    r"standout \d\S*|\b\d{4}-\d\d-\d\d(T[\d:.+]+)?|\b\d\d? [A-Z]\w+ 20\d\d|\b[0-9a-f]{12,64}\b", re.IGNORECASE
)
"""Versions, days and checksums: a picture is not old because of them."""


def words_of(page: Path) -> str:
    """What can be read on a page, without what changes from day to day."""
    seen = _PERSON.sub(" ", _UNSEEN.sub(" ", page.read_text(encoding="utf-8")))
    text = unescape(_TAG.sub(" ", seen))
    return " ".join(_CHANGING.sub("", text).split())


def digest(page: Path) -> str:
    return hashlib.sha256(words_of(page).encode()).hexdigest()


def take(guide: str, folder: Path, browser: Any) -> dict[str, str]:
    """Take the pictures of a guide that was walked in this folder; the digests of their words."""
    taken = {}
    for name, file in TAKEN[guide].items():
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH}, color_scheme="light")
        page.goto(_shown(folder / file).as_uri() + FROM.get(name, ""))
        page.screenshot(path=SCREENS / f"{name}.png", clip=_part(page))
        page.close()
        taken[name] = digest(folder / file)
    return taken


def _part(page: Any) -> dict[str, float] | None:
    """Of a short page, only as much as is filled; of others, what the window shows."""
    filled = page.evaluate("document.body.getBoundingClientRect().bottom + 16")
    return {"x": 0, "y": 0, "width": WIDE, "height": filled} if filled < HIGH else None


def _shown(file: Path) -> Path:
    """The file as a page: a summary in Markdown is drawn as a pull request draws it."""
    if file.suffix != ".md":
        return file
    plain = file.read_text(encoding="utf-8").replace("❌", "✘").replace("✅", "✔")  # not every machine can draw those
    body = markdown.markdown(plain, extensions=["tables"])
    page = file.with_suffix(".html")
    page.write_text(f"<!doctype html><meta charset='utf-8'><style>{_SUMMARY}</style>{body}", encoding="utf-8")
    return page


def _draw() -> None:
    DRAWN.mkdir(parents=True, exist_ok=True)
    for name, drawn in DRAWINGS.items():
        (DRAWN / f"{name}.svg").write_text(drawn(), encoding="utf-8")


def renew(page: Path, folder: Path) -> None:
    """Walk a page in this folder, and write what it shows anew."""
    text = page.read_text(encoding="utf-8")
    printed = [output for _, output in walk(text, folder)]
    page.write_text(renewed(text, printed), encoding="utf-8")
    print(f"{page.relative_to(DOCS)}: {len(printed)} commands", flush=True)


def renew_start(groceries: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        shutil.copyfile(groceries, Path(place) / "groceries.csv")
        renew(DOCS / "start.md", Path(place))


def renew_guides(guides: list[str]) -> None:
    """Walk these guides, take their pictures and keep the digests of those."""
    from playwright.sync_api import sync_playwright

    SCREENS.mkdir(parents=True, exist_ok=True)
    digests: dict[str, str] = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.is_file() else {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("google-chrome"), args=["--no-sandbox"]
        )
        for guide in guides:
            with tempfile.TemporaryDirectory() as place:
                renew(DOCS / "guides" / f"{guide}.md", Path(place))
                digests |= take(guide, Path(place), browser)
        browser.close()
    DIGESTS.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    wanted.add_argument("guides", nargs="*", metavar="GUIDE", help=f"of {', '.join(GUIDES)}, start; else all")
    wanted.add_argument("--groceries", type=Path, metavar="FILE", help="Groceries_dataset.csv, for docs/start.md")
    given = wanted.parse_args()
    if unknown := set(given.guides) - {*GUIDES, "start"}:
        sys.exit(f"no guide {', '.join(sorted(unknown))}; there are {', '.join(GUIDES)} and start")
    if "start" in given.guides and not given.groceries:
        sys.exit("start needs --groceries FILE")
    _draw()
    if guides := [guide for guide in GUIDES if guide in (given.guides or GUIDES)]:
        renew_guides(guides)
    if given.groceries and "start" in (given.guides or ["start"]):
        renew_start(given.groceries)


if __name__ == "__main__":
    main()
