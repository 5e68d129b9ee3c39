"""The site has every page of the documentation in its navigation, and everything of the code in its reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
import yaml

from docs.site.__main__ import made_pages
from docs.site.drawings import DRAWINGS, FOLDER
from docs.site.gathering import page, sources
from docs.site.places import ROOT, SETTINGS
from standout.cli import app
from standout.knowledge.adversary import Adversary


def navigation() -> list[str]:
    """The places of all pages in the navigation."""
    _, found, written = SETTINGS.read_text(encoding="utf-8").partition("\nnav:\n")
    assert found, "mkdocs.yml ends with the navigation"

    def leaves(part: Any) -> Iterator[str]:
        if isinstance(part, str):
            yield part
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from leaves(inner)

    return list(leaves(yaml.safe_load(written)))


def test_every_page_is_in_the_navigation_once() -> None:
    pages = [place for name, place in sources().items() if name.endswith(".md")]
    made = [place for place in made_pages() if place.endswith(".md") and not place.startswith("schemas/")]
    assert sorted(navigation()) == sorted((*pages, *made)), "put it into mkdocs.yml"


def test_drawings_are_as_they_are_drawn_today() -> None:
    for name, drawn in DRAWINGS.items():
        assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == drawn(), "run make pictures"


def test_every_concept_has_its_drawing_with_words_for_it() -> None:
    for name in DRAWINGS:
        text = (ROOT / "docs" / "concepts" / f"{name}.md").read_text(encoding="utf-8")
        assert re.search(rf"^!\[[^\]]{{40,}}\]\(\.\./images/drawings/{name}\.svg\)$", text, re.MULTILINE)


def test_commands_and_fields_are_all_there() -> None:
    made = made_pages()
    group: Any = typer.main.get_command(app)
    for name, command in group.commands.items():
        (section,) = re.findall(rf"^## standout {name}\n(.*?)(?=^## |\Z)", made["reference/commands.md"], re.M | re.S)
        options = [option for each in command.params if not each.hidden for option in each.opts if option[:2] == "--"]
        assert [option for option in options if option not in section] == []
    assert all(
        f"\n| `{name}` |" in made["reference/fields.md"] for name in Adversary.__dataclass_fields__ if name != "here"
    )


def test_a_link_that_the_site_does_not_have_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"docs/x\.md links to \.\./LICENSE, which the site does not have"):
        page("[licence](../LICENSE)", "docs/x.md", {"docs/x.md": "x.md"})


@pytest.mark.parametrize(
    ("target", "place"),
    [
        ("../../CONTRIBUTING.md#b", "../contributing.md#b"),
        ("../../src/standout/schemas/gate.schema.json", "../schemas/gate.md"),
        ("../../examples/owners_audit.ipynb", "../notebooks/owners-audit.md"),
        ("https://example.org/x.md", "https://example.org/x.md"),
    ],
)
def test_links_lead_to_the_same_things_and_code_is_left_alone(target: str, place: str) -> None:
    places = {"docs/guides/x.md": "guides/x.md", "CONTRIBUTING.md": "contributing.md"}
    code = "```sh\n[a](nowhere)\n```\n"
    assert page(f"[a]({target})\n{code}", "docs/guides/x.md", places) == f"[a]({place})\n{code}"


def test_lists_are_told_from_lines_that_begin_with_a_number() -> None:
    text = "said\n- one of\n  92. of them\n1. first,\n   and on\n2. second\n"
    assert page(text, "docs/x.md", {"docs/x.md": "x.md"}) == (
        "said\n\n- one of\n  92\\. of them\n1. first,\n   and on\n2. second\n"
    )
