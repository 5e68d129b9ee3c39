"""A history in the bulletin's items: the cases that need a choice. The matcher itself is tested in tests/matching."""

from __future__ import annotations

from standout.label.person.exports import episode
from standout.label.person.history import History, Mention, Name, Reading
from standout.label.person.matching import Catalogue, match


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


def test_a_sequel_is_not_its_first_part() -> None:
    known = Catalogue(["a", "b"], ["Top Gun (1986)", "Fargo (1996)"], [10, 20])
    assert match(netflix("Top Gun: Maverick"), known).unknown == ("Top Gun: Maverick",)
    assert match(history_of(Name("Top Gun: Maverick", year=2022)), known).items == ()
    assert match(netflix("Fargo: Season 1: Pilot"), known).unknown == ("Fargo",)
    assert match(netflix("Fargo"), known).items == (1,)
    series = Catalogue(["a", "b"], ["Fargo (1996)", "Fargo (TV Series) (2014–2024)"], [20, 10])
    assert match(netflix("Fargo: Season 1: Pilot"), series).items == (1,)


def test_what_is_not_exact_is_said() -> None:
    known = Catalogue(
        ["a", "b"], ["Dark City (1998)", "Léon: The Professional (a.k.a. The Professional) (1994)"], [9, 9]
    )
    found = match(history_of(Name("Dark City", year=1999), Name("The Professional", year=1994)), known)
    assert [(one.wrote, one.item, one.kind) for one in found.inexact] == [
        ("Dark City", 0, "year"),
        ("The Professional", 1, "alternative"),
    ]
    assert match(history_of(Name("Dark City", year=2000)), known).items == ()
    assert match(history_of(Name("dark city (1998)")), known).inexact == ()


def netflix(title: str) -> History:
    return History("netflix", (Reading("titles", (episode(title),)),), 1)
