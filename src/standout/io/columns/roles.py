"""Which column is the person, the item, the value, the time, the title: by usual names or as told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from standout.common.wording import listed, shown
from standout.errors import BadInput

ROLES = ("user", "item", "value", "time", "title")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


COUNTS = _words("""
    plays playcount playscount listens listencount count counts quantity qty times purchases views clicks
""")
"""Names of columns that hold counts rather than ratings."""

USUAL = {
    "user": _words("""
        user userid uid person personid people customer customerid reader readerid member memberid
        account accountid visitor visitorid listener listenerid reviewer reviewerid client clientid
        subscriber subscriberid viewer viewerid participant participantid household householdid
        author authorid username userkey usercode cust custid login
    """),
    "item": _words("""
        item itemid iid movie movieid film filmid book bookid isbn isbn13 track trackid song songid
        artist artistid product productid productcode sku asin parentasin article articleid
        anime animeid game gameid show showid business businessid url page pageid site siteid
        recipe recipeid video videoid poi venue venueid location locationid place placeid hashtag tag
        itemcode itemkey stockcode work workid object objectid
        trackname songname artistname moviename bookname productname
    """),
    "value": (
        *_words("rating value score stars grade overall ratings bookrating reviewscore userrating reviewrating"),
        *COUNTS,
        "weight",
    ),
    "time": _words("""
        timestamp time date day datetime ratedat createdat ts unixtime unixreviewtime unixtimestamp
        ratingdate ratingtime reviewdate reviewtime eventtime eventdate purchasedate purchasetime
        playedat listenedat invoicedate orderdate updatedat
    """),
    "title": _words("title itemtitle movietitle booktitle songtitle tracktitle itemname"),
}


@dataclass(frozen=True)
class Chosen:
    """Positions (from 0) of the columns that are used, by role, and how messages call them."""

    at: dict[str, int]
    names: dict[str, str]


def plain_name(name: str) -> str:
    """A column's name without what people write differently."""
    return re.sub(r"[\s_\-]", "", name).lower()


def is_count(name: str) -> bool:
    """Whether a column of this name holds counts rather than ratings."""
    return plain_name(name) in COUNTS


def usual(names: Sequence[str]) -> dict[str, int]:
    """Columns with usual names, by role; the title stands in for a missing item."""
    plain = [plain_name(name) for name in names]
    positions = {}
    for role, candidates in USUAL.items():
        position = next((plain.index(name) for name in candidates if name in plain), None)
        if position is not None:
            positions[role] = position
    if "item" not in positions and "title" in positions:
        positions["item"] = positions.pop("title")
    return positions


def check_roles(wanted: Mapping[str, str]) -> None:
    """Refuse a role that does not exist."""
    for role in wanted:
        if role not in ROLES:
            raise BadInput(f"--columns: unknown '{shown(role)}'; it may say {', '.join(ROLES)}")


def choose(
    file: str,
    names: Sequence[str],
    wanted: Mapping[str, str],
    *,
    header: bool,
    defaults: Mapping[str, int],
    needed: Sequence[str] = ("user", "item"),
) -> Chosen:
    """Columns by role: as wanted, else as found. One line if a needed one is missing."""
    given = {role: _position(file, names, role, name, header) for role, name in wanted.items() if name != ""}
    positions = {
        role: position for role, position in defaults.items() if role not in wanted and position not in given.values()
    } | given
    if "item" not in positions and "item" not in wanted and "title" in defaults and "title" not in wanted:
        positions = positions | {"item": defaults["title"]}
        positions.pop("title", None)
    _check_clear(file, names, wanted, positions, header)
    missing = [role for role in needed if role not in positions]
    if missing:
        what = " and ".join({"user": "people", "item": "items"}[role] for role in missing)
        use = ",".join(f"{role}={'NAME' if header else 'NUMBER'}" for role in missing)
        offered = f"found {listed(names)}" if header else f"{len(names)} columns without a header"
        raise BadInput(f"{file}: no column for {what} ({offered}); say which with --columns {use}")
    labels = {role: names[position] if header else f"{position + 1}" for role, position in positions.items()}
    return Chosen(positions, labels)


def _check_clear(
    file: str, names: Sequence[str], wanted: Mapping[str, str], positions: Mapping[str, int], header: bool
) -> None:
    """Refuse one column in two roles, and two columns that might be the person or the item."""
    for role, position in positions.items():
        other = next((name for name, place in positions.items() if place == position and name != role), None)
        if other is not None:
            raise BadInput(
                f"{file}: column '{shown(names[position])}' cannot be both {role} and {other}; mend --columns"
            )
    for role in ROLES if header else ():
        if role in wanted or role not in positions:
            continue
        same = [place for place, name in enumerate(names) if plain_name(name) == plain_name(names[positions[role]])]
        if role not in ("user", "item"):
            if len(same) > 1:
                raise _twice(file, names[positions[role]], role, same)
            continue
        fitting = [name for name in names if plain_name(name) in USUAL[role]]
        if len(fitting) > 1:
            raise BadInput(
                f"{file}: {listed(fitting)} may each be the {'person' if role == 'user' else 'item'}; "
                f"say which with --columns {role}=NAME"
            )


def _position(file: str, names: Sequence[str], role: str, name: str, header: bool) -> int:
    if header:
        matches = [position for position, each in enumerate(names) if each == name]
        matches = matches or [position for position, each in enumerate(names) if plain_name(each) == plain_name(name)]
        if len(matches) > 1:
            raise _twice(file, name, role, matches)
        if matches:
            return matches[0]
    if name.strip().isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    offered = f"there are {listed(names)}" if header else f"there are columns 1 to {len(names)} without a header"
    raise BadInput(f"{file}: no column '{shown(name)}' for {role} ({offered}); mend --columns {role}=…")


def _twice(file: str, name: str, role: str, places: Sequence[int]) -> BadInput:
    return BadInput(
        f"{file}: {len(places)} columns are called '{shown(name)}'; "
        f"say which by number, e.g. --columns {role}={places[0] + 1}"
    )
