"""Invented files that the golden cases run on: made by this code alone, the same bytes on every machine."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

PEOPLE, ITEMS, KNOWN = 60, 40, 12
"""People and items of the invented data; the first few people also show themselves in public."""
FIRST_DAY = date(2020, 1, 1)
_ADJECTIVES = ("Amber", "Brittle", "Cold", "Distant", "Early", "Faint", "Golden", "Hollow")
_NOUNS = ("Anchor", "Bridge", "Candle", "Desert", "Engine")
_SPREAD = 17
"""People's ids are spread out, so that neither their order nor their length is that of the rows."""


class Row(NamedTuple):
    """One interaction: who, what, how much, and how many days after the first day."""

    person: int
    item: int
    value: int
    day: int


@cache
def rows() -> tuple[Row, ...]:
    """Two tastes with a shared mainstream, some rare items, and records of different length."""
    dice = random.Random(20)
    found: list[Row] = []
    for person in range(PEOPLE):
        busy = 0.5 + dice.random()
        for item in range(ITEMS):
            liked = item % 2 == person % 2
            chance = busy * (0.9 / (1 + item / 6)) * (1.3 if liked else 0.5)
            if dice.random() < chance:
                value = min(5, max(1, (4 if liked else 2) + dice.randint(-1, 1)))
                found.append(Row(person, item, value, dice.randrange(400)))
    return tuple(found)


def title(item: int) -> str:
    """A title with its year; every item has its own."""
    return f"{_ADJECTIVES[item % 8]} {_NOUNS[item // 8]} ({1950 + item})"


def user(person: int) -> str:
    return f"u{person * _SPREAD % 101}"


def day(number: int) -> str:
    return (FIRST_DAY + timedelta(days=number)).isoformat()


def table(header: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """A CSV file without quotes: no cell holds a comma."""
    return "".join(",".join(map(str, line)) + "\n" for line in (header, *lines))


def ratings() -> str:
    """Values and days."""
    return table(("user", "item", "rating", "date"), ((user(r.person), r.item, r.value, day(r.day)) for r in rows()))


def plays() -> str:
    """Days, but no values."""
    return table(("user", "item", "date"), ((user(r.person), r.item, day(r.day)) for r in rows()))


def scores() -> str:
    """Values, but no days."""
    return table(("user", "item", "rating"), ((user(r.person), r.item, r.value) for r in rows()))


def likes() -> str:
    """Neither values nor days."""
    return table(("user", "item"), ((user(r.person), r.item) for r in rows()))


def graded() -> str:
    """Values that are letter grades."""
    grades = ("D", "C", "C", "B", "A")
    return table(("user", "item", "rating"), ((user(r.person), r.item, grades[r.value - 1]) for r in rows()))


def titled() -> str:
    """Values and titles."""
    lines = ((user(r.person), r.item, title(r.item), r.value) for r in rows())
    return table(("user", "item", "title", "rating"), lines)


def titles() -> str:
    return table(("item", "title"), ((item, title(item)) for item in range(ITEMS)))


def groups() -> str:
    """Groups of items: by taste, and whether they are rare."""
    kinds = (("quiet", "loud")[item % 2] + ("|rare" if item > 20 else "") for item in range(ITEMS))
    return table(("item", "groups"), enumerate(kinds))


def people() -> str:
    """An attribute that taste mostly betrays, and a number that it does not."""
    dice = random.Random(21)
    lines = ((user(p), "FM"[(p + (dice.random() < 0.15)) % 2], dice.randint(18, 70)) for p in range(PEOPLE))
    return table(("user", "gender", "age"), lines)


@cache
def shown() -> tuple[Row, ...]:
    """What some people show of themselves elsewhere: half of it, with values and days a little off."""
    dice = random.Random(22)
    own = [r for r in rows() if r.person < KNOWN and dice.random() < 0.5]
    return tuple(
        Row(r.person, r.item, min(5, max(1, r.value + dice.choice((0, 0, 1)))), r.day + dice.randint(0, 3)) for r in own
    )


def public() -> str:
    """Named people with the released item ids, and a stranger."""
    lines = [(f"name-{r.person}", r.item, r.value, day(r.day)) for r in shown()]
    stranger = [("stranger", item, 3, day(100 + item)) for item in range(3, ITEMS, 7)]
    return table(("user", "item", "rating", "date"), lines + stranger)


def public_titles() -> str:
    """The same people where items have other ids, and titles that are written a little differently."""
    lines = [(f"name-{r.person}", f"x{99 - r.item}", title(r.item).upper(), r.value) for r in shown()]
    stranger = [("stranger", "x1", "A Title Nobody Has (1999)", 3), ("stranger", "x99", title(0).upper(), 3)]
    return table(("user", "item", "title", "rating"), lines + stranger)


def truth() -> str:
    known = [(f"name-{person}", user(person)) for person in range(KNOWN)]
    return table(("public", "released"), [*known, ("stranger", "")])


def adversary() -> str:
    """Two adversaries of one's own."""
    neighbour = "[neighbour]\nitems = 4\nwrong = 1\nvalues = 1\ndays = 30\n"
    return neighbour + '\n[colleague]\nitems = 3\nvalues = "unknown"\nabsent_share = 0.2\n'


def history() -> str:
    """A list of titles: known to many, to few, and to nobody."""
    return "".join(f"{title(item)}\n" for item in (0, 2, 5, 11, 23, 38)) + "A Title Nobody Has (1999)\n"


def draft() -> str:
    """A post in prose that mentions things known to many and to few."""
    names = [title(item) for item in (0, 5, 23, 38)]
    return f"This week I watched {names[0]} and {names[1]}. I loved {names[2]}!\nMy brother hated {names[3]}, though.\n"


def posts() -> str:
    """Posts of three people, one of whom mentions nothing."""
    written = [
        ("ann", f"I watched {title(0)} and {title(11)} yesterday.", "2024-01-05"),
        ("bob", f"Loved {title(23)}, hated {title(2)}.", "2024-01-06"),
        ("ann", f"{title(11)} again, it was terrible.", "2024-01-07"),
        ("eve", "Hello everybody.", "2024-01-08"),
    ]
    return "".join(json.dumps({"user": user, "text": text, "time": time}) + "\n" for user, text, time in written)


def history_table() -> str:
    """The record of a person of the data, with values and days."""
    own = ((r.item, r.value, day(r.day)) for r in rows() if r.person == 4)
    return table(("item", "rating", "date"), own)


def profiles() -> str:
    """Profiles with a name, a number to be cut into steps, and a cell with several values."""
    dice = random.Random(23)
    lines = []
    for person in range(80):
        city = dice.choice(("Paris", "Paris", "Rome", "Oslo"))
        job = dice.choice(("baker", "baker", "nurse", "pilot"))
        hobbies = "|".join(sorted(dice.sample(("chess", "choir", "running"), dice.randint(1, 2))))
        lines.append((f"p{person}", dice.choice(("Ann", "Bob")), city, job, dice.randint(20, 44), hobbies))
    return table(
        ("person", "name", "city", "job", "age", "hobby"), [*lines, ("me", "Zoe", "Rome", "diver", 43, "choir")]
    )


def profile() -> str:
    return json.dumps({"name": "Zoe", "city": "Paris", "job": "diver", "age": 27, "hobby": "chess"})


def policy() -> str:
    """A policy that everything keeps: what is measured is what stays the same."""
    measures = ("found", "learned-gain", "worst-tenth", "worst-person", "wrongly-accused")
    return "\n".join((
        'name = "ours"', 'purpose = "to stay the same"', 'responsible = "nobody"', "review = 2100-01-31",
        "[[recipient]]", 'kind = "researchers"', "[recipient.limits]", *(f"{name} = 1.0" for name in measures),
        "[recipient.adversary.two-and-a-date]", 'why = "a receipt"', "",
    ))  # fmt: skip


FILES: dict[str, Callable[[], str]] = {
    "ratings.csv": ratings,
    "plays.csv": plays,
    "scores.csv": scores,
    "likes.csv": likes,
    "grades.csv": graded,
    "titled.csv": titled,
    "titles.csv": titles,
    "groups.csv": groups,
    "people.csv": people,
    "public.csv": public,
    "public-titles.csv": public_titles,
    "truth.csv": truth,
    "adversaries.toml": adversary,
    "policy.toml": policy,
    "history.txt": history,
    "draft.txt": draft,
    "posts.jsonl": posts,
    "history.csv": history_table,
    "profiles.csv": profiles,
    "me.json": profile,
}
"""Every file by its name, with the code that makes it."""
