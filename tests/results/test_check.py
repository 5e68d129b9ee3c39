"""What a check says of itself: the same words for terminal, page and label, and JSON that comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from standout.errors import BadInput
from standout.label.person.reading_history import history_of_words
from standout.label.person.self_check import check
from standout.results.check import Check
from tests.label.bulletins import bulletin_of, random_bulletin
from tests.label.histories import bulletin
from tests.schemas import fits

KNOWN = check(history_of_words(["The Matrix", "Solaris", "nobody knows this"]), bulletin())
SAFE = check(history_of_words(["m2", "m6"]), bulletin())
MANY = check(history_of_words(random_bulletin(3).ids[:60]), random_bulletin(3))


@pytest.mark.parametrize("checked", [KNOWN, SAFE, MANY])
def test_json_comes_back(checked: Check) -> None:
    assert Check.from_json(checked.to_json()) == checked
    document = json.loads(checked.to_json())
    assert fits(document, Check)
    assert next(iter(document.items())) == ("schema", "standout/check/1.0")
    assert document == checked.to_dict()


def test_a_result_without_its_newest_keys_is_read() -> None:
    older = {key: value for key, value in KNOWN.to_dict().items() if key not in ("schema", "expected_set")}
    assert Check.from_dict({**older, "later": 1}) == replace(KNOWN, expected_set=None)
    with pytest.raises(BadInput, match=r"'standout/check/1\.0' is needed"):
        Check.from_dict({**older, "schema": "standout/check/2.0"})


@pytest.mark.parametrize("checked", [KNOWN, SAFE, MANY])
def test_the_persons_bar_is_the_one_with_the_mark(checked: Check) -> None:
    assert checked.row is not None
    assert checked.marks[checked.row] == checked.mark
    assert f"Privacy label: {checked.mark}." in checked.label_svg()


def test_the_headline_names_the_half_of_a_group() -> None:
    plain = replace(KNOWN, hides_among=None, few=None)
    assert replace(plain, mark="safe", group="safe", half=None).headline() == "Your label: safe."
    halved = replace(plain, mark="low risk", group="safe", half="less safe")
    assert halved.headline() == "Your label: low risk, the less safe half of the group “safe”."


def test_words_for_what_is_rare() -> None:
    assert replace(KNOWN, rare=2).rarity_words().startswith("2 of them are rare: fewer than 100 people")
    assert replace(KNOWN, rare=1).rarity_words().startswith("1 of them is rare")
    assert SAFE.rarity_words() == "None of them is rare: each has at least 100 people."
    assert SAFE.without_rare_words() is None
    assert replace(KNOWN, without_rare=KNOWN.mark).without_rare_words() == (
        f"Without the rare ones your label would still be: {KNOWN.mark}."
    )


def test_words_for_one_step_better() -> None:
    assert MANY.step is not None
    assert MANY.step_words().startswith(f"Leave out {MANY.step.leave_out} items, and your label is: {MANY.step.mark}.")
    assert "best label" in replace(MANY, step=None, mark=MANY.marks[0]).step_words()
    assert "Out of reach" in replace(MANY, step=None, mark=MANY.marks[-1]).step_words()


def test_numbers_stand_on_the_label_only_if_asked() -> None:
    assert "score" not in KNOWN.label_svg()
    assert f"score {KNOWN.score:.3f} of 1 (hiding)" in KNOWN.label_svg(numbers=True)
    assert any("of 1,000 people" in line for line in KNOWN.number_words())
    paper = check(history_of_words(["m2", "m6"]), bulletin(), "paper")
    assert not any("random 5%" in line for line in paper.number_words())


def test_what_was_not_found_is_counted_or_left_aside() -> None:
    assert KNOWN.unmatched_words() == "1, not counted"
    words = ["The Matrix", "Dark", "nobody knows this"]
    counted = check(history_of_words(words), bulletin(), count_unknown=True)
    assert counted.unmatched_words() == "1, counted as rare"


def test_the_headline_says_among_how_many_and_how_often_among_few() -> None:
    said = replace(KNOWN, hides_among=1_234.5, few=0.126)
    assert said.headline() == (
        "From someone who knows a random part of your list you hide among about 1,200 people; in 13% of cases that "
        "fits five people or fewer."
    )
    worst = replace(KNOWN, mark=KNOWN.marks[-1], few=0.97)
    assert worst.headline().startswith("Found by someone who knows a random part of your list: in 97% of cases")


def test_tables() -> None:
    assert KNOWN.to_pandas()["title"].tolist() == [item.title for item in KNOWN.revealing]
    assert KNOWN.to_arrow("groups").column_names == ["name", "centroid", "low", "high", "people"]
    assert KNOWN.to_arrow("unmatched").to_pylist() == [{"said": "nobody knows this"}]
    assert MANY.step is not None
    assert MANY.to_arrow("leave_out").num_rows == MANY.step.leave_out


def test_saving_writes_what_the_command_writes(tmp_path: Path) -> None:
    file = KNOWN.save(tmp_path / "mine")
    assert sorted(path.name for path in file.parent.iterdir()) == ["check.json", "label.svg"]
    assert Check.read(tmp_path / "mine") == Check.read(file) == KNOWN
    assert (tmp_path / "mine" / "label.svg").read_text(encoding="utf-8") == KNOWN.label_svg()
    assert {path.stat().st_mode & 0o777 for path in file.parent.iterdir()} == {0o600}
    SAFE.save(tmp_path / "mine")
    (tmp_path / "mine" / "label.svg").write_text("mine")
    with pytest.raises(BadInput, match="no earlier result"):
        KNOWN.save(tmp_path / "mine")


def test_foreign_titles_are_escaped_on_the_page() -> None:
    hostile = bulletin_of(["<script>alert(1)</script>"], [5], ["a"])
    page = check(history_of_words(["a", "<img src=x onerror=alert(1)>"]), hostile, least_found=0.5)._repr_html_()
    assert "<script" not in page
    assert "<img" not in page
    assert "&amp;lt;script&amp;gt;" in page
