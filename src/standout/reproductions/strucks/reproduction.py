"""Strucks, "Protecting implicit sensitive information from inference attacks" (2019): gender, and how to blur it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from standout.auditing.settings import Progress, no_progress
from standout.errors import BadInput
from standout.inference.features import values_matrix
from standout.inference.folds import check_folds
from standout.io.reading import read
from standout.io.tables.groups_of_items import read_item_groups
from standout.io.tables.people_attributes import read_attribute
from standout.reproductions.reproduced import Reproduced, reproduced
from standout.reproductions.rows import Section
from standout.reproductions.saved_charts import beside, described
from standout.reproductions.strucks.strucks_blur import table_3, table_9, table_10, table_20, tables_11_and_22
from standout.reproductions.strucks.strucks_further import (
    figure_5,
    figure_6,
    figure_9,
    figures_3_and_4,
    section_42,
    table_18,
    table_28,
    tables_15_and_16,
)
from standout.reproductions.strucks.strucks_inference import (
    table_2,
    table_4,
    table_5,
    table_6,
    table_27,
    tables_7_and_8,
)
from standout.reproductions.strucks.strucks_lab import FOLDS, Lab
from standout.reproductions.strucks.strucks_real import table_14, table_21, tables_17_and_19
from standout.reproductions.strucks.strucks_wishes import real_attacker, wishes
from standout.reproductions.strucks.strucks_words import ALIKE
from standout.results.reproduction import Row, percent

TITLE = (
    "Protecting implicit sensitive information from inference attacks: toward gender obfuscation in the user-item "
    "matrix (Strucks, master thesis, 2019)"
)
ATTRIBUTE = "gender"
_STEPS = 90


def strucks(
    data: str | None, seed: int = 1, draws: int | None = None, threads: int | None = None,  # noqa: ARG001
    progress: Progress = no_progress,
) -> Reproduced:  # fmt: skip
    """Reproduce the study on data whose people have a gender."""
    if data is None:
        raise BadInput("reproduce strucks: no --data; name the folder of ml-1m or ml-100k, or 'sample'")
    lab = _lab(data, seed, _counting(progress))
    first, validated = table_2(lab)
    base = validated["logistic"]
    sections = [
        first, table_3(lab), table_4(lab, base), table_5(lab), table_6(lab), *tables_7_and_8(lab), table_9(lab),
        table_10(lab), *tables_11_and_22(lab), table_14(lab), *tables_15_and_16(lab), *tables_17_and_19(lab),
        table_18(lab), table_20(lab), table_21(lab), table_27(lab, base), section_42(lab), *figures_3_and_4(lab),
        figure_6(lab), *_by_groups(lab),
    ]  # fmt: skip
    sections = [_with_chart(section) for section in (*_in_order(sections), real_attacker(lab), wishes(lab))]
    adaptive = _learned_again(lab)
    return reproduced(
        "strucks", TITLE, described(lab.data), seed, FOLDS, sections, _findings(sections, validated, adaptive)
    )


def _lab(data: str, seed: int, tell: Any) -> Lab:
    interactions = read(data)
    if not interactions.has_values:
        raise BadInput(f"reproduce strucks: {data} has no values, which the study is about; use ml-1m or ml-100k")
    attribute = read_attribute(data, None, ATTRIBUTE, interactions)
    if len(attribute.classes) != 2:
        raise BadInput(f"reproduce strucks: '{ATTRIBUTE}' has {len(attribute.classes)} classes, the study has two")
    check_folds(attribute.name, attribute.classes, attribute.sizes, FOLDS)
    if len(attribute.known) < interactions.people:
        raise BadInput(f"reproduce strucks: {ATTRIBUTE} is not known of everybody; use ml-1m or ml-100k")
    return Lab(interactions, attribute, read_item_groups(data, None, interactions), seed, tell)


def _counting(progress: Progress) -> Any:
    done = 0

    def tell(what: str) -> None:
        nonlocal done
        progress(what, min(done, _STEPS), _STEPS)
        done += 1

    return tell


def _by_groups(lab: Lab) -> list[Section]:
    """What the study says of genres; nothing for data without groups of items."""
    if lab.groups is None:
        return []
    return [figure_5(lab, lab.groups), figure_9(lab, lab.groups), table_28(lab, lab.groups)]


def _in_order(sections: list[Section]) -> list[Section]:
    """Tables by number, then figures and sections."""
    kinds = ("table", "figure", "section")

    def place(section: Section) -> tuple[int, float]:
        kind, number = section.table.split()
        return kinds.index(kind), float(number)

    return sorted(sections, key=place)


def _with_chart(section: Section) -> Section:
    rows = [row for row in section.rows if row.unit == "share" and row.ours is not None]
    if len(rows) < 3:
        return section
    return section if section.chart else replace(section, chart=lambda: beside(section.title, rows, "accuracy"))


def _learned_again(lab: Lab) -> float:
    """AUC of a logistic regression that learns on the blurred data, greedy 10%, with labels of its training folds."""
    from standout.inference.attackers import ATTACKERS
    from standout.inference.validation import cross_validated

    lab.tell("one who learns on the blurred data")
    matrix = values_matrix(lab.blurme("greedy", 0.10))
    validated = cross_validated(ATTACKERS["logistic"], matrix, lab.codes, lab.folds, 2, lab.seed, tested=range(3))
    return validated.spread("auc").mean


def _findings(sections: list[Section], validated: Any, adaptive: float) -> list[str]:
    rows: list[Row] = [row for section in sections for row in section.rows if row.published is not None]
    spread = [row for row in rows if row.low is not None]
    alike = sum(row.remark == ALIKE for row in spread)
    tuned, plain = (validated[name].spread("auc").mean for name in ("tuned", "logistic"))
    errors = [row.ours for row in _table(sections, "table 11") if row.what == "blurme 10%: rmse on original ratings"]
    start = [row.ours for row in _table(sections, "table 11") if row.what.startswith("original")]
    lines = [
        f"{alike} of {len(spread)} figures that have a spread are within the published one.",
        "The study's classifiers stop short: with its strength chosen by inner validation, logistic regression on "
        f"presence alone reaches AUC {tuned:.2f}, where the default one has {plain:.2f}.",
        "Blurring fools only one who learned before it. After BlurMe, greedy, 10%, a logistic regression that learns "
        f"on the blurred data with known labels of other people has AUC {adaptive:.2f}.",
    ]
    if errors and start and errors[0] is not None and start[0] is not None:
        change = errors[0] / start[0] - 1
        lines.append(
            "That blurring lowers the error of recommendations comes from testing on invented ratings: on held-out "
            f"original ratings BlurMe at 10% changes it by {percent(abs(change))} for the "
            f"{'worse' if change > 0 else 'better'}."
        )
    return lines


def _table(sections: list[Section], table: str) -> list[Row]:
    return next((section.rows for section in sections if section.table == table), [])
