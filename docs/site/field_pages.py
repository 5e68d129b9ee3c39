"""The page of what can be said about adversaries and policies, and which options protections have, from their types."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import griffe

from docs.site.places import ROOT
from docs.site.tables import cell, table
from standout.gating.ready_policies import READY
from standout.gating.release_policy import KINDS, MEASURES, Expected, Policy, Recipient
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import PRESETS
from standout.protections import KNOWLEDGE_PROTECTIONS, PROTECTIONS

_TOP = """# Fields of adversaries and policies

Made from the types themselves when the site is built. How they are used, with examples:
[Adversaries](../adversaries.md), [Policy and gate](../gate.md), [Protections](../protections.md).

"""
_MADE = {"here", "sha256"}
"""Fields that nobody gives."""


def fields_page() -> str:
    """Fields of an adversary, ready adversaries, fields of a policy, measures, kinds, options of protections."""
    return _TOP + "\n".join(
        (
            "## An adversary\n",
            _fields(Adversary),
            "## Ready adversaries\n",
            table(("name", "knows"), [(f"`{name}`", cell(each.summary)) for name, each in PRESETS.items()]),
            "## A policy\n",
            _fields(Policy),
            "### A recipient\n",
            _fields(Recipient),
            "### An expected adversary\n",
            _fields(Expected),
            "### Kinds of recipients\n",
            table(("kind", "who"), [(f"`{name}`", cell(who)) for name, who in KINDS.items()]),
            "### What a limit can be set on\n",
            table(("limit", "what may not exceed it"), [(f"`{name}`", cell(what)) for name, what in MEASURES.items()]),
            f"Ready policies: {', '.join(f'`{name}`' for name in READY)}.\n",
            "## Options of protections\n",
            _protections(),
        )
    )


def _fields(kind: type[Any]) -> str:
    told = _told(kind)
    rows = [
        (f"`{field.name}`", f"`{field.type}`".replace("|", "&#124;") if "|" not in str(field.type) else _typed(field),
         _default(field), cell(told.get(field.name, "")))
        for field in dataclasses.fields(kind)
        if field.name not in _MADE
    ]  # fmt: skip
    return table(("field", "type", "unless said", "meaning"), rows)


def _typed(field: dataclasses.Field[Any]) -> str:
    """A type with a bar in it, which a table cannot have within code."""
    return f"<code>{cell(str(field.type))}</code>"


def _default(field: dataclasses.Field[Any]) -> str:
    if field.default is dataclasses.MISSING:
        return "must be said" if field.default_factory is dataclasses.MISSING else ""
    return "" if field.default in (None, "", ()) else f"`{field.default}`".replace("True", "true")


def _told(kind: type[Any]) -> dict[str, str]:
    """What is written below each field of a type, also of those that it is made from."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("standout."):
            file = ROOT / "src" / Path(*base.__module__.split("."))
            path = file.with_suffix(".py") if file.with_suffix(".py").is_file() else file / "__init__.py"
            module = griffe.visit(base.__module__, path, path.read_text(encoding="utf-8"))
            members = module[base.__name__].members
            found |= {name: member.docstring.value for name, member in members.items() if member.docstring}
    return found


def _protections() -> str:
    parts = []
    for name, kind in (PROTECTIONS | KNOWLEDGE_PROTECTIONS).items():
        told = _told(kind)
        rows = [
            (f"`{field.name.replace('_', '-')}`", _default(field), cell(told.get(field.name, "")))
            for field in dataclasses.fields(kind)
        ]
        options = table(("option", "unless said", "meaning"), rows) if rows else "No options.\n"
        parts.append(f"### {name}\n\n{cell(kind.summary)}\n\n{options}")
    return "\n".join(parts)
