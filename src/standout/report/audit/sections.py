"""The report's sections, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from standout.report.audit import figures_data, figures_likelihood, figures_people, figures_risk, figures_sure
from standout.report.audit.view import View, mapping, number, text, texts, whole
from standout.report.drawing.charts import Figure, Missing, Table
from standout.report.words import count, counted, spelled

ATTACKS = {
    "likelihood": "Asks of each record how likely it is that just this would be known of its owner, and of nobody in "
    "the data: items, values, days, mistakes and the length of the record all count. Its probabilities are calibrated.",
    "scoreboard-rh": "Adds up what fits: rare items count more, near values and near days count too. It forgives "
    "mistakes, and can hold back unless one record stands out (Narayanan and Shmatikov 2008).",
    "scoreboard": "A record is as good as its worst fitting known item (Narayanan and Shmatikov 2008).",
    "scoreboard-graded": "As scoreboard, with a fit that falls off gradually.",
    "scoring": "Multiplies a sub-score for each known item: high if the record has it, higher if it is rare, low "
    "if it lacks it (Frankowski and others 2006).",
    "flat": "As scoring, but popularity does not matter.",
    "fuzzy-rating": "As scoring, and the value must be within 1 of the known one.",
    "exact-rating": "As scoring, and the value must be the known one.",
    "scoring-heavy": "As scoring, with very long records kept in.",
    "tf-idf": "Compares the known items with each record as search engines compare texts: rare items weigh more, "
    "long records weigh less (Frankowski and others 2006).",
    "set-intersection": "Keeps the records that have every known item. One mistake breaks it (Frankowski and "
    "others 2006).",
}

LIMITS = (
    "An audit shows what these attacks achieve with this knowledge. A cleverer attack, or somebody who knows "
    "more, may find more people; a low rate is no proof of safety.",
    "What the adversary knows is drawn at random from the data itself. Real knowledge is not random: friends "
    "know some things better than others.",
    "A rate comes with a 95% interval. It covers the chance in drawing people and knowledge, not whether the "
    "adversary is realistic.",
    "Someone who is “never found” was not found in these tries. That is not a promise.",
    "Ties count against the adversary: a record that ties with others takes the worst place among them.",
    "The best attack is picked after all have been tried, as an adversary would who can check. That makes its rate "
    "slightly high.",
)

_SIZES = (
    ("people", "person", "people"),
    ("items", "item", "items"),
    ("interactions", "interaction", "interactions"),
)

Block = Figure | Missing | Table


@dataclass(frozen=True)
class Section:
    """A part of the report with a heading."""

    name: str
    title: str
    lead: str
    blocks: Sequence[Block] = field(default_factory=tuple)


def sections(view: View) -> list[Section]:
    """Everything with charts and tables between the first screen and the method."""
    adversary, attack = text(view.personal.get("adversary"), 60), text(view.personal.get("attack"), 40)
    personal = f"“{adversary or '?'}” with the attack {attack or '?'}"
    partial = figures_data.partial_release(view)
    return [
        Section(
            "knowledge",
            "Risk against what the adversary knows",
            "An adversary has the released data and knows a little about one person. How much must they know to "
            "find that person’s record?",
            [figures_risk.by_adversary(view), *figures_risk.curves_by_known(view), figures_risk.entropy(view)],
        ),
        Section(
            "people",
            "Who is at risk",
            f"Everyone was looked for again and again, each time with other items known. Measured with {personal}."
            + _shared_rows(view),
            [
                figures_people.spread(view),
                figures_people.by_length(view),
                figures_people.by_rare(view),
                figures_likelihood.lengths(view),
                figures_people.people_table(view),
            ],
        ),
        Section(
            "items",
            "The items that reveal most",
            "These items made up most of the lead by which people were found.",
            [],
        ),
        Section(
            "sure",
            "How sure the adversary can be",
            "To find somebody is one thing, to know that one has is another. And a confident mistake harms a "
            "person who has nothing to do with it.",
            [
                figures_sure.verdicts(view),
                figures_sure.accusations(view),
                figures_likelihood.promised(view),
                figures_likelihood.reliability(view),
                *figures_likelihood.explanations(view),
                figures_sure.eccentricity(view),
                figures_sure.close_guess(view),
                figures_sure.failures(view),
            ],
        ),
        Section(
            "why",
            "Why people can be found in this data",
            "People can be told apart if their records are unlike each other, and if many items are held by few. "
            "How far is that so here?",
            [
                figures_sure.sparsity(view),
                figures_data.theory(view),
                *([partial] if partial else []),
                figures_data.information(view),
                figures_data.items_by_holders(view),
                figures_data.people_by_items(view),
                figures_data.outside_top(view),
            ],
        ),
        Section(
            "findings",
            "All findings",
            "“First” means that the right record alone comes first; “in the first 10” that it is among the ten "
            "best. Figures in brackets are 95% intervals. A dash means that the figure could not be computed; "
            "the notes say why.",
            [figures_data.all_findings(view)],
        ),
    ]


def _shared_rows(view: View) -> str:
    """What to know of the table of people."""
    if view.raw.get("ids_shown") is True:
        return ""
    return (
        f" At least {spelled(view.crowd)} people share every row of the table of people; what fewer have in common is "
        "told more coarsely, or not at all (–)."
    )


def limits(view: View) -> list[str]:
    """What the figures do not say, and what this file itself gives away."""
    if view.raw.get("ids_shown") is True:
        own = "This report shows ids and item names as they are in the data: treat it like the data itself."
    else:
        own = (
            "Pseudonyms in this report are fresh and say nothing about your ids. At least "
            f"{spelled(view.crowd)} people share every row, group and example in it, so that whoever holds the data "
            "cannot tell which of them is meant. It still says how easily people are found: treat this file as "
            "confidential."
        )
    return [*LIMITS, own]


def adversary_rows(view: View) -> list[tuple[str, str]]:
    """Every adversary word for word."""
    return [(name, view.of(name)[0].sentence or "No description in the findings.") for name in view.adversaries]


def attack_rows(view: View) -> list[tuple[str, str]]:
    """Every attack with what it does."""
    return [
        (name, ATTACKS.get(name, "An attack that this version of the report does not know.")) for name in view.attacks
    ]


def strip(view: View) -> list[str]:
    """The data in a few words, for the top of the page."""
    sizes = [(whole(view.data.get(key)), one, many) for key, one, many in _SIZES]
    found = [counted(amount, one, many) for amount, one, many in sizes if amount is not None]
    return [*found, f"values: {values_of(view.data)}", f"days: {days_of(view.data)}"]


def facts(view: View) -> list[tuple[str, str]]:
    """What was audited, and with what."""
    found = [
        ("standout", text(view.raw.get("standout"), 40) or "unknown version"),
        ("seed", count(number(view.raw.get("seed")))),
    ]
    for what, about in (("data", view.data), ("released", view.released)):
        if about:
            size = [
                counted(amount, one, many) for key, one, many in _SIZES if (amount := whole(about.get(key))) is not None
            ]
            found.append((what, " · ".join(size) or "unknown size"))
            found.append((f"{what}: files", ", ".join(texts(about.get("files"), 120)) or "not named"))
            found.append((f"{what}: SHA-256", text(about.get("sha256"), 80) or "not there"))
            found.append((f"{what}: values", values_of(about)))
            found.append((f"{what}: days", days_of(about)))
    found.append(("people looked for", count(view.audited)))
    found.append(("tries per person", count(number(view.settings.get("draws")))))
    found.append(("people compared for similarity", count(number(view.sparsity.get("people")))))
    found.append(
        (
            "ids",
            "shown as in the data" if view.raw.get("ids_shown") is True else "replaced by fresh pseudonyms",
        )
    )
    return found


def values_of(about: dict[str, object]) -> str:
    """The kind of values in a dataset, in words."""
    values = mapping(about.get("values"))
    levels, kind = whole(values.get("levels")), text(values.get("kind"), 40)
    if kind in ("", "none") or not levels:
        return "none"
    return f"{counted(levels, 'level')} ({kind})"


def days_of(about: dict[str, object]) -> str:
    """The span of days in a dataset, in words."""
    days = mapping(about.get("days"))
    first, last = text(days.get("first"), 20), text(days.get("last"), 20)
    return f"{first} to {last}" if first and last else "none"


def notes(view: View) -> list[str]:
    """Notes about the data, then about each finding; the same note only once."""
    found: dict[str, list[str]] = {}
    for finding in view.findings:
        for note in finding.notes:
            found.setdefault(note, []).append(f"{finding.adversary} with {finding.attack}")
    about = [f"{note} ({_some(whose)})" for note, whose in found.items()]
    return texts(view.raw.get("notes"), 600) + about


def _some(whose: list[str]) -> str:
    return "; ".join(whose) if len(whose) <= 4 else f"{'; '.join(whose[:3])}; and {len(whose) - 3} more"
