"""What is said of a bulletin, and the bulletin's own tables, schema and page."""

from __future__ import annotations

import json

import pytest

from standout.results.bulletin import Bulletin
from standout.results.publish import PublishSummary, summary_of
from tests.label.bulletins import bulletin_of, random_bulletin
from tests.schemas import fits

BULLETIN = random_bulletin(1)
SUMMARY = summary_of(BULLETIN, "paper", signed=None, seed=3, notes=("a note",), files=("b.json",))


def test_json_comes_back() -> None:
    assert PublishSummary.from_json(SUMMARY.to_json()) == SUMMARY
    document = json.loads(SUMMARY.to_json())
    assert document["schema"] == "standout/publish/1.0"
    assert document["groups"] == document["scores"]["paper"]["groups"]
    assert fits(document, PublishSummary)


def test_the_headline_counts_what_is_in_the_bulletin() -> None:
    rare = sum(count < 100 for count in BULLETIN.holders)
    assert SUMMARY.headline() == (
        f"400 items of 1,000 people, {rare} of them rare (fewer than 100 holders); 40 more are not named"
    )


def test_shares_add_up() -> None:
    assert sum(share for _, share in SUMMARY.group_shares()) == pytest.approx(1)


@pytest.mark.parametrize("bulletin", [BULLETIN, bulletin_of(None, [9, 10]), bulletin_of(["One", None], [400, 90])])
def test_a_bulletin_has_its_own_version_key_and_a_schema(bulletin: Bulletin) -> None:
    document = json.loads(bulletin.to_json())
    assert next(iter(document.items())) == ("standout_bulletin", 1)
    assert "schema" not in document
    assert document == bulletin.to_dict()
    assert Bulletin.from_dict(bulletin.to_dict()) == bulletin
    assert fits(document, Bulletin)
    assert not fits(document | {"more": 1}, Bulletin)


def test_tables_of_a_bulletin() -> None:
    items = BULLETIN.to_arrow()
    assert items.column_names == ["item", "title", "holders"]
    assert items["holders"].to_pylist() == list(BULLETIN.holders)
    assert set(BULLETIN.to_arrow("groups")["score"].to_pylist()) == {"hiding", "better", "paper"}
    assert bulletin_of(None, [9]).to_arrow().to_pylist() == [{"item": "1", "title": None, "holders": 9}]


def test_an_item_is_called_by_its_title_or_its_id() -> None:
    named = bulletin_of(["One", None], [400, 90], ["a", "b"])
    assert [named.name_of(item) for item in (0, 1)] == ["One", "b"]


def test_scores_are_found_by_their_names_only() -> None:
    assert [name for name, _ in BULLETIN.scores.items()] == ["hiding", "better", "paper"]
    with pytest.raises(KeyError):
        BULLETIN.scores["to_dict"]


def test_pages_show_the_groups_and_what_is_guaranteed() -> None:
    for page, score in ((SUMMARY._repr_html_(), "paper"), (BULLETIN._repr_html_(), "hiding")):
        assert BULLETIN.made.guarantee in page
        assert "Not signed." in page
        assert BULLETIN.scores[score].groups[0].name in page
