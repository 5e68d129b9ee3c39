"""What a person is told: counts, groups, what moves them, and the fewest items to leave out, against trying all."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

from standout.errors import BadInput
from standout.label.bulletin.groups import bar_of, bars
from standout.label.person.assessing import assess
from standout.label.person.history import History
from standout.label.person.person_score import expected_set, paper_score
from standout.label.person.reading_history import read_history
from standout.label.person.self_check import check, one_step
from standout.results.bulletin import Bulletin, FoundBy, Norm, Scored, Scores
from standout.results.bulletin_checks import SCORES
from standout.results.check import CheckedItem, Choice, HistoryFacts
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
    checked = check(history(tmp_path, "The Matrix", "Solaris", "nobody knows this", "matrix"), known, "better")
    counts = [700, 60]
    found = assess(counts, known)
    assert checked.score == found.score
    assert checked.raw_score == found.raw
    assert checked.group == known.scores["better"].groups[found.group].name
    assert [group.name for group in checked.groups] == [group.name for group in known.scores["better"].groups]
    assert (checked.all, checked.rare, checked.unknown) == (2, 1, 1)
    assert checked.expected_set == expected_set(counts, known)
    assert checked.mark in checked.marks
    assert checked.marks == ("safe", "low risk", "medium risk", "high risk", "not safe")
    assert checked.unmatched == ("nobody knows this",)
    assert checked.chosen == (Choice(said="Solaris", fits=2, item="m4", title="Solaris (2002)"),)
    assert checked.revealing == (CheckedItem(item="m4", title="Solaris", holders=60, called="Solaris (2002)"),)
    assert checked.history == HistoryFacts(kind="list", read_as="titles", lines=4, repeated=1)
    assert checked.why is None


def test_the_label_is_computed_twice_and_both_are_said_if_they_differ(tmp_path: Path) -> None:
    lines = ("The Matrix", "Star Wars: Episode IV - A New Hope", "Stranger Things", "unheard of", "unheard of too")
    known = bulletin()
    without = check(history(tmp_path, *lines), known)
    rare = check(history(tmp_path, *lines), known, count_unknown=True)
    assert (without.all, without.unknown, rare.all, rare.unknown) == (3, 2, 5, 2)
    assert without.score == assess([700, 650, 500], known, "hiding").score
    assert without.if_counted is not None
    assert rare.if_counted is None
    assert (without.if_counted.score, without.if_counted.mark) == (rare.score, rare.mark)
    assert without.both_differ
    assert f"Counted as rare, your label would be: {rare.mark}." in str(without.unknown_words())
    assert check(history(tmp_path, *lines), known, only_known=True).if_counted is None
    with pytest.raises(BadInput, match="contradict each other"):
        check(history(tmp_path, *lines), known, only_known=True, count_unknown=True)


def test_too_little_found_is_no_label_and_says_why(tmp_path: Path) -> None:
    """A history of 913 films of which a bulletin knows 71 was told to leave out 850."""
    films = [f"Film Number {place} (19{place % 90 + 10})" for place in range(913)]
    known = bulletin_of(films[:71], [200] * 71)
    checked = check(history(tmp_path, *films), known)
    assert (checked.group, checked.mark, checked.score, checked.step) == (None, None, None, None)
    assert checked.why is not None
    assert "only 71 of 913 things" in checked.why
    assert all(word in checked.why for word in ("another service", "another language", "newer"))
    document = checked.to_dict()
    assert document["group"] is None
    assert document["why"] == checked.why
    assert "No label" in checked.headline()
    assert "you" not in checked.label_svg()
    assert check(history(tmp_path, *films), known, least_found=0.05).group is not None
    with pytest.raises(BadInput, match="least_found=2"):
        check(history(tmp_path, "x"), known, least_found=2)


def test_a_book_history_gets_no_verdict_from_a_film_bulletin(tmp_path: Path) -> None:
    titles = ("Emma", "The Sea", "A Long Way", "Night Garden", "Small Rain")
    books = ("Title,Author,ISBN,Exclusive Shelf", *(f'"{title}",Somebody,,read' for title in titles))
    known = bulletin_of(["Emma (1996)", "Solaris (1972)", "Heat (1995)"], [300, 90, 500])
    checked = check(history(tmp_path, *books), known)
    assert checked.matched == 1
    assert checked.group is None


def test_a_sequel_is_not_its_first_part_and_a_year_off_by_one_is_the_same_film(tmp_path: Path) -> None:
    known = bulletin_of(["Top Gun (1986)", "Heat (1995)", "Fargo (1996)"], [900, 600, 500])
    checked = check(history(tmp_path, "Top Gun: Maverick", "Heat (1994)", "Fargo"), known)
    assert checked.unmatched == ("Top Gun: Maverick",)
    assert [(one.wrote, one.took, one.kind) for one in checked.inexact] == [("Heat (1994)", "Heat (1995)", "year")]
    assert checked.rare == 0


def test_one_blockbuster_does_not_lift_nine_rare_films(tmp_path: Path) -> None:
    films = [f"Small Film {place}" for place in range(9)]
    known = bulletin_of([*films, "Blockbuster"], [2] * 9 + [950])
    nine, ten = (check(history(tmp_path, *lines), known) for lines in (films, [*films, "Blockbuster"]))
    assert nine.group == ten.group == known.scores["hiding"].groups[0].name
    assert ten.few is not None
    assert ten.few > 0.9
    seven = bulletin_of([*films, "Blockbuster"], [7] * 9 + [950])
    before, after = (check(history(tmp_path, *lines), seven) for lines in (films, [*films, "Blockbuster"]))
    assert after.row is not None
    assert before.row is not None
    assert before.row - after.row <= 1, "a step at the most, never from the worst to the best"


def test_matches_can_be_refused_and_corrected(tmp_path: Path) -> None:
    known = bulletin()
    lines = ("Star Wars: Episode 4 - A New Hope", "Dark", "The Matrix")
    taken = check(history(tmp_path, *lines), known)
    assert [one.took for one in taken.inexact] == ["Star Wars: Episode IV - A New Hope (1977)"]
    refused = check(history(tmp_path, *lines), known, refused=[lines[0]])
    assert (refused.matched, refused.unmatched, refused.inexact) == (2, (lines[0],), ())
    corrected = check(history(tmp_path, *lines), known, meant=[f"{lines[0]}=m10"])
    assert (corrected.matched, corrected.inexact) == (3, ())
    for wrong, says in (
        ({"refused": ["Alien"]}, "no such line"),
        ({"meant": ["Dark"]}, "the item's id or title"),
        ({"meant": ["Dark=m99"]}, "has no item 'm99'"),
        ({"meant": ["Alien=m2"]}, "no such line"),
    ):
        with pytest.raises(BadInput, match=says):
            check(history(tmp_path, *lines), known, **wrong)  # type: ignore[arg-type]


def test_bulletins_from_before_bands_still_give_a_label(tmp_path: Path) -> None:
    known = bulletin()
    old = msgspec.structs.replace(known, scores=Scores(better=known.scores.better, paper=known.scores.paper))
    old = Bulletin.from_json(old.to_json())
    checked = check(history(tmp_path, "The Matrix", "Dark"), old)
    assert checked.score_used == "better"
    assert checked.marks[0] == "safe"
    assert "before bands" in " ".join(checked.notes)
    with pytest.raises(BadInput, match="made before that score"):
        check(history(tmp_path, "Dark"), old, "hiding")


def test_the_audit_of_a_label_stands_beside_it(tmp_path: Path) -> None:
    known = bulletin()
    groups = known.scores["hiding"].groups
    found = {"acquaintance": FoundBy(0.98, 0.95, 0.99, 200), "ten items": FoundBy(0.5, 0.4, 0.6, 200)}
    told = tuple(
        msgspec.structs.replace(group, found_by=found if place == 4 else None) for place, group in enumerate(groups)
    )
    scores = msgspec.structs.replace(known.scores, hiding=Scored(known.scores["hiding"].norm, told))
    audited = Bulletin.from_json(msgspec.structs.replace(known, scores=scores).to_json())
    popular = check(history(tmp_path, "The Matrix"), audited)
    assert popular.group == groups[4].name
    assert popular.audit_words() == (
        "Of people with this label, 98% are found by an acquaintance (95% to 99%) and 50% are found by someone who "
        "knows ten items (40% to 60%)."
    )
    assert "98% of these are found by an acquaintance" in popular.label_svg()
    rare = check(history(tmp_path, "A Winter's Tale", "The Lighthouse Keepers"), audited)
    assert "Too few people" in str(rare.audit_words())


def test_the_papers_score_is_the_formula(tmp_path: Path) -> None:
    checked = check(history(tmp_path, "m2", "m3", "m4", "m5"), bulletin(), "paper")
    assert checked.raw_score == paper_score(2, 4) == 2 / 4 + float(np.log(4))
    assert checked.expected_set is None
    assert "expected_set" not in checked.to_dict()


def test_what_is_not_known_can_be_left_aside(tmp_path: Path) -> None:
    read = history(tmp_path, "Dark", "nobody knows this")
    checked = check(read, bulletin(), only_known=True, least_found=0.5)
    assert (checked.all, checked.unknown, checked.unmatched) == (1, 1, ("nobody knows this",))
    assert "not counted" in " ".join(checked.notes)
    assert check(history(tmp_path, "nobody knows this"), bulletin(), least_found=0).group is None


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
