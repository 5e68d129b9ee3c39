"""What every document does: it is saved where it may be, read from there, and shows itself."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from standout.census.shipped import shipped
from standout.errors import BadInput
from standout.library.recommend import recommend
from standout.results.base import Document
from standout.results.bulletin import Bulletin
from standout.results.pages import PAGES
from standout.results.pairs_summary import pairs_summary
from standout.results.prepare import SampleResult
from standout.results.schemas import documents
from tests.golden.running import golden_files
from tests.label.bulletins import random_bulletin
from tests.label.recommenders import recommender
from tests.packing import packs

NOISY: dict[str, Callable[[], Document]] = {
    "bulletin": lambda: random_bulletin(1),
    "census": shipped,
    "pairs": lambda: pairs_summary(recommender(), signed=None, seed=1, files=("pairs.json",)),
    "recommend": lambda: recommend(["Film 3"], recommender()),
    "recommender": recommender,
    "card": packs.card,
    "evidence": packs.evidence,
    "run": lambda: packs.RUN,
    "seal": packs.seal,
    "verify": packs.verified,
}
"""Documents that no golden file has: they are published with noise, or say when and where they were made."""


def golden(kind: str) -> Document:
    """A document of this kind, as a command printed it."""
    if kind in NOISY:
        return NOISY[kind]()
    files = [file for file in golden_files() if file.suffix == ".json"]
    said = f'"schema": "standout/{kind}/'
    return next(
        documents()[kind].read(file) for file in sorted(files) if said in file.read_text(encoding="utf-8")[:200]
    )


@pytest.mark.parametrize("kind", documents())
def test_what_is_saved_comes_back_and_may_be_saved_again(kind: str, tmp_path: Path) -> None:
    document = golden(kind)
    file = document.save(tmp_path / "out")
    assert file == tmp_path / "out" / type(document).FILE
    assert stat.S_IMODE(file.stat().st_mode) == (0o644 if kind in ("bulletin", "census", "recommender") else 0o600)
    assert type(document).read(tmp_path / "out") == document == type(document).read(file)
    assert document.save(tmp_path / "out") == file


@pytest.mark.parametrize("kind", documents())
def test_nothing_of_somebody_else_is_written_over(kind: str, tmp_path: Path) -> None:
    document = golden(kind)
    file = tmp_path / type(document).FILE
    file.write_text('{"schema": "standout/other/1.0"}', encoding="utf-8")
    with pytest.raises(BadInput, match="no earlier result"):
        document.save(tmp_path)
    assert file.read_text(encoding="utf-8") == '{"schema": "standout/other/1.0"}'


def test_a_folder_without_a_bulletin_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="folder"):
        Bulletin.read(tmp_path)


@pytest.mark.parametrize("kind", documents())
def test_a_document_is_a_line_where_python_shows_it(kind: str) -> None:
    shown = repr(golden(kind))
    assert shown.startswith(f"<Standout {kind}")
    assert shown.endswith(">")
    assert len(shown) < 250
    assert shown.isprintable()


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("audit", " people looked for, and learns at least 90% of the record of "),
        ("compare", "protections of the data of 60 people; "),
        ("link", "people of the public data are named among "),
        ("prepare", "interactions, prepared in "),
        ("protect", "entries added, "),
        ("sample", "interactions, invented with seed "),
    ],
)
def test_the_line_says_what_matters_most(kind: str, says: str) -> None:
    assert says in repr(golden(kind))


@pytest.mark.parametrize("kind", sorted({*documents()} - {*PAGES}))
def test_without_a_page_a_notebook_shows_how_the_main_table_begins(kind: str) -> None:
    document = golden(kind)
    shown = document._repr_html_()
    assert len(shown) < 20_000
    assert shown.startswith(f"<div><p><strong>Standout {kind}</strong>")
    rows = next(iter(document.tables().values()), ())
    assert shown.count("<tr>") == (min(len(rows), 20) + 1 if rows else 0)
    assert (f"{len(rows) - 20:,} more rows" in shown) == (len(rows) > 20)


def test_nothing_that_a_notebook_shows_is_unescaped() -> None:
    hostile = SampleResult(people=1, items=1, interactions=1, seed=1, files=("<script>alert(1)</script>",))
    shown = hostile._repr_html_()
    assert "<script" not in shown
    assert "&lt;script&gt;" in shown
