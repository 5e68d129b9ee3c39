"""Results as they go into a pack: without folders of a machine, and without anything that stands in the data itself.

Findings, limits and comparisons stay as they are. What goes are names of items, examples, and quotes in notes.
"""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec

from standout.common.plain import without_examples
from standout.results.audit import AuditDocument
from standout.results.compare import CompareResult
from standout.results.gate import GateDocument
from standout.results.protect import Options, ProtectDocument


def plain_audit(audit: AuditDocument) -> AuditDocument:
    """The findings without names of items, without examples, and with commands that name files alone."""
    advice = audit.advice
    if advice is not None and advice.compare:
        words = " ".join(shlex.quote(without_folder(word)) for word in shlex.split(advice.compare))
        advice = msgspec.structs.replace(advice, compare=words)
    return msgspec.structs.replace(
        audit, notes=without_examples(audit.notes), revealing_items=(), explained=None, advice=advice
    )


def plain_gate(gate: GateDocument) -> GateDocument:
    """The decision without quotes in its notes."""
    return msgspec.structs.replace(gate, notes=without_examples(gate.notes))


def plain_comparison(compared: CompareResult) -> CompareResult:
    """The comparison without quotes in its notes."""
    return msgspec.structs.replace(compared, notes=without_examples(compared.notes))


def plain_account(account: ProtectDocument) -> ProtectDocument:
    """What protecting said, without quotes in its notes and without folders."""
    steps = tuple(msgspec.structs.replace(step, options=_without_folders(step.options)) for step in account.steps)
    out = None if account.out is None else without_folder(account.out)
    return msgspec.structs.replace(account, notes=without_examples(account.notes), out=out, steps=steps)


def _without_folders(options: Options) -> Options:
    return {name: without_folder(value) if isinstance(value, str) else value for name, value in options.items()}


def without_folder(word: str) -> str:
    """A path without its folders; any other word as it is."""
    return Path(word).name or word if "/" in word and "://" not in word else word
