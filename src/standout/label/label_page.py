"""`label.html`: one file with the bulletin inside, in which a person sees their label. Works offline, sends nothing.

The script reads the same kinds of histories, finds the same items and computes the same scores as `standout check`;
tests compare the two. Nothing is in the page that is not in the bulletin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standout import __version__
from standout.common.files import Content, write_together, write_whole
from standout.common.languages.messages import Words, script
from standout.common.pages import embedded, environment_of, policy
from standout.io.columns.roles import USUAL
from standout.label.bulletin.groups import bars
from standout.label.bulletin.signing import fingerprint_of
from standout.label.drawing import HEAD, ROW, WIDTH, bars_svg, pointer_svg
from standout.label.person.plain_histories import WRITERS
from standout.label.widget import render_widget
from standout.matching.titles import parsed
from standout.mentioning.word_lists import word_lists
from standout.results.bulletin import Bulletin

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

TEMPLATES = Path(__file__).parent / "templates"
WORDS = ("shared", "list", "getting", "history")
"""The messages of every page that has a person's list."""

SERVICES = {
    "netflix": "Netflix",
    "letterboxd": "Letterboxd",
    "goodreads": "Goodreads",
    "imdb": "IMDb",
    "lastfm": "Last.fm",
    "spotify": "Spotify",
    "youtube": "YouTube",
    "trakt": "Trakt",
    "amazon": "Amazon",
    "steam": "Steam",
}
"""Services whose downloads are read, as they call themselves."""

_SCRIPTS = (
    "titles.js",
    "history.js",
    "services.js",
    "unpacking.js",
    "matching.js",
    "score.js",
    "list.js",
    "mentions.js",
    "draft.js",
    "label.js",
)


def write_label_page(bulletin: Bulletin, path: Path, language: str | None = None) -> Path:
    """Write the page; it appears whole or not at all, and is meant for everyone's eyes."""
    write_whole(path, render_label_page(bulletin, language).encode("utf-8", errors="replace"), mode=0o644)
    return path


def write_published(
    bulletin: Bulletin,
    file: Path,
    page: Path | None,
    language: str | None = None,
    widget: Path | None = None,
    key: Ed25519PrivateKey | None = None,
) -> list[Path]:
    """Write a bulletin and, if asked for, its page and its widget (signed with the key), so that they always belong
    together; returns what was written."""
    files: dict[Path, Content] = {file: bulletin.content()}
    if page is not None:
        files[page] = render_label_page(bulletin, language).encode("utf-8", errors="replace")
    if widget is not None:
        files[widget] = render_widget(bulletin, key).encode("utf-8", errors="replace")
    write_together(files, public=files)
    return [*files]


def render_label_page(bulletin: Bulletin, language: str | None = None) -> str:
    """The page as text: the same bulletin gives the same bytes. It opens in the reader's language, or in this one."""
    from markupsafe import Markup

    spoken = Words((*WORDS, "label", "marks", "draft"), language)
    style, code = style_and_script(_SCRIPTS)
    return (
        environment_of(TEMPLATES)
        .get_template("label.html.j2")
        .render(
            style=Markup(style),
            script=Markup(code),
            policy=policy(style, code),
            words=Markup(embedded(spoken.document())),
            data=Markup(embedded(page_data(bulletin))),
            labels=[(score, Markup(_drawn(bulletin, score)), _box(bulletin, score)) for score in bulletin.scores.names],
            about=() if bulletin.about is None else bulletin.about.words(),
            bulletin=bulletin,
            services=SERVICES,
            listing_hint="label.untick-to-see",
            signer=fingerprint_of(bulletin),
            version=__version__,
            **spoken.helpers(),
        )
    )


def style_and_script(scripts: Sequence[str]) -> tuple[str, str]:
    """The style of pages with a person's list, and one script of these files and what speaks."""
    style = (TEMPLATES / "label.css").read_text(encoding="utf-8")
    return style, "\n".join([script(), *((TEMPLATES / name).read_text(encoding="utf-8") for name in scripts)])


def page_data(bulletin: Bulletin) -> dict[str, Any]:
    """What the script works on."""
    return known_items(bulletin.ids, bulletin.titles, bulletin.holders) | {
        "date": bulletin.date,
        "validUntil": bulletin.valid_until,
        "people": bulletin.people,
        "rareBelow": bulletin.rare_below,
        "mentionWords": word_lists(),
        "foldedMean": bulletin.folded.mean,
        "crowd": list(bulletin.crowd),
        "scores": {
            name: {
                "norm": scored.norm.to_dict(),
                "groups": [group.to_dict() for group in scored.groups],
                "bars": [vars(bar) for bar in bars(scored.groups)],
            }
            for name, scored in bulletin.scores.items()
        },
        "row": ROW,
        "dataUntil": (bulletin.about and bulletin.about.data_until) or bulletin.date,
    }


def known_items(ids: Sequence[str], titles: Sequence[str | None] | None, holders: Sequence[int]) -> dict[str, Any]:
    """What a script finds items by. Titles come with their plain forms, sorted as JavaScript compares them: a page with
    half a million items then has nothing to prepare."""
    keys = sorted(_keys(ids, titles))
    return {
        "ids": list(ids),
        "titles": None if titles is None else list(titles),
        "holders": list(holders),
        "keys": "\n".join(key for _, key, _ in keys),
        "keyItems": [item for _, _, item in keys],
        "columns": {
            role: [name for name in names if name not in WRITERS]
            for role, names in USUAL.items()
            if role in ("user", "item", "title")
        },
    }


def _keys(ids: Sequence[str], titles: Sequence[str | None] | None) -> Iterator[tuple[bytes, str, int]]:
    """Every plain form that a title, or else an id, may be known by, with the bytes to sort by, and its item."""
    for item, title in enumerate(titles or (None,) * len(ids)):
        for key in parsed(title or ids[item]).keys:
            yield key.encode("utf-16-be", errors="surrogatepass"), key, item


def _drawn(bulletin: Bulletin, score: str) -> str:
    """The bars of a score, the safest on top, and the pointer, which the script moves."""
    marks = [bar.name for bar in reversed(bars(bulletin.scores[score].groups))]
    return bars_svg(marks) + pointer_svg(0)


def _box(bulletin: Bulletin, score: str) -> str:
    rows = len(bars(bulletin.scores[score].groups))
    return f"8 {HEAD - 6} {WIDTH - 16} {rows * ROW + 4}"
