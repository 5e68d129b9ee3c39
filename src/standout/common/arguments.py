"""What is said of options of the command line, said of the arguments of a function.

Messages are written once, with the dashes that are typed: `--targets is 0, but must be at least 1`. Who calls the
library reads of arguments instead: `targets=0, but must be at least 1`. What comes from outside is left as it is: what
is in quotes, what is not the name of an option, and the name of a file that a message begins with (`my --seed 3.csv: no
such file`); so an option stands before the first colon only in messages that begin with one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

PLURALS = {
    "adversary": "adversaries",
    "attack": "attacks",
    "attacker": "attackers",
    "bin": "bins",
    "cost": "costs",
    "with": "protections",
}
"""Options that may be repeated, and the argument that takes all of them."""

_OTHERWISE = PLURALS | {"for": "use", "profile": "person", "not": "refuse"}
"""Options whose argument is called otherwise: also words that Python keeps for itself."""

OPTIONS = frozenset((
    "about", "account", "add-cost", "adversary", "allow-network", "also", "any-year", "attack", "attacker",
    "attribute", "baseline", "bin", "bulletin", "catalogue", "change-cost", "check", "columns", "contact",
    "control", "cost", "count-unknown", "cross-threshold", "crowd", "cut", "data", "data-columns", "date",
    "date-format", "decoy-crowd", "delta", "draft", "draws", "embed", "engine", "epsilon", "evidence", "fail-above",
    "folds", "for", "found", "from", "groups", "interactions", "items", "json", "junit", "k", "keep", "keep-columns",
    "key", "key-at", "kind", "know", "label", "language", "least", "least-found", "log", "match", "match-least",
    "match-table", "max-auc", "max-false", "max-items", "max-risk", "max-size", "max-utility-loss", "memory",
    "mentions", "min-holders", "min-size", "model", "new-ids", "no-lies", "noise", "not", "numbers", "one-to-one",
    "only-known", "opinions", "options", "out", "own-data", "page", "pairs", "pdf", "people", "person", "personas",
    "policy", "posted", "present", "preset", "previous", "profile", "prose", "provider", "purpose", "query",
    "quick", "rare-below", "recipient", "record", "released", "remove-cost", "repeats", "responsible", "returns",
    "review", "sample-first", "score", "seed", "sensitive", "show", "show-ids", "sign", "site-threshold",
    "skip-bad-rows", "spark-master", "split", "story", "support", "table", "take", "targets", "theory-delta",
    "theory-epsilon", "threads", "timezone", "titles", "top", "truth", "tune", "until", "valid-days", "verbose",
    "well-known", "who", "with",
))  # fmt: skip
"""Every option of a command."""

_FLAGS = frozenset((
    "allow-network", "any-year", "check", "count-unknown", "keep-columns", "new-ids", "no-lies", "one-to-one",
    "only-known", "opinions", "own-data", "pairs", "prose", "quick", "sample-first", "show-ids", "skip-bad-rows",
    "tune",
))  # fmt: skip
_AS_IT_STANDS = r"(?<!\w)(['\"`])(.*?)(\1)(?!\w)|(?<!\w)(“)(.*?)(”)"
"""What a message quotes: commands, and text from outside."""
_FILE = r"(?!--)(.*?)(?=: )"
"""What a message begins with that is about a file."""
_LONG_PLACE = r"(--[a-z-]+ )(/\S*(?: .*?)?)(?=: )"
"""`--out /a folder: …`: a place, spaces included."""
_OPTION = rf"(?<![\w'\"`-])--({'|'.join(sorted(OPTIONS, key=len, reverse=True))})(?![\w-])"
_NUMBER = r"[-−]?\d[\d.,]*(?:e[+-]?\d+)?(?<![.,])"
_FIRST = rf"{_OPTION} (\S+|'[^']*')(?=: )"
"""`--seed -1: give …`: an option with its value, which the message is about."""
_IS = rf"{_OPTION} is (?=[^;]*?, (?:but|more) )"
_PAIR = r"(?:user|item|value|time|title)=[\w…-]*"
_ROLES = rf"{_OPTION} ({_PAIR}(?:,{_PAIR})*)"
_VALUE = rf"{_OPTION} (?=(?:{_NUMBER})(?![\w.,]*\w)|[A-Z]+\b|'|\")"
_WORD = rf"{_OPTION} (local|spark|ids|titles|sum|count|first|last|events|net|drop)\b"
_FLAG = rf"(?<!leave ){_OPTION}(?!: | out\b|-)"


def as_arguments(message: str) -> str:
    """A message about options, as one about arguments; what it quotes, and the file it is about, stay as they are."""
    kept: list[str] = []

    def keep(text: str) -> str:
        kept.append(text)
        return f"\0{len(kept) - 1}\0"

    if place := re.match(_LONG_PLACE, message):
        message = f"{place[1]}'{place[2]}'{message[place.end() :]}"
    elif file := re.match(_FILE, message):
        message = keep(file[1]) + message[file.end() :]
    message = re.sub(_AS_IT_STANDS, lambda match: _inside(match, keep), message)
    return re.sub(r"\0(\d+)\0", lambda match: kept[int(match[1])], _translated(message))


def _inside(match: re.Match[str], keep: Callable[[str], str]) -> str:
    """A quoted part, with what is in the quotes put aside."""
    begin, text, end = (part for part in match.groups() if part is not None)
    return begin + keep(text) + end


def argument(option: str) -> str:
    """The argument that does what an option does, both without dashes in front."""
    return _OTHERWISE.get(option, option.replace("-", "_"))


def _translated(text: str) -> str:
    if begun := re.match(_FIRST, text):
        text = f"{argument(begun[1])}={_quoted(begun[2])}{text[begun.end() :]}"
    text = re.sub(_IS, lambda match: f"{argument(match[1])}=", text)
    text = re.sub(_ROLES, lambda match: f"{argument(match[1])}={_table(match[2])}", text)
    text = re.sub(_VALUE, lambda match: f"{argument(match[1])}=", text)
    text = re.sub(_WORD, lambda match: f"{argument(match[1])}='{match[2]}'", text)
    text = re.sub(_FLAG, lambda match: argument(match[1]) + ("=True" if match[1] in _FLAGS else ""), text)
    return re.sub(_OPTION, lambda match: argument(match[1]), text)


def _table(pairs: str) -> str:
    """`user=a,item=b` as Python writes it."""
    parts = (pair.partition("=") for pair in pairs.split(","))
    return "{" + ", ".join(f"'{role}': '{name}'" for role, _, name in parts) + "}"


def _quoted(value: str) -> str:
    """A value as Python writes it: numbers and quoted text as they are."""
    return value if re.fullmatch(_NUMBER, value) or value[:1] in ("'", '"') else f"'{value}'"
