"""The document of `beliefs`: sentences that are true, and JSON that comes back as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from standout.results.beliefs import Belief, Believed, Candidates, Thresholds

GOLDEN = Path(__file__).parents[1] / "golden"


def document(*beliefs: Belief, profiles: int = 4) -> Believed:
    return Believed(
        known={"name": "A\x1bda", "group": ("chess", "choir")},
        beliefs=beliefs,
        identifiability=0.25,
        candidates=(Candidates(site="", profiles=profiles),),
        thresholds=Thresholds(site=0.5, cross=0.5),
        people=9,
        attributes=4,
        not_learned=("city",),
        notes=(),
        exposure=1.5,
    )


@pytest.mark.parametrize("name", ["beliefs", "beliefs-sites"])
def test_what_the_command_printed_comes_back_byte_for_byte(name: str) -> None:
    file = GOLDEN / f"{name}.json"
    assert Believed.read(file).to_json() == file.read_text(encoding="utf-8")


def test_sentences() -> None:
    shown = Belief(attribute="a", value="x", confidence=0.9, holds=True)
    other = Belief(attribute="b", value="y", confidence=0.6, holds=False, without=0.7)
    unsaid = Belief(attribute="c", value="z", confidence=0.6)
    begins = "Somebody who knows name Ada and group chess and choir finds"
    assert document(profiles=1).headline() == f"{begins} 1 profile and learns nothing from it."
    assert document(unsaid).headline() == f"{begins} 4 profiles and believes one thing of you."
    found = document(shown, shown, other, unsaid)
    assert (
        found.headline() == f"{begins} 4 profiles and believes four things of you: two are what you show, one is not."
    )
    assert list(found.figures()) == [
        "Identifiability: 0.25 (1: everything would be learned for sure)",
        "Exposure: 1.50 (1 is what people show on average)",
        "Not learned, though you show it: city",
        "1 belief would stand even if you showed nothing: learned from others, so no edit of yours takes it away.",
    ]
    assert str(found).splitlines()[1] == "a: x (90%)"


def test_tables() -> None:
    found = document(Belief(attribute="a", value="x", confidence=0.9, holds=True))
    assert found.to_pandas()["confidence"].tolist() == [0.9]
    assert found.to_arrow("candidates").num_rows == 1
