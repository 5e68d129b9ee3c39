"""`--page` beside `--pairs`: one file with the recommender inside, applied to a person's list where they are."""

from __future__ import annotations

from standout import __version__
from standout.common.languages.messages import Words
from standout.common.pages import embedded, environment_of, policy
from standout.label.bulletin.signing import fingerprint_of
from standout.label.label_page import SERVICES, TEMPLATES, WORDS, known_items, style_and_script
from standout.results.recommender import Recommender

_SCRIPTS = ("titles.js", "history.js", "services.js", "unpacking.js", "matching.js", "list.js", "pairs.js")


def render_pairs_page(made: Recommender, language: str | None = None) -> str:
    """The page as text: the same recommender gives the same bytes. The pairs themselves are not in it."""
    from markupsafe import Markup

    spoken = Words((*WORDS, "pairs"), language)
    style, script = style_and_script(_SCRIPTS)
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
            words=Markup(embedded(spoken.document())),
            data=Markup(embedded(data)),
            made=made,
            services=SERVICES,
            listing_hint="pairs.untick",
            signer=fingerprint_of(made),
            version=__version__,
            **spoken.helpers(),
        )
    )
