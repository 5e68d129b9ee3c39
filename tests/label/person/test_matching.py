"""Matching: against a slow and obvious rule on random titles with ties, and the cases that need a choice."""

from __future__ import annotations

import random

from standout.label.person.history import History, Mention, Name, Reading
from standout.label.person.matching import Catalogue, match
from standout.matching.titles import parsed


def history_of(*names: Name) -> History:
    mentions = tuple(Mention((name,), name.text) for name in names)
    return History("list", (Reading("titles", mentions),), len(mentions))


def test_the_year_decides_where_both_have_one() -> None:
    known = Catalogue(["a", "b", "c"], ["Solaris (1972)", "Solaris (2002)", "Solaris"], [10, 20, 5])
    assert match(history_of(Name("Solaris (1972)")), known).items == (0,)
    assert match(history_of(Name("Solaris", year=2002)), known).items == (1,)
    assert match(history_of(Name("Solaris (2010)")), known).items == (2,)
    assert match(history_of(Name("Solaris (2010)")), Catalogue(["a"], ["Solaris (1972)"], [10])).unknown == (
        "Solaris (2010)",
    )
    found = match(history_of(Name("solaris")), known)
    assert found.items == (1,)
    assert found.chosen == (("solaris", 3, 1),)


def test_an_id_is_only_an_id() -> None:
    known = Catalogue(["300", "x"], ["Heat (1995)", "300 (2007)"], [1, 2])
    assert match(history_of(Name("300", "id")), known).items == (0,)
    assert match(history_of(Name("300")), known).items == (1,)


def slowly(name: Name, titles: list[str], holders: list[int]) -> list[int]:
    wanted = parsed(name.text, name.year)
    for key in wanted.keys:
        fits = [at for at, text in enumerate(titles) if key in parsed(text).keys]
        if wanted.year is not None:
            same = [at for at in fits if parsed(titles[at]).year == wanted.year]
            fits = same or [at for at in fits if parsed(titles[at]).year is None]
        if fits:
            return sorted(fits, key=lambda at: (-holders[at], at))
    return []


def test_as_a_slow_rule_finds_it() -> None:
    dice = random.Random(3)

    def title() -> str:
        words = [dice.choice(["The", "A", "Red", "Blue", "Sea", "&", "Élan"]) for _ in range(dice.randint(1, 3))]
        year = dice.choice(["", "", " (1990)", " (1991)"])
        other = dice.choice(["", "", f" ({dice.choice(['Sea, The', 'Blue'])})"])
        return " ".join(words) + other + year

    titles, holders = [title() for _ in range(60)], [dice.randint(1, 5) for _ in range(60)]
    known = Catalogue([f"i{at}" for at in range(60)], titles, holders)
    for _ in range(300):
        name = Name(title(), year=dice.choice([None, None, 1990]))
        assert known.fitting(name) == slowly(name, titles, holders)
