"""Reading a bulletin that anyone may have written: every key checked, nothing unknown let through."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from standout.common.documents import Limits, Unfit, json_document, read_document
from standout.common.formats import shown_path
from standout.common.wording import shown
from standout.errors import BadInput
from standout.label.bulletin.bulletin import (
    SCORES,
    VERSION,
    Bulletin,
    Earlier,
    Folded,
    Group,
    Made,
    Norm,
    Scored,
    Signature,
    scores_of,
)
from standout.label.bulletin.groups import NAMES

MOST_BYTES = 512_000_000
MOST_ITEMS = 5_000_000
MOST_PARTS = 20
LONGEST_ID, LONGEST_TITLE, LONGEST_TEXT = 500, 1_000, 5_000
_LIMITS = Limits(depth=6)
_GREATEST = 2**53
_EPSILON, _DELTA = (1e-9, 1e6), (0.0, 1.0)
MOST_EARLIER = 10_000
_MISSING = "name a bulletin that `standout publish` wrote"
_KEYS = {
    "": ("standout_bulletin", "date", "people", "interactions", "rare_below", "items", "folded", "crowd", "scores",
         "made"),
    "items": ("ids", "holders"),
    "folded": ("items", "interactions"),
    "norm": ("min", "max"),
    "group": ("name", "centroid", "low", "high", "people"),
    "made": ("standout", "min_holders", "trimmed", "groups", "guarantee"),
    "earlier": ("sha256", "epsilon"),
    "signature": ("algorithm", "key", "value"),
}  # fmt: skip
_OPTIONAL = {
    "": ("signature", "valid_until"),
    "items": ("titles",),
    "made": ("epsilon", "delta", "max_items", "bulletins", "epsilon_total", "delta_total", "earlier"),
    "earlier": ("delta",),
}


_Wrong = Unfit


def bulletin_from(source: Path | str | bytes) -> Bulletin:
    """A bulletin from a file or from bytes, checked from top to bottom."""
    name = "bulletin" if isinstance(source, bytes) else shown_path(Path(source))
    try:
        content = (
            source if isinstance(source, bytes) else read_document(Path(source), "a bulletin", MOST_BYTES, _MISSING)
        )
        return _bulletin(_parsed(content))
    except _Wrong as problem:
        raise BadInput(f"{name}: {problem}; get the bulletin anew from its provider") from None


def _parsed(content: bytes) -> dict[str, Any]:
    if len(content) > MOST_BYTES:
        raise _Wrong(f"larger than {MOST_BYTES // 1_000_000:,} MB, which no bulletin is")
    found = json_document(content, _LIMITS)
    if not isinstance(found, dict) or "standout_bulletin" not in found:
        raise _Wrong("not a bulletin: it has no 'standout_bulletin'")
    if found["standout_bulletin"] != VERSION or isinstance(found["standout_bulletin"], bool):
        raise _Wrong(
            f"'standout_bulletin' is {shown(str(found['standout_bulletin']))}, but this Standout reads {VERSION}"
        )
    return found


def _bulletin(document: dict[str, Any]) -> Bulletin:
    _check_keys("", document, "")
    people = _whole(document["people"], "people", 1)
    ids, titles, counts = _items(document["items"], people)
    folded = _object(document["folded"], "folded", "folded")
    scores = document["scores"]
    if not isinstance(scores, dict) or sorted(scores) != sorted(SCORES):
        raise _Wrong(f"'scores' does not have exactly {' and '.join(SCORES)}")
    return Bulletin(
        date=_date(document["date"], "date"),
        people=people,
        interactions=_whole(document["interactions"], "interactions", 0),
        rare_below=_whole(document["rare_below"], "rare_below", 1),
        ids=ids,
        titles=titles,
        counts=counts,
        folded=Folded(*(_whole(folded[key], f"folded.{key}", 0) for key in _KEYS["folded"])),
        crowd=_crowd(document["crowd"]),
        scores=scores_of({name: _scored(f"scores.{name}", scores[name]) for name in SCORES}),
        made=_made(document["made"]),
        signature=_signature(document["signature"]) if "signature" in document else None,
        valid_until=_valid_until(document) if "valid_until" in document else None,
    )


def _signature(found: Any) -> Signature:
    _object(found, "signature", "signature")
    if found["algorithm"] != "ed25519":
        raise _Wrong("'signature.algorithm' is not ed25519")
    return Signature(_text(found["key"], "signature.key", 200), _text(found["value"], "signature.value", 200))


def _check_keys(where: str, found: Mapping[str, Any], kind: str) -> None:
    dot = f"{where}." if where else ""
    for key in _KEYS[kind]:
        if key not in found:
            raise _Wrong(f"'{dot}{key}' is missing")
    for key in found:
        if key not in _KEYS[kind] and key not in _OPTIONAL.get(kind, ()):
            raise _Wrong(f"has a key '{shown(dot + key)}' that bulletins do not have")


def _object(found: Any, where: str, kind: str) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise _Wrong(f"'{where}' is not an object")
    _check_keys(where, found, kind)
    return found


def _items(found: Any, people: int) -> tuple[tuple[str, ...], tuple[str | None, ...] | None, Any]:
    _object(found, "items", "items")
    ids = _texts(found["ids"], "items.ids", LONGEST_ID)
    if len(set(ids)) < len(ids):
        raise _Wrong("'items.ids' has the same id twice")
    if "" in ids:
        raise _Wrong("'items.ids' has an empty id")
    holders = _list(found["holders"], "items.holders", len(ids))
    for at, count in enumerate(holders):
        if _whole(count, f"items.holders[{at}]", 1) > people:
            raise _Wrong(f"'items.holders[{at}]' is more than there are people")
    titles = None
    if "titles" in found:
        given = _list(found["titles"], "items.titles", len(ids))
        titles = tuple(None if title is None else title for title in given)
        _texts([title for title in given if title is not None], "items.titles", LONGEST_TITLE)
    return tuple(ids), titles, np.array(holders, np.int64)


def _list(found: Any, where: str, length: int | None = None) -> list[Any]:
    if not isinstance(found, list):
        raise _Wrong(f"'{where}' is not a list")
    if len(found) > MOST_ITEMS:
        raise _Wrong(f"'{where}' has more than {MOST_ITEMS:,} entries")
    if length is not None and len(found) != length:
        raise _Wrong(f"'{where}' has {len(found):,} entries for {length:,} ids")
    return found


def _texts(found: Any, where: str, longest: int) -> list[str]:
    for at, text in enumerate(_list(found, where)):
        if not isinstance(text, str) or len(text) > longest:
            _text(text, f"{where}[{at}]", longest)
    return list(found)


def _text(found: Any, where: str, longest: int = LONGEST_TEXT) -> str:
    if not isinstance(found, str) or len(found) > longest:
        raise _Wrong(f"'{where}' is not a text of at most {longest:,} characters")
    return found


def _whole(found: Any, where: str, least: int) -> int:
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= _GREATEST:
        raise _Wrong(f"'{where}' is not a whole number of at least {least}")
    return found


def _number(found: Any, where: str, least: float, most: float) -> float:
    wrong = isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found)
    if wrong or not least <= found <= most:
        raise _Wrong(f"'{where}' is not a number between {least:g} and {most:g}")
    return float(found)


def _date(found: Any, where: str) -> str:
    try:
        return datetime.date.fromisoformat(_text(found, where, 10)).isoformat()
    except ValueError:
        raise _Wrong(f"'{where}' is not a day such as 2026-11-16") from None


def _valid_until(document: Mapping[str, Any]) -> str:
    last = _date(document["valid_until"], "valid_until")
    if last < _date(document["date"], "date"):
        raise _Wrong("'valid_until' is before 'date'")
    return last


def _crowd(found: Any) -> tuple[float, ...]:
    crowd = [_number(part, f"crowd[{at}]", 1e-9, _GREATEST) for at, part in enumerate(_list(found, "crowd"))]
    if not 1 <= len(crowd) <= MOST_PARTS or not _ascending(crowd):
        raise _Wrong(f"'crowd' is not 1 to {MOST_PARTS} ascending numbers")
    return tuple(crowd)


def _ascending(numbers: Iterable[float]) -> bool:
    given = list(numbers)
    return all(one <= two for one, two in pairwise(given))


def _scored(where: str, found: Any) -> Scored:
    if not isinstance(found, dict) or sorted(found) != ["groups", "norm"]:
        raise _Wrong(f"'{where}' does not have exactly groups and norm")
    ends = _object(found["norm"], f"{where}.norm", "norm")
    norm = Norm(*(_number(ends[key], f"{where}.norm.{key}", -1e6, 1e6) for key in _KEYS["norm"]))
    if norm.max < norm.min:
        raise _Wrong(f"'{where}.norm.max' is below min")
    groups = tuple(_group(f"{where}.groups[{at}]", one) for at, one in enumerate(_list(found["groups"], where)))
    if len(groups) not in NAMES:
        raise _Wrong(f"'{where}.groups' has {len(groups)} groups, but 1 to {max(NAMES)} can be")
    if not _ascending(group.centroid for group in groups):
        raise _Wrong(f"'{where}.groups' do not ascend from not safe to safe")
    for at, (group, name) in enumerate(zip(groups, NAMES[len(groups)], strict=True)):
        if group.name != name:
            raise _Wrong(f"'{where}.groups[{at}].name' is '{shown(group.name)}', but must be '{name}'")
    return Scored(norm, groups)


def _group(where: str, found: Any) -> Group:
    _object(found, where, "group")
    low, centroid, high = (_number(found[key], f"{where}.{key}", 0.0, 1.0) for key in ("low", "centroid", "high"))
    if not low <= centroid <= high:
        raise _Wrong(f"'{where}.centroid' is not between low and high")
    return Group(_text(found["name"], f"{where}.name", 100), centroid, low, high,
                 _whole(found["people"], f"{where}.people", 0))  # fmt: skip


def _made(found: Any) -> Made:
    _object(found, "made", "made")
    if found["groups"] not in ("found", "forced"):
        raise _Wrong("'made.groups' is neither found nor forced")
    return Made(
        standout=_text(found["standout"], "made.standout", 100),
        min_holders=_whole(found["min_holders"], "made.min_holders", 1),
        trimmed=_number(found["trimmed"], "made.trimmed", 0.0, 0.49),
        groups=found["groups"],
        guarantee=_text(found["guarantee"], "made.guarantee"),
        **_budget(found),
    )


def _budget(found: dict[str, Any]) -> dict[str, Any]:
    """What the noise promises, for this bulletin and for all that were counted together, which must add up."""
    limits = {"epsilon": _EPSILON, "epsilon_total": (1e-9, 1e9), "delta": _DELTA, "delta_total": _DELTA}
    numbers = {key: _number(found[key], f"made.{key}", *ends) for key, ends in limits.items() if key in found}
    wholes = {key: _whole(found[key], f"made.{key}", 1) for key in ("max_items", "bulletins") if key in found}
    earlier = tuple(_earlier(f"made.earlier[{at}]", one) for at, one in enumerate(_chain(found)))
    if "bulletins" in wholes:
        _check_total(numbers, wholes["bulletins"], earlier)
    elif {"epsilon_total", "delta_total", "earlier"} & found.keys():
        raise _Wrong("'made' adds up bulletins, but does not say how many")
    return numbers | wholes | ({"earlier": earlier} if "earlier" in found else {})


def _chain(found: dict[str, Any]) -> list[Any]:
    chain = _list(found.get("earlier", []), "made.earlier")
    if len(chain) > MOST_EARLIER:
        raise _Wrong(f"'made.earlier' has more than {MOST_EARLIER:,} bulletins")
    return chain


def _earlier(where: str, found: Any) -> Earlier:
    _object(found, where, "earlier")
    digest = _text(found["sha256"], f"{where}.sha256", 64)
    if not re.fullmatch("[0-9a-f]{64}", digest):
        raise _Wrong(f"'{where}.sha256' is no SHA-256")
    delta = _number(found["delta"], f"{where}.delta", *_DELTA) if "delta" in found else None
    return Earlier(digest, _number(found["epsilon"], f"{where}.epsilon", *_EPSILON), delta)


def _check_total(numbers: Mapping[str, float], bulletins: int, earlier: Sequence[Earlier]) -> None:
    epsilon = numbers.get("epsilon", 0.0) + sum(one.epsilon for one in earlier)
    delta = numbers.get("delta", 0.0) + sum(one.delta or 0.0 for one in earlier)
    told, odds = numbers.get("epsilon_total", 0.0), numbers.get("delta_total", 0.0)
    same = math.isclose(told, epsilon, rel_tol=1e-9) and math.isclose(odds, delta, rel_tol=1e-9)
    if "epsilon" not in numbers or bulletins != len(earlier) + 1 or not same:
        raise _Wrong("'made' adds up the bulletins of the same people wrongly")
