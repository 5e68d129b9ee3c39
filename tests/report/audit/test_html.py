"""The page: complete, safe, the same every time, and never a crash for want of a figure."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from standout.errors import BadInput
from standout.report.audit.html import page as page_of
from standout.report.audit.html import render_report, write_report
from tests.report.audited import audited, hostile, typed


def drawn(document: dict[str, Any], people: pa.Table) -> str:
    return render_report(typed(document), people)


VOID = {"meta", "br", "img", "link", "input", "hr"}


class Page(HTMLParser):
    """Collects what matters of a page, and fails where tags do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())

    def values(self, name: str) -> list[str]:
        return [value for _, key, value in self.attributes if key == name]


@pytest.fixture(scope="module")
def page() -> str:
    return drawn(*audited())


def test_the_page_is_one_small_file_with_one_script(page: str) -> None:
    found = Page(page)
    assert len(page.encode()) < 600_000
    assert not set(found.tags) & {"img", "link", "iframe", "object", "embed", "base", "use", "image"}
    assert re.findall("<script[^>]*>", page) == ['<script type="application/json" id="what-if-grid">', "<script>"]
    assert not [name for _, name, _ in found.attributes if name.startswith("on") or name in ("style", "src", "srcset")]
    links = [link for link in found.values("href") if not link.startswith("data:text/csv;charset=utf-8,")]
    assert all(link.startswith("#") for link in links)
    assert {link[1:] for link in links} <= set(found.values("id"))
    assert len(found.values("id")) == len(set(found.values("id")))
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page


def test_the_policy_allows_this_very_style_and_nothing_else(page: str) -> None:
    style = re.search(r"<style>(.*)</style>", page, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    found = Page(page)
    content = next(value for _, name, value in found.attributes if name == "content" and "default-src" in value)
    script = re.search(r"<script>(.*)</script>", page, re.DOTALL)
    assert script is not None
    moves = f"script-src 'sha256-{base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()}'"
    assert content == f"default-src 'none'; style-src 'sha256-{digest}'; {moves}; base-uri 'none'; form-action 'none'"
    assert "@import" not in style[1]
    assert "url(" not in style[1]


def test_the_first_words_are_the_answer(page: str) -> None:
    document, _ = audited()
    words = Page(page).text
    assert "Someone who knows up to 8 of a person’s items" in words
    assert words.index("Privacy label") < words.index("What to do next") < words.index("Three questions")
    assert "standout audit DATA --released FILE" in words
    for name in ("Singling out", "Linkability", "Inference"):
        assert name in words
    for row in document["findings"]:
        assert row["adversary"]["sentence"] in words
    assert document["data"]["sha256"] in words


def test_only_commands_that_exist_are_named(page: str) -> None:
    named = set(re.findall(r"standout ([a-z]+)(?= DATA|”)", Page(page).text))
    assert named <= {"audit", "compare", "infer", "link", "prepare", "sample", "report"}


def test_every_chart_has_words_and_figures_behind_it(page: str) -> None:
    found = Page(page)
    charts = page.count('class="chart"')
    assert charts == found.tags.count("figure") >= 15
    assert page.count("<title id=") == page.count("<desc id=") == charts
    folded = page.count('class="specialists"') + page.count('class="same"') + page.count('id="what-if-table"')
    assert found.tags.count("details") == charts + folded + page.count("How that was measured</summary>")
    assert page.count('role="region" aria-label="') == page.count('class="scroll" tabindex="0"')
    assert "Not shown" not in found.text


def test_charts_are_coloured_by_the_page(page: str) -> None:
    painted = set(re.findall(r' (?:fill|stroke)="([^"]*)"', page))
    assert painted <= {"none"}, painted
    assert "font-family=" not in page
    assert not re.search(r"<g[^>]* aria-", page)


def test_the_same_findings_give_the_same_bytes(page: str) -> None:
    assert drawn(*audited()) == page
    document, people = audited()
    assert drawn(json.loads(json.dumps(document)), people) == page


def test_hostile_text_stays_text() -> None:
    text = drawn(*hostile())
    found = Page(text)
    assert not set(found.tags) & {"img", "b1", "i"}
    assert found.tags.count("script") == 2
    assert not [name for _, name, _ in found.attributes if name.startswith("on")]
    assert found.tags.count("svg") == Page(drawn(*audited())).tags.count("svg")
    assert len(text.encode()) < 2_000_000
    assert "x" * 601 not in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", text)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "{{ 7 * 7 }}" in found.text
    text.encode()


def without(*path: str) -> Any:
    """Takes a part out of the findings; `*` stands for every row."""

    def edit(document: dict[str, Any]) -> None:
        _take_out(document, path)

    return edit


def _take_out(there: Any, path: tuple[str, ...]) -> None:
    if path[0] == "*":
        for row in there:
            _take_out(row, path[1:])
    elif len(path) == 1:
        there.pop(path[0], None)
    elif path[0] in there:
        _take_out(there[path[0]], path[1:])


PARTS = [
    *((key,) for key in ("sparsity", "theory", "popularity", "personal", "revealing_items", "settings")),
    *((key,) for key in ("notes", "seed", "ids_shown")),
    *(("data", key) for key in ("people", "items", "interactions", "sha256", "files", "values", "days")),
    *(
        ("findings", "*", key)
        for key in (
            "adversary", "attack", "targets", "identified", "blind_guess", "by_known", "declared",
            "declared_when_absent", "eccentricity", "eccentricity_curve", "equal_error", "entropy_bits",
            "close_guess", "failures", "notes",
        )
    ),
    *(("personal", key) for key in ("adversary", "attack", "found_share", "draws")),
    *(("personal", key) for key in ("by_record_length", "by_rare_share")),
    *(("popularity", key) for key in ("information_by_rank", "people_with_items_outside_top", "items_by_holders")),
    *(("theory", key) for key in ("theorem_1", "theorem_2", "theorem_3", "items_needed_by_people")),
]  # fmt: skip


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("path", PARTS, ids="/".join)
def test_what_is_missing_is_not_missed_or_named(
    path: tuple[str, ...], document: dict[str, Any], people: pa.Table
) -> None:
    without(*path)(document)
    refused = refusal(document)
    if path[-1] in OPTIONAL:
        Page(drawn(document, people))
    else:
        assert f"`{path[-1]}`" in refused


def refusal(document: dict[str, Any]) -> str:
    """Why a document is not taken, in one line; nothing if it is."""
    try:
        typed(document)
    except BadInput as problem:
        said = str(problem)
    else:
        said = ""
    assert "\n" not in said
    return said


OPTIONAL = {"eccentricity", "eccentricity_curve", "equal_error", "entropy_bits", "failures"}
"""What some attacks do not have."""


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("findings", "*", "eccentricity_curve"), "Only the attack “scoreboard-rh” can be made more or less cautious"),
        (("findings", "*", "entropy_bits"), "None of the attacks gives probabilities"),
        (("findings", "*", "failures"), "Set intersection, the attack that is explained here, was not run"),
    ],
)
def test_a_plain_reason_stands_in_for_a_chart(
    path: tuple[str, ...], reason: str, document: dict[str, Any], people: pa.Table
) -> None:
    without(*path)(document)
    assert reason in Page(drawn(document, people)).text


@pytest.mark.usefixtures("undrawn")
def test_a_plain_reason_stands_in_for_what_is_empty(document: dict[str, Any], people: pa.Table) -> None:
    for row in document["findings"]:
        row["by_known"] = []
    document["revealing_items"] = []
    document["sparsity"]["nearest_neighbour_at_least"] = {}
    words = Page(drawn(document, people)).text
    assert "knows a fixed number of items" in words
    assert "no item helped to find enough people" in words
    assert "Similarity of records is not in the findings." in words


@pytest.mark.usefixtures("undrawn")
def test_a_document_alone_is_shown_without_people(document: dict[str, Any]) -> None:
    assert "finds the right record for" in Page(page_of(typed(document))).text


@pytest.mark.usefixtures("undrawn")
def test_nobody_could_be_looked_for(document: dict[str, Any], people: pa.Table) -> None:
    for row in document["findings"]:
        row |= {
            "targets": 0,
            "identified": {},
            "by_known": [],
            "declared": {},
            "declared_when_absent": {},
            "close_guess": {},
        }
        for key in ("entropy_bits", "eccentricity_curve", "equal_error", "failures", "anonymity_set"):
            row.pop(key, None)
    document["personal"] |= {"people": 0, "found_share": [], "by_record_length": [], "by_rare_share": []}
    document["revealing_items"] = []
    empty = people.slice(0, 0)
    words = Page(drawn(document, empty)).text
    assert "Nobody could be looked for" in words
    assert "Check the input." in words


@pytest.mark.usefixtures("undrawn")
def test_one_adversary_without_targets_does_not_hide_the_others(document: dict[str, Any], people: pa.Table) -> None:
    for row in document["findings"]:
        if row["adversary"]["name"] == "acquaintance":
            row |= {"targets": 0, "identified": {}, "by_known": [], "declared": {}, "declared_when_absent": {}}
    assert "finds the right record for" in Page(drawn(document, people)).text


@pytest.mark.usefixtures("undrawn")
def test_one_adversary_with_one_attack(document: dict[str, Any], people: pa.Table) -> None:
    document["findings"] = [row for row in document["findings"] if row["attack"] == "tf-idf"][:1]
    words = Page(drawn(document, people)).text
    assert "adversaries tried" not in words


def test_data_without_values_and_days_and_a_partial_release(document: dict[str, Any], people: pa.Table) -> None:
    document["data"] |= {"days": None, "values": {"kind": "none", "levels": 0}}
    document["released"] = document["data"] | {"people": 1000}
    document["theory"] |= {
        "theorem_4": {"released_share": 0.5, "items_needed": 45, "false_match_at_most": 0.05},
        "theorem_5": {
            "released_share": 0.5, "doubt": 0.05, "similarity": 0.75, "sample_delta": 0.01, "whole_delta_at_most": 0.4,
        },
    }  # fmt: skip
    document["sparsity"]["nearest_neighbour_at_least"] = {
        "items": document["sparsity"]["nearest_neighbour_at_least"]["items"]
    }
    document["findings"] = [row for row in document["findings"] if row["adversary"]["name"] in ("mentions", "share")]
    words = Page(drawn(document, people)).text
    assert "theorem 5" in words
    assert "days: none" in words
    assert "Coarsen the days" not in words
    assert "Coarsen the values" not in words


ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, {}, [], "", "odd", -1, 0, 1, 7, 1e308, float("nan"), float("inf"), True, [None], [[]], {"1": None}, 10**400]
)


@pytest.mark.usefixtures("undrawn")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(choices=st.lists(st.tuples(st.lists(st.integers(0, 999), min_size=1, max_size=7), ODD), min_size=1, max_size=6))
def test_odd_findings_are_drawn_or_refused_and_never_crash_the_report(choices: list[tuple[list[int], Any]]) -> None:
    document, people = audited()
    document["findings"] = document["findings"][:4] + document["findings"][-4:]
    for steps, value in choices:
        there: Any = document
        for step in steps[:-1]:
            inside = _inside(there)
            if not inside or not isinstance(there[inside[step % len(inside)]], dict | list):
                break
            there = there[inside[step % len(inside)]]
        if inside := _inside(there):
            there[inside[steps[-1] % len(inside)]] = value
    if not refusal(document):
        Page(drawn(document, people))


def _inside(there: Any) -> list[Any]:
    return list(there) if isinstance(there, dict) else list(range(len(there)))


@pytest.fixture
def folder(tmp_path: Path, document: dict[str, Any], people: pa.Table) -> Path:
    (tmp_path / "findings.json").write_text(json.dumps(document), encoding="utf-8")
    pq.write_table(people, tmp_path / "people.parquet")
    return tmp_path


def test_the_report_is_written_whole_and_private(folder: Path, page: str) -> None:
    file = write_report(folder)
    assert file == folder / "report.html"
    assert file.read_text(encoding="utf-8") == page
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in folder.iterdir()) == ["findings.json", "people.parquet", "report.html"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("findings.json", None, "no such file"),
        ("findings.json", b"{", "not a readable JSON file"),
        ("findings.json", b"\xff\xfe\x00", "not a readable JSON file"),
        ("findings.json", b"[" * 100_000, "not a readable JSON file"),
        ("findings.json", b"[]", "not the findings of an audit"),
        ("findings.json", b'{"standout": "1", "findings": {}, "data": {}}', "not the findings of an audit"),
        ("people.parquet", None, "no such file"),
        ("people.parquet", b"PAR1 but not quite", "not a readable Parquet file"),
        ("people.parquet", b"", "not a readable Parquet file"),
    ],
)
def test_foreign_and_damaged_files_are_refused(folder: Path, name: str, content: bytes | None, said: str) -> None:
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    with pytest.raises(BadInput, match=said) as refused:
        write_report(folder)
    assert name in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (folder / "report.html").exists()


def test_a_foreign_table_of_people_is_refused(folder: Path) -> None:
    pq.write_table(pa.table({"person": ["a"], "items": [1]}), folder / "people.parquet")
    with pytest.raises(BadInput, match="no column 'found_share'"):
        write_report(folder)
    pq.write_table(pa.table({"person": ["a"], "items": [1], "found_share": ["x"]}), folder / "people.parquet")
    with pytest.raises(BadInput, match="found_share"):
        write_report(folder)


@pytest.mark.usefixtures("undrawn")
def test_shown_ids_are_said_to_be_shown(document: dict[str, Any], people: pa.Table) -> None:
    assert "replaced by fresh pseudonyms" in Page(drawn(document, people)).text
    words = Page(drawn(document | {"ids_shown": True}, people)).text
    assert "treat it like the data itself" in words
    assert "fresh" not in words
