"""The page as a file: what is in it, what is not, and what it may do."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from standout.errors import BadInput
from standout.profiles.blend_page import RARE, Field, render_page, write_page
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import mine
from tests.profiles.small_populations import population_of

HOSTILE = "</script><script>alert(1)</script>"
SECRET = "the only one who collects sealing wax"


def crowd() -> Population:
    return population_of(
        [
            *[{"city": "Paris", "job": HOSTILE, "age": "5–9"} for _ in range(10)],
            *[{"city": "Rome", "job": "baker", "age": "10–14", "group": ["a", "b"]} for _ in range(10)],
            {"city": "Oslo", "hobby": SECRET},
        ]
    )


@pytest.fixture(scope="module")
def page() -> str:
    population = crowd()
    return render_page(population, mine(population, 0.2))


def test_a_page_for_everybody_shows_no_crowd_of_fewer_than_five() -> None:
    population = crowd()
    everything = mine(population, 0.01)
    assert int(everything.counts.min()) == 1, "the support would let single people through"
    page = render_page(population, everything)
    assert SECRET not in page
    assert "Oslo" not in page
    assert min(data_of(page)["counts"]) >= 5
    alone = population_of([{"city": f"city {number}", "job": f"job {number}"} for number in range(9)])
    with pytest.raises(BadInput, match="no persona is shared by 5 people"):
        render_page(alone, mine(alone, 0.01))


def data_of(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    document: dict[str, Any] = json.loads(text)
    return document


def test_only_what_is_frequent_is_in_it(page: str) -> None:
    assert SECRET not in page
    assert "Oslo" not in page
    document = data_of(page)
    assert set(document) == {
        *("people", "average", "attributes", "pairs", "sizes", "counts", "exactly", "least", "longest", "example"),
        *("rare", "fewest", "smallest"),
    }
    assert document["people"] == 21
    assert min(document["counts"]) >= 5
    assert document["average"] == pytest.approx((30 + 40 + 2) / 21)
    names = {one["name"]: one for one in document["attributes"]}
    assert names["hobby"]["values"] == []
    assert names["group"]["several"]
    assert not names["city"]["several"]


def test_the_personas_are_those_that_were_mined(page: str) -> None:
    document, population = data_of(page), crowd()
    pairs = [(one["name"], value) for one in document["attributes"] for value in one["values"]]
    at, found = 0, []
    for size, count in zip(document["sizes"], document["counts"], strict=True):
        found.append((frozenset(pairs[pair] for pair in document["pairs"][at : at + size]), count))
        at += size
    personas = mine(population, 0.2)
    wanted = [
        (frozenset((name, value) for name, own in personas.persona(number).items() for value in own), int(count))
        for number, count in enumerate(personas.counts)
    ]
    assert found == wanted


def test_one_script_and_one_style_and_nothing_else(page: str) -> None:
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    policy = policy.replace("&#39;", "'")
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    for text, which in ((style, "style-src"), (script, "script-src")):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{which} 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"\son\w+=|https?://|innerHTML|\beval\b|@import|url\(", page)
    assert "alert(1)</script>" not in page


def test_the_same_input_gives_the_same_bytes(tmp_path: Path, page: str) -> None:
    population = crowd()
    before = os.umask(0o077)
    try:
        file = write_page(population, mine(population, 0.2), tmp_path / "blend.html")
    finally:
        os.umask(before)
    assert file.read_text(encoding="utf-8") == page
    assert file.stat().st_mode & 0o777 == 0o644, "a page for everybody"


def test_fields() -> None:
    assert Field(0, "age", ("10–14", "5–9"), False).sorted == ["5–9", "10–14"]
    assert Field(0, "city", ("b", "A"), False).sorted == ["A", "b"]
    assert Field(0, "city", ("b",), False).choice
    assert not Field(0, "city", tuple(map(str, range(100))), False).choice
    assert not Field(0, "city", ("b",), True).choice
    assert RARE.startswith("(")


def test_who_shows_exactly_this_is_counted_from_five_on() -> None:
    both = [{"city": "Bath", "job": "cook"}]
    people = population_of(both * 6 + [{**both[0], "pet": "cat"}] * 5 + [{"city": "Ely", "job": "cook"}] * 4)
    document = data_of(render_page(people, mine(people, 0.2)))
    assert document["counts"] == [11, 5, 5, 5]
    assert document["exactly"] == [6, 0, 0, 5], "of a persona without its cat nobody shows just that"
    assert document["least"] == 5
    assert data_of(render_page(people, mine(people, 0.2, max_size=2), longest=2))["longest"] == 2


def test_the_first_questions_are_what_most_people_show_with_examples() -> None:
    wide = {letter: letter for letter in "abcdef"}
    people = population_of([wide | {"z": "y"}] * 5 + [{"z": "x"}] * 6)
    page = render_page(people, mine(people, 0.2))
    names = re.findall(r'<label for="value-\d+"><bdi>(\w+)</bdi></label>', page)
    assert names == ["z", *"abcdef"]
    order = [page.index(mark) for mark in ('for="value-6"', 'for="value-3"', 'id="more-questions"', 'for="value-4"')]
    assert order == sorted(order)
    assert re.search(r"often: y<", page)
    assert data_of(page)["example"][-1][1] == RARE


def test_the_language_can_be_fixed() -> None:
    people = crowd()
    page = render_page(people, mine(people, 0.2), "de")
    assert '<html lang="de"' in page
    assert "Was zeigt dein öffentliches Profil?" in page


def test_nothing_to_show_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    population = crowd()
    with pytest.raises(BadInput, match="no persona was found"):
        render_page(population, mine(population, 1.0))
    monkeypatch.setattr("standout.profiles.blend_page.MOST", 2)
    with pytest.raises(BadInput, match="too many for a page"):
        render_page(population, mine(population, 0.2))
