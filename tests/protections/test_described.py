"""The page about protections names every protection and every option, and its examples run."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest

from standout.protections import KNOWLEDGE_PROTECTIONS, PROTECTIONS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protections.md"
KINDS = PROTECTIONS | KNOWLEDGE_PROTECTIONS


def section(heading: str) -> str:
    parts = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    (found,) = [part for part in parts if part.partition("\n")[0].strip() == heading]
    return found


@pytest.mark.parametrize("name", KINDS)
def test_every_protection_and_option_is_described(name: str) -> None:
    assert f"| `{name}` |" in PAGE.read_text(encoding="utf-8")
    described = section(name) + (section("blurmore") if name == "blurmebetter" else "")
    missing = [
        field.name for field in dataclasses.fields(KINDS[name]) if f"`{field.name.replace('_', '-')}`" not in described
    ]
    assert not missing, f"docs/protections.md, {name}: describe {', '.join(missing)}"


@pytest.mark.slow
def test_the_examples_run() -> None:
    names: dict[str, Any] = {"__name__": "docs"}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert any("check_protection" in block for block in blocks)
    for block in blocks:
        exec(compile(block, "docs/protections.md", "exec", dont_inherit=True), names)  # our own documentation
