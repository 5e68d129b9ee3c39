"""What guides show is what commands print today, and their pictures are of the pages as they are today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from docs.site.pictures import DIGESTS, GUIDES, SCREENS, TAKEN, digest
from docs.site.places import DOCS, ROOT
from docs.site.shown import Step, renewed, steps, walk
from tests.test_docs import fenced

PAGE = """
```console
$ standout one
a
…
d
$ echo $?
0
```
"""
ALL_PICTURES = 1_500_000


def test_as_much_is_left_out_as_before() -> None:
    one, _ = steps(PAGE)
    assert one == Step("standout one", ("a", "…", "d"))
    assert one.differs("a\nb\nc\nd\n") == ""
    assert "printed is:\na\n…\ne" in one.differs("a\nb\nc\ne\n")
    assert renewed(PAGE, ["A\nb\nD\n", "3\n"]) == PAGE.replace("a\n", "A\n").replace("d\n$", "D\n$").replace(
        "0\n", "3\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_shows_what_is_printed_and_pictures_of_today(
    guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = DOCS / "guides" / f"{guide}.md"
    differences = [step.differs(printed) for step, printed in walk(page.read_text(encoding="utf-8"), tmp_path)]
    assert not any(differences), "\n".join((*filter(None, differences), "run make pictures"))
    digests = json.loads(DIGESTS.read_text(encoding="utf-8"))
    for name, file in TAKEN[guide].items():
        assert digests[name] == digest(tmp_path / file), f"{name}.png is old: run make pictures"
    monkeypatch.chdir(tmp_path)
    for block in fenced(page, "python"):
        exec(compile(block, page.name, "exec", dont_inherit=True), {"__name__": "docs"})  # our own documentation


def test_the_step_of_the_pipeline_gives_the_action_what_it_takes() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    (block,) = fenced(DOCS / "guides" / "pipeline.md", "yaml")
    (step,) = yaml.safe_load(block)
    needed = {name for name, told in action["inputs"].items() if told.get("required")}
    assert needed <= set(step["with"]) <= set(action["inputs"])


def test_every_guide_shows_a_terminal_and_a_screen() -> None:
    assert {page.stem for page in (DOCS / "guides").glob("*.md")} == set(GUIDES) == set(TAKEN)
    for guide in GUIDES:
        text = (DOCS / "guides" / f"{guide}.md").read_text(encoding="utf-8")
        assert steps(text)
        assert all(f"](../images/screens/{name}.png)" in text for name in TAKEN[guide])


def test_pictures_are_small_and_each_is_used() -> None:
    pictures = sorted(SCREENS.glob("*.png"))
    assert {picture.stem for picture in pictures} == {name for names in TAKEN.values() for name in names}
    assert sum(file.stat().st_size for file in (DOCS / "images").rglob("*.*")) < ALL_PICTURES
