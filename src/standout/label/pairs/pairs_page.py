"""`--page` beside `--pairs`: one file with the recommender inside, applied to a person's list where they are."""

from __future__ import annotations

from standout import __version__
from standout.common.pages import embedded, environment_of, policy
from standout.label.bulletin.signing import fingerprint_of
from standout.label.label_page import TEMPLATES, known_items
from standout.results.recommender import Recommender

_SCRIPTS = ("titles.js", "history.js", "matching.js", "list.js", "pairs.js")


def render_pairs_page(made: Recommender) -> str:
    """The page as text: the same recommender gives the same bytes. The pairs themselves are not in it."""
    from markupsafe import Markup

    style = (TEMPLATES / "label.css").read_text(encoding="utf-8")
    script = "\n".join((TEMPLATES / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    listed = made.listed
    data = known_items(listed.ids, listed.titles, listed.counted) | {
        "factors": [list(row) for row in made.factors],
        "scales": list(made.scales),
    }
    return (
        environment_of(TEMPLATES)
        .get_template("pairs.html.j2")
        .render(
            style=Markup(style),
            script=Markup(script),
            policy=policy(style, script),
            data=Markup(embedded(data)),
            made=made,
            signer=fingerprint_of(made),
            version=__version__,
        )
    )
