"""What a person is told: counts, groups, what moves them, and the fewest items to leave out, against trying all."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

from standout.errors import BadInput
from standout.label.bulletin.groups import bar_of, bars
from standout.label.person.history import History
from standout.label.person.assessing import assess
from standout.label.person.person_score import expected_set, paper_score
from standout.label.person.reading_history import read_history
from standout.label.person.self_check import check, one_step
from standout.results.bulletin import Bulletin, Norm
from standout.results.bulletin_checks import SCORES
from standout.results.check import Choice, HistoryFacts
from tests.label.bulletins import bulletin_of, random_bulletin
from tests.label.histories import bulletin


def history(folder: Path, *lines: str) -> History:
    file = folder / "history.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    return read_history(file)


def fewest_by_trying_all(counts: list[int], known: Bulletin, score: str, bar: int) -> int | None:
    drawn = bars(known.scores[score].groups)
    for left_out in range(1, len(counts)):
        for kept in itertools.combinations(counts, len(counts) - left_out):
            if bar_of(assess(kept, known, score).score, drawn) > bar:
                return left_out
    return None


@pytest.mark.parametrize("score", SCORES)
def test_one_step_better_is_the_fewest_of_all_ways(score: str) -> None:
    dice = random.Random(5)
    found = set()
    for _ in range(60):
        known = bulletin_of(
            None, [1], people=dice.choice([50, 1_000]), rare_below=dice.choice([2, 5, 100]), paper=Norm(0.0, 3.0)
        )
        counts = [dice.choice([0, 1, 3, 3, 20, 99, 100, 400]) for _ in range(dice.randint(1, 8))]
        counts = [min(count, known.people) for count in counts]
        bar = bar_of(assess(counts, known, score).score, bars(known.scores[score].groups))
        step = one_step(counts, known, score, bar)
        wanted = fewest_by_trying_all(counts, known, score, bar)
        assert (None if step is None else len(step.leave_out)) == wanted
        found.add(wanted)
        if step is not None:
            kept = [count for place, count in enumerate(counts) if place not in step.leave_out]
            assert bar_of(assess(kept, known, score).score, bars(known.scores[score].groups)) == step.bar > bar
    assert None in found
    assert len(found) > 2


def test_the_document(tmp_path: Path) -> None:
    known = bulletin()
    checked = check(history(tmp_path, "The Matrix", "Solaris", "nobody knows this", "matrix"), known)
    counts = [700, 60, 0]
    found = assess(counts, known)
    assert checked.score == found.score
    assert checked.raw_score == found.raw
    assert checked.group == known.scores["better"].groups[found.group].name
    assert [group.name for group in checked.groups] == [group.name for group in known.scores["better"].groups]
    assert (checked.all, checked.rare, checked.unknown) == (3, 2, 1)
    assert checked.expected_set == expected_set(counts, known)
    assert checked.mark in checked.marks
    assert checked.marks == ("safe", "low risk", "medium risk", "high risk", "not safe")
    assert checked.unmatched == ("nobody knows this",)
    assert checked.chosen == (Choice(said="Solaris", fits=2, item="m4", title="Solaris (2002)"),)
    assert [item.title for item in checked.revealing] == ["nobody knows this", "Solaris (2002)"]
    assert checked.revealing[0].holders is None
    assert checked.history == HistoryFacts(kind="list", read_as="titles", lines=4, repeated=1)


def test_the_papers_score_is_the_formula(tmp_path: Path) -> None:
    checked = check(history(tmp_path, "m2", "m3", "m4", "m5"), bulletin(), "paper")
    assert checked.raw_score == paper_score(2, 4) == 2 / 4 + float(np.log(4))
    assert checked.expected_set is None
    assert "expected_set" not in checked.to_dict()


def test_what_is_not_known_can_be_left_aside(tmp_path: Path) -> None:
    read = history(tmp_path, "Dark", "nobody knows this")
    checked = check(read, bulletin(), only_known=True)
    assert (checked.all, checked.unknown, checked.unmatched) == (1, 0, ("nobody knows this",))
    assert "not counted" in " ".join(checked.notes)
    with pytest.raises(BadInput, match="nothing in the history is known"):
        check(history(tmp_path, "nobody knows this"), bulletin(), only_known=True)


def test_a_history_of_another_world_is_noted(tmp_path: Path) -> None:
    checked = check(history(tmp_path, "x", "y"), bulletin_of(None, [5, 6], ["a", "b"]))
    assert checked.unknown == 2
    assert "check that it is the right one" in " ".join(checked.notes)
    assert "no titles" in " ".join(checked.notes)
    with pytest.raises(BadInput, match="score='best'"):
        check(history(tmp_path, "x"), bulletin(), "best")


def test_without_rare_items_nothing_rare_moves(tmp_path: Path) -> None:
    checked = check(history(tmp_path, "m2", "m6"), bulletin())
    assert (checked.rare, checked.without_rare, checked.revealing) == (0, None, ())


def test_long_lists_are_answered_soon() -> None:
    known = random_bulletin(2)
    counts = (known.holders * 3)[:1_000]
    assert one_step(counts, known, "better", 0) is not None
