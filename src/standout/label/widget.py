"""`--embed`: a small file for a frame on a provider's own pages. It shows the label's bars, how many people have each,
and what the provider's audit finds of them.

It has no script and asks for nothing: its policy allows one style, by its hash, and nothing else. Opened at `#band-2`
(bars are counted from the riskiest, 0), the second safer bar is marked as the reader's own: a service that has computed
somebody's label can show it so. The bulletin without its items is inside, signed with the same key.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from standout.common.documents import read_document
from standout.common.formats import shown_path
from standout.common.pages import embedded, environment_of, policy
from standout.errors import BadInput
from standout.label.bulletin.groups import bars, in_bands
from standout.label.bulletin.signing import fingerprint_of, signed, verified
from standout.label.drawing import colours, ink_on, lengths
from standout.results.bulletin import Bulletin, NamedItems

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

TEMPLATES = Path(__file__).parent / "templates"
WORDS = {
    "title": "Privacy label",
    "under": "Among how many people somebody hides of whom a random part of what they have is known.",
    "under_groups": "How well people hide of whom a random part of what they have is known.",
    "you": "◀ you",
}
_LARGEST = 10_000_000
_DATA = re.compile(r'<script type="application/json" id="bulletin">(.*?)</script>', re.DOTALL)
_STYLE = """
:root { --ink: #1b1f24; --paper: #ffffff; --soft: #545c66; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9ebee; --paper: #1a1e23; --soft: #aab2bc; } }
body { margin: 0; font: 15px/1.4 Liberation Sans, Arial, sans-serif; color: var(--ink); background: var(--paper); }
main { padding: 12px 14px; max-width: 30rem; }
h1 { font-size: 1.15rem; margin: 0; overflow-wrap: anywhere; }
.under, .small, .share, .audit { color: var(--soft); font-size: .85rem; margin: .2em 0 .6em; overflow-wrap: anywhere; }
ol { list-style: none; margin: 0; padding: 0; }
li { margin: 0 0 .45em; }
.bar { display: inline-block; padding: .3em .6em; font-weight: bold; border-radius: 3px; box-sizing: border-box; }
.you { display: none; font-weight: bold; }
li:target .you { display: inline; }
.audit { display: block; margin: 0; }
"""


def render_widget(bulletin: Bulletin, key: Ed25519PrivateKey | None = None) -> str:
    """The file as text: the same bulletin gives the same bytes."""
    inside = msgspec.structs.replace(bulletin.without_signature(), named=NamedItems(ids=(), holders=()))
    return _rendered(inside if key is None else signed(inside, key))


def _rendered(inside: Bulletin) -> str:
    """The file around a bulletin without items; everything that it shows comes from there."""
    from markupsafe import Markup

    name = inside.scores.names[0]
    groups = inside.scores[name].groups
    style = _STYLE + "".join(_painted(len(bars(groups))))
    under = WORDS["under" if in_bands(groups) else "under_groups"]
    return (
        environment_of(TEMPLATES)
        .get_template("widget.html.j2")
        .render(
            style=Markup(style),
            policy=policy(style),
            bulletin=inside,
            rows=_rows(inside, name),
            lines=_lines(inside),
            words=WORDS | {"under": under},
            data=Markup(embedded(inside.to_dict())),
        )
    )


def verified_widget(path: str | Path, key: str | Path | None = None) -> str | None:
    """The fingerprint of the key that signed a widget, none if nobody did; refuses one that was changed, and, with the
    provider's public key, one that it did not sign."""
    place = Path(path)
    text = read_document(place, "a widget", _LARGEST).decode("utf-8", errors="replace")
    found = _DATA.search(text)
    if found is None:
        raise BadInput(f"{shown_path(place)}: not a widget that `standout publish --embed` wrote")
    bulletin = Bulletin.from_json(found[1], shown_path(place))
    signer = verified(bulletin, None if key is None else Path(key))
    if text != _rendered(bulletin):
        raise BadInput(f"{shown_path(place)}: what it shows is not what was signed; get it anew from its provider")
    return signer


def _painted(count: int) -> list[str]:
    """The rules that give each bar its colour and length, the riskiest last."""
    paints = list(zip(reversed(colours(count)), reversed(lengths(count, 9, 17)), strict=True))
    return [
        f".bar-{place} {{ background: {colour}; color: {ink_on(colour)}; min-width: {size:g}rem; }}\n"
        for place, (colour, size) in enumerate(paints)
    ]


def _rows(bulletin: Bulletin, name: str) -> list[dict[str, Any]]:
    """The bars from the safest to the riskiest, as on the label."""
    groups = bulletin.scores[name].groups
    people = sum(group.people for group in groups)
    rows = []
    for place, bar in enumerate(bars(groups)):
        group = groups[bar.group]
        share = f"{group.people / people:.0%} of people" if people else ""
        rows.append({"place": place, "mark": bar.name, "share": share, "audit": "; ".join(group.audit_lines())})
    return rows[::-1]


def _lines(bulletin: Bulletin) -> list[str]:
    about = () if bulletin.about is None else bulletin.about.words()
    valid = () if bulletin.valid_until is None else (f"valid until {bulletin.valid_until}",)
    signer = fingerprint_of(bulletin)
    signature = f"signed by {signer}" if signer else "not signed"
    said = (f"{bulletin.people:,} people, {bulletin.date}", *valid, *about, signature)
    return [f"{line[0].upper()}{line[1:]}." for line in said]
