"""The report's sections, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from standout.common.attack_summaries import SUMMARIES
from standout.report.audit import (
    figures_adds,
    figures_crowd,
    figures_data,
    figures_learned,
    figures_likelihood,
    figures_people,
    figures_risk,
    figures_sure,
    figures_theory,
)
from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Missing, Same, Table
from standout.report.drawing.theme import Drawing
from standout.report.words import count, counted, gathered, someone_who, spelled
from standout.results.about_data import About

LIMITS = (
    "An audit shows what these attacks achieve with this knowledge. A cleverer attack, or somebody who knows "
    "more, may find more people; a low rate is no proof of safety.",
    "What the adversary knows is drawn at random from the data itself. Real knowledge is not random: friends "
    "know some things better than others.",
    "A rate comes with a 95% interval. It covers the chance in drawing people and knowledge, not whether the "
    "adversary is realistic.",
    "Someone who is “never found” was not found in these tries. That is not a promise.",
    "Ties count against the adversary: a record that ties with others takes the worst place among them. Attacks are "
    "compared by what they find if ties are broken by lot, which stands beside it.",
    "The best attack is picked after all have been tried, as an adversary would who can check. The interval of the "
    "worst case is corrected for that; the rate itself is slightly high.",
)

Block = Figure | Missing | Same | Table


@dataclass(frozen=True)
class Section:
    """A part of the report with a heading."""

    name: str
    title: str
    lead: str
    blocks: Sequence[Block] = field(default_factory=tuple)
    specialist: Sequence[Block] = field(default_factory=tuple)
    """What takes more than plain words to read: folded away."""


def sections(view: View) -> list[Section]:
    """Everything with charts and tables between the first screen and the method."""
    return [
        replace(section, blocks=_unless_flat(section.blocks), specialist=_unless_flat(section.specialist))
        for section in _sections(view)
    ]


def _unless_flat(blocks: Sequence[Block]) -> list[Block]:
    """One paragraph first, instead of all charts in which everything says the same."""
    flat = [each for each in blocks if isinstance(each, Figure) and isinstance(each.svg, Drawing) and each.svg.flat]
    if not flat:
        return list(blocks)
    says = [(each.title, each.says) for each in flat]
    return [Same(flat[0].name, says, [each.table for each in flat]), *(each for each in blocks if each not in flat)]


def _sections(view: View) -> list[Section]:
    personal = f"{someone_who(view.document.personal.adversary)}, by the attack {view.document.personal.attack}"
    partial = figures_theory.partial_release(view)
    return [
        Section(
            "knowledge",
            "Risk against what the adversary knows",
            "An adversary has the released data and knows a little about one person. How much must they know to "
            "find that person’s record?",
            [
                figures_risk.by_adversary(view),
                *figures_risk.curves_by_known(view),
            ],
            [figures_likelihood.told_or_learnt(view), figures_risk.entropy(view)],
        ),
        Section(
            "further",
            "What if they knew more?",
            "The same people, looked for by somebody who knows more or less of them, and more or less exactly.",
        ),
        Section(
            "crowd",
            "In a larger crowd",
            "What is measured here holds among the people of this data. Among more people fewer stand out. How many "
            "would be found among all customers, or in a whole country, if they are people like these?",
            figures_crowd.forecast(view),
            figures_crowd.law(view),
        ),
        Section(
            "people",
            "Who is at risk",
            f"Everyone was looked for again and again, each time with other items known. Measured for {personal}."
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
                figures_sure.close_guess(view),
            ],
            [
                figures_likelihood.promised(view),
                figures_likelihood.reliability(view),
                *figures_likelihood.explanations(view),
                figures_sure.eccentricity(view),
                figures_sure.failures(view),
            ],
        ),
        Section(
            "adds",
            "What a named record adds",
            "Somebody is looked for because of what else is in their record. These are the items that the adversary "
            "did not know before, over the people whom each attack names rightly.",
            figures_adds.adds(view),
        ),
        Section(
            "learned",
            "What is learned about people",
            "Finding a record matters for what is in it. From what is known, an adversary guesses ten further items of "
            "a person; the same is done as if the person were not in the data. What others give away anyhow is no "
            "harm of being in it; the difference is." + _most_learned(view),
            figures_learned.figures(view),
        ),
        Section(
            "why",
            "Why people can be found in this data",
            "People can be told apart if their records are unlike each other, and if many items are held by few. "
            "How far is that so here?",
            [
                figures_sure.sparsity(view),
                figures_data.items_by_holders(view),
                figures_data.people_by_items(view),
            ],
            [
                figures_theory.theory(view),
                *([partial] if partial else []),
                figures_data.information(view),
                figures_data.outside_top(view),
            ],
        ),
        Section(
            "findings",
            "All findings",
            "“First” means that the right record alone comes first; “in the first 10” that it is among the ten "
            "best. Shares are of everybody looked for; somebody of whom nothing could be known counts as not found. "
            "Figures in brackets are 95% intervals; those of “first” hold for all rows at once. A dash means that the "
            "figure could not be computed; the notes say why.",
            [figures_data.all_findings(view)],
        ),
    ]


def _shared_rows(view: View) -> str:
    """What to know of the table of people."""
    if view.document.ids_shown:
        return ""
    return (
        f" At least {spelled(view.crowd)} people share every row of the table of people; what fewer have in common is "
        "told more coarsely, or not at all (–)."
    )


def _most_learned(view: View) -> str:
    """What being in the data costs people, at most."""
    most = view.document.most_learned()
    if most is None or most.learned is None:
        return ""
    return f" Most is learned by {someone_who(most.who)}: {most.learned.said()}."


def limits(view: View) -> list[str]:
    """What the figures do not say, and what this file itself gives away."""
    if view.document.ids_shown:
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
    return [
        (name, view.of(name)[0].adversary.sentence or "No description in the findings.") for name in view.adversaries
    ]


def attack_rows(view: View) -> list[tuple[str, str]]:
    """Every attack with what it does: as the document says of those of others, as we do of ours."""
    summaries = SUMMARIES | (view.document.settings.summaries or {})
    return [(name, summaries.get(name) or _summary_of(name)) for name in view.attacks]


def _summary_of(attack: str) -> str:
    """What an attack says of itself that is neither of this version nor described in the document."""
    from standout.attacks import ATTACKS  # loads all of them, which a report of ours does not need

    added = ATTACKS.get(attack)
    return added.summary if added is not None else "An attack that is not among those of this version."


def strip(view: View) -> list[str]:
    """The data in a few words, for the top of the page."""
    data = view.document.data
    return [*_sizes(data), f"values: {values_of(data)}", f"days: {days_of(data)}"]


def _sizes(about: About) -> list[str]:
    return [
        counted(about.people, "person", "people"),
        counted(about.items, "item"),
        counted(about.interactions, "interaction"),
    ]


def facts(view: View) -> list[tuple[str, str]]:
    """What was audited, and with what."""
    document = view.document
    rows = [("standout", document.standout or "unknown version"), ("seed", count(document.seed))]
    for what, about in (("data", document.data), ("released", document.released)):
        if about is not None:
            rows.append((what, " · ".join(_sizes(about))))
            rows.append((f"{what}: files", ", ".join(about.files) or "not named"))
            rows.append((f"{what}: SHA-256", about.sha256 or "not there"))
            rows.append((f"{what}: values", values_of(about)))
            rows.append((f"{what}: days", days_of(about)))
    rows.append(("people looked for", count(view.audited)))
    rows.append(("tries per person", count(document.settings.draws)))
    rows.append(("people compared for similarity", count(document.sparsity.people)))
    rows.append(("ids", "shown as in the data" if document.ids_shown else "replaced by fresh pseudonyms"))
    return rows


def values_of(about: About) -> str:
    """The kind of values in a dataset, in words."""
    if about.values.kind in ("", "none") or not about.values.levels:
        return "none"
    return f"{counted(about.values.levels, 'level')} ({about.values.kind})"


def days_of(about: About) -> str:
    """The span of days in a dataset, in words."""
    return f"{about.days.first} to {about.days.last}" if about.days else "none"


def notes(view: View) -> list[str]:
    """Notes about the data, then about each finding; the same note only once."""
    by_note: dict[str, list[str]] = {}
    for finding in view.findings:
        for note in finding.notes:
            by_note.setdefault(note, []).append(f"{finding.who} with {finding.attack}")
    about = [f"{note} ({_some(whose)})" for note, whose in by_note.items()]
    return gathered([note for note in view.document.notes if note]) + about


def _some(whose: list[str]) -> str:
    return "; ".join(whose) if len(whose) <= 4 else f"{'; '.join(whose[:3])}; and {len(whose) - 3} more"
