"""What advice says of itself, and JSON that comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from standout.advising.posting_advice import Wishes
from standout.advising.showing import advice_from_bulletin
from standout.label.person.reading_history import history_of_words
from standout.results.advice import Advice, AttackedAgain, Hide, Verified, amount, people
from tests.label.bulletins import bulletin_of
from tests.schemas import fits

BULLETIN = bulletin_of(["One", "Two", "Three", "Four", "Five"], [900, 400, 400, 120, 30])
ESTIMATED = advice_from_bulletin(
    BULLETIN, history_of_words(["Five", "Two", "Elsewhere"]), Wishes(k=20, mentions=2), draft=history_of_words(["Four"])
)
ATTACKS = (
    AttackedAgain(attack="tf-idf", before=0, hidden=25, mentioned=1_000),
    AttackedAgain(attack="scoring", before=3, hidden=30),
)
COUNTED = replace(
    ESTIMATED,
    source="data",
    estimate=False,
    fits=3,
    others=2,
    verified=Verified(hide=True, mention=False, attacks=ATTACKS),
    draft=None,
    bulletin=None,
)


@pytest.mark.parametrize("advice", [ESTIMATED, COUNTED])
def test_json_comes_back(advice: Advice) -> None:
    again = Advice.from_json(advice.to_json())
    assert again == advice
    assert isinstance(again.fits, int) == isinstance(advice.fits, int), "an estimate stays one"
    document = json.loads(advice.to_json())
    assert fits(document, Advice)
    assert next(iter(document.items())) == ("schema", "standout/advise/1.0")
    assert ("draft" in document, "bulletin" in document) == (advice is ESTIMATED, advice is ESTIMATED)


def test_nothing_is_verified_by_a_bulletin() -> None:
    assert ESTIMATED.to_dict()["verified"] is False
    assert ESTIMATED.verification is None
    assert ESTIMATED.verdicts() == []


def test_headlines() -> None:
    few = "Less than one other person of 1,000 people is expected to have all 4 items that you show."
    assert ESTIMATED.headline() == few
    many = replace(ESTIMATED, others=12.4).headline()
    assert many == "About 12 others of 1,000 people are expected to have all 4 items that you show."
    assert COUNTED.headline() == (
        "3 people of 1,000 people have all 4 items that you show: you and 2 others, if you are in the data."
    )
    assert replace(COUNTED, fits=0).headline().startswith("Nobody of 1,000 people has all 4 items")
    assert replace(COUNTED, fits=1, others=0).headline().endswith("if you are in the data, it is yours.")


def test_amounts_are_counted_or_estimated() -> None:
    assert [amount(number) for number in (1_200, 0.3, 1_200.4)] == ["1,200", "less than one", "about 1,200"]
    assert [people(number) for number in (1, 2)] == ["1 person", "2 people"]
    assert [people(number) for number in (1.2, 7.0)] == ["about 1 person", "about 7 people"]


def test_words_for_hiding() -> None:
    both = (Hide(items=("A", "B"), others=12, exact=True), Hide(items=("A", "B", "C"), others=40, exact=False))
    first, second = replace(COUNTED, hide=both).hide_words()
    assert first == ("Hide 2 items", " of 4, and 12 others fit (no smaller set will do):", ("A", "B"))
    assert second.what == "To hold in every attack, hide 3 items"
    assert "a smaller set may do" in second.outcome
    (nothing,) = replace(COUNTED, hide=(Hide(items=(), others=30, exact=True),)).hide_words()
    assert nothing[:2] == ("Nothing needs to be hidden", " for 20 others to fit: 30 others do.")
    (cannot,) = replace(COUNTED, hide=()).hide_words()
    assert cannot[:2] == ("Hiding cannot help", ": there are not 20 others in all.")


def test_verdicts_are_told_of_what_is_advised() -> None:
    assert COUNTED.verdicts() == [
        "Hiding holds in every attack.",
        "Mentioning besides, also where popular mentions are ignored, does not bring 20 others in every attack.",
    ]
    assert len(replace(COUNTED, mention=()).verdicts()) == 1
    assert [COUNTED.standing_words(others) for others in (None, 25, 1_000)] == ["", "25", "lost"]


def test_unknown_things_count_only_in_estimates() -> None:
    assert ESTIMATED.unknown_words() == "it counts as rare"
    assert COUNTED.unknown_words() == "in this data nobody is recognised by it"
    assert replace(COUNTED, unknown=("a", "b")).unknown_words() == "in this data nobody is recognised by them"


def test_what_tells_nothing_is_not_told() -> None:
    assert all(row.bits >= 0.05 for row in ESTIMATED.telling())
    assert len(ESTIMATED.telling()) < len(ESTIMATED.revealing)


def test_tables() -> None:
    assert COUNTED.to_arrow("attacks").to_pylist()[1] == {
        "attack": "scoring", "before": 3, "hidden": 30, "mentioned": None, "ignoring": None,
    }  # fmt: skip
    assert ESTIMATED.to_pandas()["item"].tolist() == [row.item for row in ESTIMATED.revealing]
    assert ESTIMATED.to_pandas("hide")["item"].tolist() == list(ESTIMATED.hide[0].items)


def test_saving_writes_what_the_command_writes(tmp_path: Path) -> None:
    file = COUNTED.save(tmp_path / "advice")
    assert file.name == "advise.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert Advice.read(tmp_path / "advice") == COUNTED


@pytest.mark.parametrize("advice", [ESTIMATED, COUNTED])
def test_the_page_says_the_same(advice: Advice) -> None:
    page = replace(advice, unknown=("<b>x",))._repr_html_()
    assert advice.headline() in page
    assert "<b>x" not in page
    assert ("Attacked again" in page) == (advice is COUNTED)
