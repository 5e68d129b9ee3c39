"""Which plug-ins the documentation says nothing of, asked of the registries as they are when it is asked."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from standout.attacks import ATTACKS
from standout.knowledge.presets import PRESETS
from standout.protections import KNOWLEDGE_PROTECTIONS, PROTECTIONS

DOCS = Path(__file__).resolve().parents[1] / "docs"


def undocumented() -> list[str]:
    """What is to be written, and where; nothing if every plug-in is described in its own words."""
    pages = ("attacks", "adversaries", "protections", "blurring")
    said = {page: (DOCS / f"{page}.md").read_text(encoding="utf-8") for page in pages}
    rows = [
        *(("attacks", name, attack.summary) for name, attack in ATTACKS.items()),
        *(("adversaries", name, adversary.summary) for name, adversary in PRESETS.items()),
        *(("protections", name, kind.summary) for name, kind in (PROTECTIONS | KNOWLEDGE_PROTECTIONS).items()),
    ]
    missing = [
        f"docs/{page}.md: write the row | `{name}` | {summary} |"
        for page, name, summary in rows
        if f"| `{name}` | {summary} |" not in said[page]
    ]
    for name, kind in (PROTECTIONS | KNOWLEDGE_PROTECTIONS).items():
        sections = re.split(r"^## ", said["protections"] + said["blurring"], flags=re.MULTILINE)
        # an option that is inherited is described where it comes from
        named = {name, *(base.name for base in kind.__mro__ if hasattr(base, "name"))}
        described = "".join(part for part in sections if part.partition("\n")[0].strip() in named)
        if not described:
            missing.append(f"docs/protections.md, or blurring.md: write a section ## {name}")
        missing += [
            f"docs/protections.md, {name}: describe `{field.name.replace('_', '-')}`"
            for field in dataclasses.fields(kind)
            if f"`{field.name.replace('_', '-')}`" not in described
        ]
    return missing
