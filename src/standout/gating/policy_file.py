"""Policies as files: read from TOML with every key checked, and written so that somebody can go on from there."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from standout.common.documents import Unfit, read_document, toml_document
from standout.common.plain import plain_path
from standout.errors import BadInput
from standout.gating.release_policy import KINDS, MEASURES, Expected, Policy, Recipient, nearest
from standout.knowledge.adversary import UNKNOWN, Adversary, adversary_from
from standout.knowledge.presets import PRESETS, adversaries

MARK = "# A policy for standout"
"""How a policy that we wrote begins: by this an earlier one is known again."""

_LARGEST = 200_000
_TOP = ("name", "purpose", "responsible", "review", "confidence", "recipient")
_RECIPIENT = ("kind", "who", "limits", "adversary")
_NEEDED = ("name", "purpose", "responsible", "review", "recipient")


def read_policy(file: str | Path) -> Policy:
    """The policy in a TOML file; whatever it may not have is refused in a line."""
    path = Path(file)
    where = plain_path(path)
    content = read_document(path, "a policy", _LARGEST, "make one with 'standout policy init'")
    try:
        tables = toml_document(content)
    except Unfit as problem:
        raise BadInput(f"{where}: not a readable TOML file: {problem}; mend the file") from None
    try:
        return _policy(tables, hashlib.sha256(content).hexdigest())
    except BadInput as problem:
        raise BadInput(f"{where}: {problem.as_typed}") from None


def _policy(tables: Mapping[str, Any], sha256: str) -> Policy:
    _check_keys("policy", tables, _TOP, _NEEDED)
    rows = tables["recipient"]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput("policy: recipient must be written as [[recipient]], one for each who receives the data")
    others = {key: value for key, value in tables.items() if key != "recipient"}
    return Policy(
        **others, recipients=tuple(_recipient(row, place + 1) for place, row in enumerate(rows)), sha256=sha256
    )


def _recipient(table: Mapping[str, Any], place: int) -> Recipient:
    where = f"recipient {place}"
    _check_keys(where, table, _RECIPIENT, ("kind", "limits", "adversary"))
    for key in ("limits", "adversary"):
        if not isinstance(table[key], dict):
            raise BadInput(f"{where}: '{key}' must be a table, written as [recipient.{key}]")
    expected = tuple(_expected(name, fields, where) for name, fields in table["adversary"].items())
    return Recipient(table["kind"], expected, dict(table["limits"]), table.get("who", ""))


def _expected(name: str, fields: Any, where: str) -> Expected:
    """An adversary by the name of a preset, or described by its own fields; and why it is likely."""
    if not isinstance(fields, dict) or "why" not in fields:
        raise BadInput(f"{where}: adversary '{name}' needs a 'why': say why it is reasonably likely")
    own = {key: value for key, value in fields.items() if key != "why"}
    if own and name in PRESETS:
        raise BadInput(f"{where}: adversary '{name}' is ready-made and has only a 'why'; give your own another name")
    if not own:
        return Expected(adversaries([name])[0], fields["why"])
    return Expected(adversary_from(name, own, where), fields["why"])


def _check_keys(where: str, table: Mapping[str, Any], known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            raise BadInput(f"{where} has no '{key}'{nearest(key, known)}")
    for key in needed:
        if key not in table:
            raise BadInput(f"{where} lacks '{key}'; add it")


def policy_text(policy: Policy) -> str:
    """The policy as a TOML file, with a word about each limit."""
    lines = [
        f"{MARK}: 'standout gate DATA --policy FILE' decides by it. Write it before the run.",
        "",
        f"name = {_text(policy.name)}",
        f"purpose = {_text(policy.purpose)}",
        f"responsible = {_text(policy.responsible)}",
        f"review = {policy.review.isoformat()}",
        f"confidence = {policy.confidence:g}  # that all intervals of the gate hold at once",
    ]
    for recipient in policy.recipients:
        lines += ["", "[[recipient]]", f"kind = {_text(recipient.kind)}  # {', '.join(KINDS)}"]
        lines += [f"who = {_text(recipient.who)}", "", "[recipient.limits]"]
        lines += [f"{name} = {limit:g}  # {MEASURES[name]}" for name, limit in recipient.limits.items()]
        for each in recipient.expected:
            lines += ["", f"[recipient.adversary.{_key(each.adversary.name)}]", f"why = {_text(each.why)}"]
            lines += _fields(each.adversary)
    return "\n".join((*lines, ""))


def _fields(adversary: Adversary) -> list[str]:
    """What a ready-made adversary needs not say."""
    if PRESETS.get(adversary.name) == adversary:
        return [f"# {adversary.summary}"]
    described = adversary.describe().to_dict()
    own = {key: value for key, value in described.items() if key not in ("name", "sentence", "here")}
    return [f"{key} = {_text(value) if value == UNKNOWN else json.dumps(value)}" for key, value in own.items()]


def _text(text: str) -> str:
    """A text as TOML has it: JSON's escapes are TOML's, but for what JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _text(name)
