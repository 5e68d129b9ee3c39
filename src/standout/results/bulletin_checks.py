"""Checks of a bulletin that anyone may have written: every key looked at, nothing unknown let through.

They work on plain JSON, before any type is made of it; each says in words which key is wrong, and why.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from standout.common.documents import Limits, Unfit
from standout.common.wording import shown

VERSION = 1
"""The version of the format; a reader refuses any other."""

SCORES = ("hiding", "better", "paper")
"""The scores that a bulletin may have; the label uses the first that it has. Only those made before bands lack one."""

ALWAYS = ("better", "paper")
"""The scores that every bulletin has."""

BORDERS = (1, 2, 5, 20, 100)
"""From how many people on the bands of the score `hiding` begin."""

BAND_NAMES = (
    "found by someone who knows a few things",
    "hides among 2 to 5 people",
    "hides among about 10 people",
    "hides among about 50 people",
    "hides among 100 people or more",
)
"""What the bands mean, from the smallest crowd on: the same for everybody, whatever the data."""

BAND_MARKS = ("found by a few things", "2 to 5 people", "about 10 people", "about 50 people", "100 or more")
"""What stands on their bars."""

FOUND_BY = {"acquaintance": "an acquaintance", "ten items": "someone who knows ten items"}
"""Whose attacks the provider's own audit of each group tells of, and in words."""

GROUP_NAMES = {
    1: ("all alike",),
    2: ("not safe", "safe"),
    3: ("not safe", "medium risk", "safe"),
    4: ("not safe", "high risk", "low risk", "safe"),
    5: ("not safe", "high risk", "medium risk", "low risk", "safe"),
    6: ("not safe", "very high risk", "high risk", "medium risk", "low risk", "safe"),
    7: ("not safe", "very high risk", "high risk", "medium risk", "low risk", "very low risk", "safe"),
}
"""What the groups are called, from not safe to safe, by how many there are."""

MOST_BYTES = 512_000_000
MOST_ITEMS = 5_000_000
MOST_PARTS = 20
MOST_EARLIER = 10_000
LONGEST_ID, LONGEST_TITLE, LONGEST_TEXT, LONGEST_ABOUT = 500, 1_000, 5_000, 500
LIMITS = Limits(depth=8)
_GREATEST = 2**53
_EPSILON, _DELTA = (1e-9, 1e6), (0.0, 1.0)
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
    "about": (),
    "found": ("rate", "low", "high", "targets"),
}  # fmt: skip
_OPTIONAL = {
    "": ("signature", "valid_until", "about"),
    "about": ("provider", "contact", "data", "data_until", "key_at"),
    "group": ("found_by",),
    "items": ("titles",),
    "made": ("epsilon", "delta", "max_items", "bulletins", "epsilon_total", "delta_total", "earlier", "after"),
    "earlier": ("delta",),
}


def check_bulletin(document: object) -> None:
    """Refuse whatever is not a bulletin of this version, from top to bottom."""
    if not isinstance(document, dict) or "standout_bulletin" not in document:
        raise Unfit("not a bulletin: it has no 'standout_bulletin'")
    version = document["standout_bulletin"]
    if version != VERSION or isinstance(version, bool):
        raise Unfit(f"'standout_bulletin' is {shown(str(version))}, but this Standout reads {VERSION}")
    _check_keys("", document, "")
    people = _whole(document["people"], "people", 1)
    _check_items(document["items"], people)
    folded, scores = _object(document["folded"], "folded", "folded"), document["scores"]
    if not isinstance(scores, dict) or not set(ALWAYS) <= set(scores) <= set(SCORES):
        raise Unfit(f"'scores' does not have {' and '.join(ALWAYS)}, and perhaps {SCORES[0]}, but nothing else")
    day(document["date"], "date")
    _whole(document["interactions"], "interactions", 0)
    _whole(document["rare_below"], "rare_below", 1)
    for key in _KEYS["folded"]:
        _whole(folded[key], f"folded.{key}", 0)
    _check_crowd(document["crowd"])
    for name in ALWAYS:
        _check_scored(f"scores.{name}", scores[name])
    if SCORES[0] in scores:
        _check_bands(f"scores.{SCORES[0]}", scores[SCORES[0]], people)
    _check_made(document["made"])
    if "signature" in document:
        _check_signature(document["signature"])
    if "about" in document:
        _check_about(document["about"])
    if "valid_until" in document and day(document["valid_until"], "valid_until") < day(document["date"], "date"):
        raise Unfit("'valid_until' is before 'date'")


def day(value: object, where: str) -> str:
    """A day, written as all bulletins have it."""
    try:
        return datetime.date.fromisoformat(_text(value, where, 10)).isoformat()
    except ValueError:
        raise Unfit(f"'{where}' is not a day such as 2026-11-16") from None


def _check_signature(value: object) -> None:
    signature = _object(value, "signature", "signature")
    if signature["algorithm"] != "ed25519":
        raise Unfit("'signature.algorithm' is not ed25519")
    for key in ("key", "value"):
        _text(signature[key], f"signature.{key}", 200)


def _check_keys(where: str, value: Mapping[str, Any], kind: str) -> None:
    dot = f"{where}." if where else ""
    for key in _KEYS[kind]:
        if key not in value:
            raise Unfit(f"'{dot}{key}' is missing")
    for key in value:
        if key not in _KEYS[kind] and key not in _OPTIONAL.get(kind, ()):
            raise Unfit(f"has a key '{shown(dot + key)}' that bulletins do not have")


def _object(value: object, where: str, kind: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unfit(f"'{where}' is not an object")
    _check_keys(where, value, kind)
    return value


def _check_items(value: object, people: int) -> None:
    items = _object(value, "items", "items")
    ids = _texts(items["ids"], "items.ids", LONGEST_ID)
    if len(set(ids)) < len(ids):
        raise Unfit("'items.ids' has the same id twice")
    if "" in ids:
        raise Unfit("'items.ids' has an empty id")
    for place, count in enumerate(_list(items["holders"], "items.holders", len(ids))):
        if _whole(count, f"items.holders[{place}]", 1) > people:
            raise Unfit(f"'items.holders[{place}]' is more than there are people")
    if "titles" in items:
        titles = _list(items["titles"], "items.titles", len(ids))
        _texts([title for title in titles if title is not None], "items.titles", LONGEST_TITLE)


def _list(value: object, where: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list):
        raise Unfit(f"'{where}' is not a list")
    if len(value) > MOST_ITEMS:
        raise Unfit(f"'{where}' has more than {MOST_ITEMS:,} entries")
    if length is not None and len(value) != length:
        raise Unfit(f"'{where}' has {len(value):,} entries for {length:,} ids")
    return value


def _texts(value: object, where: str, longest: int) -> list[str]:
    texts = _list(value, where)
    for place, text in enumerate(texts):
        if not isinstance(text, str) or len(text) > longest:
            _text(text, f"{where}[{place}]", longest)
    return texts


def _text(value: object, where: str, longest: int = LONGEST_TEXT) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise Unfit(f"'{where}' is not a text of at most {longest:,} characters")
    return value


def _whole(value: object, where: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _GREATEST:
        raise Unfit(f"'{where}' is not a whole number of at least {least}")
    return value


def _number(value: Any, where: str, least: float, most: float) -> float:
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    if numeric and math.isfinite(value) and least <= value <= most:
        return float(value)
    raise Unfit(f"'{where}' is not a number between {least:g} and {most:g}")


def _check_crowd(value: object) -> None:
    crowd = [_number(part, f"crowd[{place}]", 1e-9, _GREATEST) for place, part in enumerate(_list(value, "crowd"))]
    if not 1 <= len(crowd) <= MOST_PARTS or not _ascending(crowd):
        raise Unfit(f"'crowd' is not 1 to {MOST_PARTS} ascending numbers")


def _ascending(numbers: Iterable[float]) -> bool:
    return all(lower <= higher for lower, higher in pairwise(numbers))


def band_borders(people: int) -> tuple[float, ...]:
    """Where the bands begin, as normalised scores; there are only those that so many people can reach."""
    whole = math.log(people) if people > 1 else 1.0
    return tuple(round(math.log(border) / whole, 6) for border in BORDERS if border < max(people, 2))


def _check_bands(where: str, value: object, people: int) -> None:
    """The bands are the same everywhere: nobody can move a border so that people look safer than they are."""
    groups = _checked_groups(where, value)
    borders = (*band_borders(people), 1.0)
    if len(groups) != len(borders) - 1:
        raise Unfit(f"'{where}.groups' has {len(groups)} bands, but {people:,} people have {len(borders) - 1}")
    for place, (group, name) in enumerate(zip(groups, BAND_NAMES, strict=False)):
        _check_name(f"{where}.groups[{place}]", group, name)
        if abs(group["low"] - borders[place]) > 2e-6 or abs(group["high"] - borders[place + 1]) > 2e-6:
            raise Unfit(f"'{where}.groups[{place}]' does not begin and end where this band does")
    if abs(value["norm"]["min"]) > 2e-6 or abs(value["norm"]["max"] - math.log(max(people, 2))) > 2e-6:  # type: ignore[index]
        raise Unfit(f"'{where}.norm' is not 0 and the logarithm of the people")


def _check_scored(where: str, value: object) -> None:
    groups = _checked_groups(where, value)
    for place, (group, name) in enumerate(zip(groups, GROUP_NAMES[len(groups)], strict=True)):
        _check_name(f"{where}.groups[{place}]", group, name)


def _check_name(where: str, group: Mapping[str, Any], name: str) -> None:
    if group["name"] != name:
        raise Unfit(f"'{where}.name' is '{shown(group['name'])}', but must be '{name}'")


def _checked_groups(where: str, value: object) -> list[Any]:
    if not isinstance(value, dict) or sorted(value) != ["groups", "norm"]:
        raise Unfit(f"'{where}' does not have exactly groups and norm")
    ends = _object(value["norm"], f"{where}.norm", "norm")
    least, most = (_number(ends[key], f"{where}.norm.{key}", -1e6, 1e6) for key in _KEYS["norm"])
    if most < least:
        raise Unfit(f"'{where}.norm.max' is below min")
    groups = _list(value["groups"], where)
    centroids = [_centroid(f"{where}.groups[{place}]", group) for place, group in enumerate(groups)]
    if len(groups) not in GROUP_NAMES:
        raise Unfit(f"'{where}.groups' has {len(groups)} groups, but 1 to {max(GROUP_NAMES)} can be")
    if not _ascending(centroids):
        raise Unfit(f"'{where}.groups' do not ascend from not safe to safe")
    return groups


def _centroid(where: str, value: object) -> float:
    """A group's centroid; the rest of the group is checked as well."""
    group = _object(value, where, "group")
    low, centroid, high = (_number(group[key], f"{where}.{key}", 0.0, 1.0) for key in ("low", "centroid", "high"))
    if not low <= centroid <= high:
        raise Unfit(f"'{where}.centroid' is not between low and high")
    _text(group["name"], f"{where}.name", 100)
    _whole(group["people"], f"{where}.people", 0)
    if "found_by" in group:
        _check_found_by(f"{where}.found_by", group["found_by"])
    return centroid


def _check_found_by(where: str, value: object) -> None:
    """What the provider's own audit says of a group: rates with their intervals, by adversaries of fixed names."""
    if not isinstance(value, dict) or not set(value) <= set(FOUND_BY):
        raise Unfit(f"'{where}' names others than {' and '.join(FOUND_BY)}")
    for name, found in value.items():
        rates = _object(found, f"{where}.{name}", "found")
        low, rate, high = (_number(rates[key], f"{where}.{name}.{key}", 0.0, 1.0) for key in ("low", "rate", "high"))
        _whole(rates["targets"], f"{where}.{name}.targets", 1)
        if not low <= rate <= high:
            raise Unfit(f"'{where}.{name}.rate' is not between low and high")


def _check_about(value: object) -> None:
    about = _object(value, "about", "about")
    for key, text in about.items():
        if not _text(text, f"about.{key}", LONGEST_ABOUT).strip():
            raise Unfit(f"'about.{key}' is empty")
    if "data_until" in about:
        day(about["data_until"], "about.data_until")


def _check_made(value: object) -> None:
    made = _object(value, "made", "made")
    if made["groups"] not in ("found", "forced"):
        raise Unfit("'made.groups' is neither found nor forced")
    _text(made["standout"], "made.standout", 100)
    _whole(made["min_holders"], "made.min_holders", 1)
    _number(made["trimmed"], "made.trimmed", 0.0, 0.49)
    _text(made["guarantee"], "made.guarantee")
    after = _list(made.get("after", []), "made.after")
    if len(after) > MOST_EARLIER or not all(
        isinstance(one, str) and re.fullmatch("[0-9a-f]{64}", one) for one in after
    ):
        raise Unfit("'made.after' is not a list of SHA-256")
    _check_budget(made)


def _check_budget(made: Mapping[str, Any]) -> None:
    """What the noise promises, for this bulletin and for all that were counted together, which must add up."""
    limits = {"epsilon": _EPSILON, "epsilon_total": (1e-9, 1e9), "delta": _DELTA, "delta_total": _DELTA}
    numbers = {key: _number(made[key], f"made.{key}", *ends) for key, ends in limits.items() if key in made}
    wholes = {key: _whole(made[key], f"made.{key}", 1) for key in ("max_items", "bulletins") if key in made}
    chain = _list(made.get("earlier", []), "made.earlier")
    if len(chain) > MOST_EARLIER:
        raise Unfit(f"'made.earlier' has more than {MOST_EARLIER:,} bulletins")
    costs = [_cost(f"made.earlier[{place}]", bulletin) for place, bulletin in enumerate(chain)]
    if "bulletins" in wholes:
        _check_total(numbers, wholes["bulletins"], costs)
    elif {"epsilon_total", "delta_total", "earlier"} & made.keys():
        raise Unfit("'made' adds up bulletins, but does not say how many")


def _cost(where: str, value: object) -> tuple[float, float]:
    """Epsilon and delta of an earlier bulletin."""
    earlier = _object(value, where, "earlier")
    if not re.fullmatch("[0-9a-f]{64}", _text(earlier["sha256"], f"{where}.sha256", 64)):
        raise Unfit(f"'{where}.sha256' is no SHA-256")
    delta = _number(earlier["delta"], f"{where}.delta", *_DELTA) if "delta" in earlier else 0.0
    return _number(earlier["epsilon"], f"{where}.epsilon", *_EPSILON), delta


def _check_total(numbers: Mapping[str, float], bulletins: int, costs: Sequence[tuple[float, float]]) -> None:
    epsilon = numbers.get("epsilon", 0.0) + sum(epsilon for epsilon, _ in costs)
    delta = numbers.get("delta", 0.0) + sum(delta for _, delta in costs)
    totals = numbers.get("epsilon_total", 0.0), numbers.get("delta_total", 0.0)
    same = all(math.isclose(total, added, rel_tol=1e-9) for total, added in zip(totals, (epsilon, delta), strict=True))
    if "epsilon" not in numbers or bulletins != len(costs) + 1 or not same:
        raise Unfit("'made' adds up the bulletins of the same people wrongly")
