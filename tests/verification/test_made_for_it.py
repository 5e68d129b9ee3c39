"""Attackers made for a protection, as `compare` runs them."""

from __future__ import annotations

from pathlib import Path

import standout as so
from standout.protections import protection
from standout.protections.protecting import protect
from standout.verification.fragment_joining import fragments_of
from standout.verification.made_for_it import made_for
from tests.verification.made import ratings

DATA = ratings(people=240)


def test_those_against_crowds_stand_beside_the_ceiling_and_the_totals() -> None:
    crowds = protection("crowds:k=6")
    made = crowds.protect(DATA, None, 1)
    found = {each.attacker: each for each in made_for(DATA, made.data, [crowds], 1, crowds=made.crowds)}
    assert set(found) == {"scores crowds", "puts records together", "knows 3 others", "knows 5 others"}
    named = found["scores crowds"]
    assert (named.beside_is, named.beside) == ("ceiling", 1 / 6)
    assert named.reached is not None
    assert named.reached.low <= 1 / 6
    assert found["knows 5 others"].reached is not None
    assert found["knows 5 others"].beside_is == "totals alone"


def test_there_is_none_where_none_was_made() -> None:
    trim, crowds = protection("trim:keep=3"), protection("crowds:k=6")
    assert made_for(DATA, trim.protect(DATA, None, 1).data, [trim], 1) == ()
    both = protect(DATA, [crowds, trim])
    assert made_for(DATA, both.data, [crowds, trim], 1, crowds=both.crowds) == ()
    few = ratings(people=30)
    made = crowds.protect(few, None, 1)
    assert made_for(few, made.data, [crowds], 1, crowds=made.crowds) == ()


def test_fragments_are_joined_beside_a_blind_guess() -> None:
    made = protect(DATA, [protection("split:size=4")])
    pieces = fragments_of(made.data, made.origins, 1)
    assert pieces is not None
    assert pieces.known is not None
    found = made_for(DATA, made.data, [protection("split:size=4")], 1, (pieces.known, pieces.origins))
    assert {joins.attacker for joins in found} == {"joins fragments", "joins by taste"}
    for joins in found:
        assert joins.beside_is == "blind guess"
        assert joins.beside is not None
        assert 0 < joins.beside < 0.1
    reached = [joins.reached.rate for joins in found if joins.reached is not None]
    assert reached == sorted(reached, reverse=True)


def test_a_row_and_the_page_say_it_all(tmp_path: Path) -> None:
    how = {"adversaries": "share", "attacks": "likelihood", "targets": 60, "max_risk": 0.2}
    found = so.compare(DATA, ["crowds:k=6", "split:size=4"], **how)  # type: ignore[arg-type]
    crowds, split = found.protections
    assert crowds.made_for_it is not None
    assert crowds.utility is not None
    assert crowds.transfer is not None
    assert split.made_for_it is not None
    assert (split.utility, split.realism) == (None, None)
    assert split.risk is not None
    assert split.identified["share"].tried == 3  # as it is, having learnt, and joining
    assert any("new ones" in note for note in split.notes)
    if split.transfer is not None and split.transfer.loss is not None:
        assert split.utility_loss == max(0.0, split.transfer.loss.loss)
    found.save(tmp_path)
    page = (tmp_path / "compare.html").read_text()
    assert "Attackers made for a protection" in page
    assert "joins fragments" in page
