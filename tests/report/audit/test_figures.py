"""What charts and tables show is what the findings say."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pyarrow as pa

from standout.report.audit import figures_data, figures_people, figures_risk, figures_sure, figures_theory
from standout.report.audit.view import View
from standout.report.drawing.figure import Figure, Table
from standout.report.words import count, decimal, percent
from standout.report.words import interval as interval_of
from standout.results.estimate import Estimate
from tests.report.audited import typed


def interval(found: dict[str, float]) -> str:
    return interval_of(Estimate(found["rate"], found["low"], found["high"]))


def made(part: Any) -> Figure:
    assert isinstance(part, Figure), part
    return part


def test_by_adversary_shows_the_best_attack_of_each(
    document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]
) -> None:
    figure = made(figures_risk.by_adversary(View(typed(document), people)))
    found: dict[str, float] = {}
    for row in document["findings"]:
        name = row["adversary"]["name"]
        found[name] = max(found.get(name, 0), row["ties_by_lot"]["1"]["rate"])
    (_, rows), *_ = undrawn
    assert {row.label.rpartition(" (")[2].removesuffix(")"): row.found.rate for row in rows} == found
    assert all(row.label.startswith("knows ") for row in rows)
    for row, one in zip(figure.table.rows, document["findings"], strict=True):
        assert row[3] == count(one["looked_for"])
        assert row[4].split()[0] == interval(one["identified"]["1"]).split()[0]
        assert row[5] == interval(one["ties_by_lot"]["1"])


def test_curves_have_a_line_per_attack_and_a_point_per_group(
    document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]
) -> None:
    figures = figures_risk.curves_by_known(View(typed(document), people))
    assert len(figures) == 2
    for (_, lines), name in zip(undrawn, ("mentions", "share"), strict=True):
        wanted = {row["attack"]: row["by_known"] for row in document["findings"] if row["adversary"]["name"] == name}
        assert {line.label: [point[0] for point in line.points] for line in lines} == {
            attack: [group["known"] for group in groups] for attack, groups in wanted.items()
        }
        assert {line.label: [point[1].rate for point in line.points] for line in lines} == {
            attack: [group["ties_by_lot"]["1"]["rate"] for group in groups] for attack, groups in wanted.items()
        }


def test_entropy_is_shown_beside_what_was_there_before(
    document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]
) -> None:
    figure = made(figures_risk.entropy(View(typed(document), people)))
    bits = [row["entropy_bits"] for row in document["findings"] if "entropy_bits" in row]
    assert [row[2] for row in figure.table.rows] == [decimal(one["before"]) for one in bits]
    assert [row[3].split()[0] for row in figure.table.rows] == [decimal(one["after"]) for one in bits]
    assert all(0 <= row.found.low <= row.found.rate <= row.found.high <= 1 for row in undrawn[0][1])


def test_risk_classes_count_everybody_once(document: dict[str, Any], people: pa.Table) -> None:
    classes = figures_people.risk_classes(View(typed(document), people))
    assert sum(one.people for one in classes) == people.num_rows
    assert abs(sum(one.share for one in classes) - 1) < 1e-9
    found = np.array([np.nan if value is None else value for value in people["found_share"].to_pylist()])
    assert classes[0].people == int((found >= 0.9).sum())
    assert classes[-2].people + classes[-1].people == int(np.isnan(found).sum())


def test_spread_and_groups_are_the_findings_own(
    document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]
) -> None:
    view, personal = View(typed(document), people), document["personal"]
    figure = made(figures_people.spread(view))
    assert [(row.label, row.size) for row in undrawn[0][1]] == [
        (row["found"], row["people"]) for row in personal["found_share"]
    ]
    assert [row[1] for row in figure.table.rows] == [count(row["people"]) for row in personal["found_share"]]
    for part, key in ((figures_people.by_length, "by_record_length"), (figures_people.by_rare, "by_rare_share")):
        figure = made(part(view))
        assert [row[0] for row in figure.table.rows] == [row["group"] for row in personal[key]]
        assert [row[2] for row in figure.table.rows] == [interval(row) for row in personal[key]]


def test_the_table_of_people_has_no_record_and_ends(document: dict[str, Any], people: pa.Table) -> None:
    table = figures_people.people_table(View(typed(document), people))
    assert isinstance(table, Table)
    assert 0 < len(table.rows) <= 50
    wanted = {row["person"]: row for row in people.to_pylist()}
    for name, items, found, _, revealing in table.rows:
        low, high = wanted[name]["items"], wanted[name]["items_to"]
        assert items == ("–" if low is None else f"{low:,}–{high:,}")
        assert found == percent(wanted[name]["found_share"])
        assert 1 <= len(revealing.split(" · ")) <= 3
    shares = [wanted[row[0]]["found_share"] for row in table.rows]
    assert shares == sorted(shares, reverse=True)


def test_verdicts_and_accusations(document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]) -> None:
    view = View(typed(document), people)
    figure = made(figures_sure.verdicts(view))
    assert len(figure.table.rows) == len(document["findings"])
    for row, one in zip(figure.table.rows, document["findings"], strict=True):
        assert list(row[2:5]) == [interval(one["declared"][part]) for part in ("correct", "wrong", "silent")]
        assert row[5] == interval(one["declared_when_absent"]["accused"])
    assert all(abs(sum(parts) - 1) < 1e-9 for _, parts in undrawn[0][1])
    figure = made(figures_sure.accusations(view))
    assert {row[1] for row in figure.table.rows} == {"likelihood"}


def test_the_curve_over_phi_is_whole(
    document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]
) -> None:
    figure = made(figures_sure.eccentricity(View(typed(document), people)))
    reference = document["personal"]["adversary"]
    curve = next(
        row["eccentricity_curve"]
        for row in document["findings"]
        if row["adversary"]["name"] == reference and "eccentricity_curve" in row
    )
    assert len(figure.table.rows) == len(curve)
    drawn = {line.label: [point[1].rate for point in line.points] for line in undrawn[0][1]}
    assert drawn["accuses when absent"] == [row["accused_when_absent"]["rate"] for row in curve]
    assert "equal error rate" in figure.says


def test_similarity_curves(document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]) -> None:
    made(figures_sure.sparsity(View(typed(document), people)))
    nearest = document["sparsity"]["nearest_neighbour_at_least"]
    assert len(undrawn[0][1]) == len(nearest) == 3
    assert [point[1].rate for point in undrawn[0][1][0].points] == [row["rate"] for row in nearest["items"]]
    made(figures_sure.close_guess(View(typed(document), people)))
    assert len(undrawn[1][1]) == 3


def test_failures_and_success_make_up_everybody(
    document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]
) -> None:
    made(figures_sure.failures(View(typed(document), people)))
    assert len(undrawn[0][1]) == len({row["adversary"]["name"] for row in document["findings"]})
    assert all(abs(sum(parts) - 1) < 1e-9 for _, parts in undrawn[0][1])


def test_theory_beside_measurement(document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]) -> None:
    view = View(typed(document), people)
    figure = made(figures_theory.theory(view))
    assert undrawn[0][1][0].size == document["theory"]["theorem_1"]["items_needed"]
    for adversary, label, attack, found in figures_theory.enough(view):
        assert found.rate >= 0.95
        rows = [row for row in document["findings"] if row["adversary"]["name"] == adversary]
        low = int(re.match(r"\d+", label)[0])  # type: ignore[index]
        for row in rows:
            for group in row["by_known"]:
                assert (
                    group["identified"]["1"]["rate"] < 0.95
                    or int(group["mean_known"]) >= low
                    or row["attack"] == attack
                )
    assert figures_theory.partial_release(view) is None
    assert any("theorem 2" in row[0] for row in figure.table.rows)


def test_popularity(document: dict[str, Any], people: pa.Table, undrawn: list[tuple[str, Any]]) -> None:
    view, popularity = View(typed(document), people), document["popularity"]
    made(figures_data.information(view))
    assert [(at, bits.rate) for at, bits in undrawn[0][1][0].points] == [
        (row["rank"], row["bits"]) for row in popularity["information_by_rank"]
    ]
    for part, key in (
        (figures_data.items_by_holders, "items_by_holders"),
        (figures_data.people_by_items, "people_by_items"),
    ):
        figure = made(part(view))
        assert [row[1] for row in figure.table.rows] == [count(row["count"]) for row in popularity[key]]
    table = figures_data.outside_top(view)
    assert isinstance(table, Table)
    assert [row[1] for row in table.rows] == [interval(row["1"]) for row in popularity["people_with_items_outside_top"]]


def test_all_findings_are_all_there(document: dict[str, Any], people: pa.Table) -> None:
    table = figures_data.all_findings(View(typed(document), people))
    assert len(table.rows) == len(document["findings"])
    assert table.head[table.sorted_by or 0] == "first"
    worst_first = sorted(document["findings"], key=lambda one: -one["identified"]["1"]["rate"])
    for row, one in zip(table.rows, worst_first, strict=True):
        assert list(row[2:4]) == [count(one["looked_for"]), count(one["not_known"])]
        assert row[4].split()[0] == interval(one["identified"]["1"]).split()[0]
        assert row[5] == interval(one["ties_by_lot"]["1"])
        assert list(row[7:10]) == [interval(one["identified"][k]) for k in ("5", "10", "100")]
        assert len(row) == len(table.head)
