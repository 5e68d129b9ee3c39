"""What a name means in a catalogue: against a slow and obvious rule, kind by kind, and what must never be taken."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from standout.matching.spelling import folded
from standout.matching.title_index import CONFIDENCE, SURE, Found, TitleIndex
from standout.matching.titles import normalised_title
from standout.matching.written import Written

KNOWN = [
    "Top Gun (1986)",
    "Star Wars: Episode IV - A New Hope (1977)",
    "Fright Night Part II (1989)",
    "Twelve Monkeys (a.k.a. 12 Monkeys) (1995)",
    "Cité des enfants perdus, La (City of Lost Children, The) (1995)",
    "Adventures of Buckaroo Banzai Across the 8th Dimension, The (1984)",
    "Fargo (1996)",
    "Fargo (TV Series) (2014–2024)",
    "Wallace & Gromit: A Close Shave (1995)",
    "Star Trek II: The Wrath of Khan (1982)",
    "Alien: Resurrection (1997)",
    "Van, The (1996)",
    "Solaris (1972)",
    "Solaris (2002)",
    "Harry Potter and the Sorcerer's Stone (Harry Potter, #1)",
    "Dr. Dolittle (1998)",
    "Bram Stoker's Dracula (1992)",
    None,
    "",
]


@pytest.fixture(scope="module")
def index() -> TitleIndex:
    return TitleIndex(KNOWN)


@pytest.mark.parametrize(
    ("text", "year", "kind", "title"),
    [
        ("top gun", 1986, "exact", "Top Gun (1986)"),
        ("Top Gun", None, "exact", "Top Gun (1986)"),
        ("Top Gun (1987)", None, "year", "Top Gun (1986)"),
        ("Star Wars (1977)", None, "subtitle", "Star Wars: Episode IV - A New Hope (1977)"),
        ("A New Hope (1977)", None, "subtitle", "Star Wars: Episode IV - A New Hope (1977)"),
        ("Fright Night 2 (1989)", None, "spelling", "Fright Night Part II (1989)"),
        ("Fright Night Two", 1989, "spelling", "Fright Night Part II (1989)"),
        ("12 Monkeys", 1995, "spelling", "Twelve Monkeys (a.k.a. 12 Monkeys) (1995)"),
        ("The City of Lost Children", 1995, "alternative", KNOWN[4]),
        ("Lost (The City of Lost Children) (1996)", None, "year", KNOWN[4]),
        ("Adventures of Buckaroo Bonzai Across the 8th Dimension", 1984, "fuzzy", KNOWN[5]),
        ("Close Shave, A (1995)", None, "subtitle", "Wallace & Gromit: A Close Shave (1995)"),
        ("Star Trek: The Wrath of Khan (1982)", None, "subtitle", "Star Trek II: The Wrath of Khan (1982)"),
        ("Harry Potter and the Sorcerers Stone", None, "exact", KNOWN[14]),
        ("Doctor Dolittle (1998)", None, "spelling", "Dr. Dolittle (1998)"),
        ("Dracula (1992)", None, "subtitle", "Bram Stoker's Dracula (1992)"),
        ("Fargo (2014– )", None, "exact", "Fargo (TV Series) (2014–2024)"),
    ],
)
def test_the_kind_of_match_is_told(index: TitleIndex, text: str, year: int | None, kind: str, title: str) -> None:
    found = index.find(Written(text, year))
    assert found is not None
    assert (found.kind, [KNOWN[item] for item in found.items]) == (kind, [title])
    assert 0 < found.confidence <= CONFIDENCE["exact"]
    assert (found.confidence < SURE) == (kind in ("subtitle", "fuzzy"))


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("Top Gun: Maverick", None),
        ("Top Gun: Maverick", 2022),
        ("Top Gun: Maverick (1999)", None),
        ("Top Gun", 1988),
        ("Star Wars", None),
        ("Star Wars (1978)", None),
        ("Fright Night 3 (1989)", None),
        ("Halloween: Resurrection (1997)", None),
        ("Fan, The (1996)", None),
        ("Fargo (TV Series)", 1996),
        ("Harry Potter, #1", None),
        ("", None),
        ("!?", 1999),
    ],
)
def test_what_is_another_title_is_not_taken(index: TitleIndex, text: str, year: int | None) -> None:
    assert index.find(Written(text, year)) is None


def test_a_name_of_several_films_with_more_behind_it_is_not_one_of_them(index: TitleIndex) -> None:
    assert index.find(Written("Solaris: Nightfall Rising (2002)")) is None
    found = index.find(Written("Top Gun: The Story (1986)"))
    assert found is not None
    assert found.kind == "subtitle"


def test_short_titles_may_have_a_wrong_letter_in_the_very_same_year() -> None:
    short = TitleIndex(["Prime (2005)", "Primal (2010)", "Gamer (2009)"])
    assert short.find(Written("Primer (2004)")) is None
    found = short.find(Written("Prymal (2010)"))
    assert found is not None
    assert (found.kind, found.items) == ("fuzzy", (1,))
    assert short.find(Written("Prymal (2011)")) is None
    assert short.find(Written("Gamex (2009)")) is None, "five letters are too few"


def test_several_that_fit_are_all_told(index: TitleIndex) -> None:
    found = index.find(Written("Solaris"))
    assert found is not None
    assert found.items == (12, 13)


def test_a_series_is_never_a_film(index: TitleIndex) -> None:
    found = index.find(Written("Fargo"), episode=True)
    assert found is not None
    assert found.items == (7,)
    assert TitleIndex(["Fargo (1996)"]).find(Written("Fargo"), episode=True) is None
    assert TitleIndex(["Fargo"]).find(Written("Fargo"), episode=True) is not None


def test_a_minimum_is_kept(index: TitleIndex) -> None:
    assert index.find(Written("Star Wars (1977)"), least=SURE) is None
    assert index.find(Written("Top Gun (1987)"), least=0.99) is None
    assert index.find(Written("Top Gun (1986)"), least=1.0) is not None


def slowly(name: Written, titles: list[str]) -> Found | None:
    """By the title, its second form and other names, one look at every title each."""
    known = [Written(title) for title in titles]

    def fits(one: set[str], other: set[str]) -> bool:
        return bool((one & other) - {""})

    tests: tuple[tuple[str, Callable[[Written], bool]], ...] = (
        ("exact", lambda title: fits(set(name.keys), set(title.keys))),
        ("spelling", lambda title: fits({name.form}, {title.form})),
        ("alternative", lambda title: fits({name.form}, set(title.others))),
        ("alternative", lambda title: fits(set(name.others), {title.form, *title.others})),
    )
    for kind, test in tests:
        fitting = [at for at, title in enumerate(known) if test(title)]
        same = [at for at in fitting if name.year and known[at].year == name.year]
        open_ = [at for at in fitting if None in (name.year, known[at].year)]
        if same or open_:
            return Found(kind, 0.0, tuple(same or open_))  # type: ignore[arg-type]
    for _, test in tests:
        near = [
            at for at, title in enumerate(known)
            if test(title) and title.year and name.year and abs(title.year - name.year) == 1
        ]  # fmt: skip
        if near:
            return Found("year", 0.0, tuple(near))
    return None


def test_as_a_slow_rule_finds_it() -> None:
    dice = random.Random(3)

    def title() -> str:
        pieces = ["The", "A", "Red", "Blue", "Sea", "&", "Élan", "II", "2", "Part"]
        words = [dice.choice(pieces) for _ in range(dice.randint(1, 3))]
        year = dice.choice(["", "", " (1990)", " (1991)"])
        other = dice.choice(["", "", f" ({dice.choice(['Sea, The', 'Blue', 'Red 2'])})"])
        return " ".join(words) + other + year

    for _ in range(5):
        titles = [title() for _ in range(40)]
        index = TitleIndex(titles)
        for _ in range(100):
            name = Written(title(), dice.choice([None, None, 1990, 1992]))
            found, wanted = index.find(name, least=SURE), slowly(name, titles)
            assert (found and (found.kind, sorted(found.items))) == (wanted and (wanted.kind, sorted(wanted.items)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Rocky II", "Rocky 2"), ("Rocky Two", "Rocky 2"), ("Rocky Part II", "Rocky 2"), ("RocketMan", "Rocket Man"),
        ("Kramer vs. Kramer", "Kramer versus Kramer"), ("Romeo + Juliet", "Romeo and Juliet"), ("Alien³", "Alien 3"),
        ("Le Grand Bleu", "Grand Bleu"), ("Part I", "Part 1"), ("Chapter One", "Chapter 1"),
    ],
)  # fmt: skip
def test_one_way_to_write_it(one: str, other: str) -> None:
    assert folded(normalised_title(one)) == folded(normalised_title(other))


@pytest.mark.parametrize(
    ("one", "other"), [("Rocky II", "Rocky III"), ("Die Hard", "Hard"), ("1 2", "12"), ("Withnail & I", "Withnail 1")]
)
def test_other_titles_stay_apart(one: str, other: str) -> None:
    assert folded(normalised_title(one)) != folded(normalised_title(other))
