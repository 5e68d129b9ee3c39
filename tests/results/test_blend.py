"""The document of `blend`: words are written once, and JSON comes back as it was."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from standout.errors import BadInput
from standout.results.blend import Blend, Edit

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> Blend:
    return Blend.read(GOLDEN / f"{name}.json")


@pytest.mark.parametrize("name", ["blend", "blend-person", "blend-no-lies"])
def test_what_the_command_printed_comes_back_byte_for_byte(name: str) -> None:
    assert golden(name).to_json() == (GOLDEN / f"{name}.json").read_text(encoding="utf-8")


def test_headlines() -> None:
    option = {"persona": {"a": "x"}, "distance": 0.0, "edits": [], "crowd": 1, "exposure": None}
    rest = {"exposure": {"before": None, "after": None}, "people": 9, "personas": 1, "notes": []}

    def headline(counted_in: str, **more: object) -> str:
        return Blend.from_dict({"options": [option | more], "counted_in": counted_in, **rest}).headline()

    six = {letter: letter for letter in "abcde"} | {"f": ["g", "h"]}
    assert (
        headline("population", exactly=1) == "As you are, 1 other person shares this one thing; 1 shows exactly this."
    )
    assert headline("population", persona=six, crowd=123, exactly=3) == (
        "As you are, 123 other people share these seven things; 3 show exactly this."
    )
    assert headline("population", crowd=9, exactly=0) == (
        "As you are, 9 other people share this one thing; nobody shows exactly this."
    )
    assert headline("file", crowd=1_200) == "As you are, 1,200 people share this one thing; most of them may show more."
    assert golden("blend").headline() == "After 2 edits, 22 people share these two things; most of them may show more."


def test_moves() -> None:
    assert list(golden("blend").moves()) == ["Exposure: 1.00 → 0.50 (1 is what people share on average)"]
    assert list(golden("blend-person").moves()) == [
        "Exposure: 1.00 → 0.50 (1 is what people share on average)",
        "Identifiability: 0.80 → 0.40 (1: everything would be learned for sure)",
        "Counted among 81 people, you left aside: the crowd is there.",
    ]


def test_the_best_and_those_as_cheap() -> None:
    found = golden("blend-person")
    assert found.best is found.options[0]
    assert found.as_cheap() == (found.best,)
    same = Blend.from_dict(found.to_dict() | {"options": [option.to_dict() for option in (found.best, found.best)]})
    assert len(same.as_cheap()) == 2


@pytest.mark.parametrize(
    ("edit", "says", "is_true"),
    [
        (Edit(kind="remove", attribute="job", before="diver", after=None), "remove job “diver”", True),
        (
            Edit(kind="add", attribute="job", before=None, after="baker"),
            "add job “baker” (a lie, unless it is true of you)",
            False,
        ),
        (
            Edit(kind="change", attribute="j\x1bob", before="x" * 80, after="y"),
            f"change job “{'x' * 59}…” to “y” (not true of you)",
            False,
        ),
    ],
)
def test_edits_in_words(edit: Edit, says: str, is_true: bool) -> None:
    assert edit.sentence() == says
    assert edit.is_true == is_true


def test_tables_and_text() -> None:
    found = golden("blend-person")
    assert found.to_pandas()["crowd"].tolist() == [11, 9, 9]
    assert found.to_arrow("edits").num_rows == sum(len(option.edits) for option in found.options)
    assert str(found).splitlines()[1] == "1. city Rome · hobby choir: 11 people, cost 3"


def test_saving_and_reading_again(tmp_path: Path) -> None:
    found = golden("blend")
    file = found.save(tmp_path / "new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Blend.read(tmp_path / "new") == found
    found.save(tmp_path / "new")
    file.write_text("something else", encoding="utf-8")
    with pytest.raises(BadInput, match="no earlier result"):
        found.save(tmp_path / "new")
