"""Two catalogues: who gets an item that several want, what is left out, and years further apart."""

from __future__ import annotations

from standout.matching.catalogues import KINDS, Pairs, pairs_of


def told(pairs: Pairs) -> list[tuple[int, str]]:
    return [
        (item, KINDS[kind] if kind >= 0 else "") for item, kind in zip(pairs.items.tolist(), pairs.kinds, strict=True)
    ]


def test_the_better_match_gets_the_item() -> None:
    released = ["Star Wars: Episode IV - A New Hope (1977)"]
    assert told(pairs_of(["Star Wars (1977)"], released)) == [(0, "subtitle")]
    assert told(pairs_of(["Star Wars (1977)", released[0]], released)) == [(-1, ""), (0, "exact")]
    assert told(pairs_of(["Dune (1983)", "Dune (1984)"], ["Dune (1984)"])) == [(-1, ""), (0, "exact")]


def test_two_that_fit_equally_get_nothing_but_one_that_comes_twice_does() -> None:
    assert told(pairs_of(["Hamlet (1948)", "Hamlet (1990)"], ["Hamlet"])) == [(-1, ""), (-1, "")]
    assert told(pairs_of(["Hamlet (1990)", "hamlet (1990)"], ["Hamlet"])) == [(0, "exact"), (0, "exact")]


def test_what_may_be_several_is_in_doubt() -> None:
    pairs = pairs_of(["Solaris", "Heat", None], ["Solaris (1972)", "Solaris (2002)", "Heat (1995)"])
    assert pairs.ambiguous.tolist() == [0]
    assert told(pairs) == [(-1, ""), (2, "exact"), (-1, "")]


def test_long_titles_that_are_alone_may_differ_by_years() -> None:
    long = "Henry: Portrait of a Serial Killer"
    assert told(pairs_of([f"{long} (1990)"], [f"{long} (1986)"])) == [(0, "fuzzy")]
    assert told(pairs_of([f"{long} (1990)"], [f"{long} (1980)"])) == [(-1, "")]
    assert told(pairs_of([f"{long} (1990)"], [f"{long} (1986)", f"{long} (1994)"])) == [(-1, "")]
    assert told(pairs_of(["Psycho (1960)"], ["Psycho (1963)"])) == [(-1, "")]
    assert told(pairs_of([f"{long} (1990)"], [f"{long} (1986)"], least=0.8)) == [(-1, "")]


def test_nothing_matches_nothing() -> None:
    assert told(pairs_of([], ["Heat"])) == []
    assert told(pairs_of(["Heat"], [])) == [(-1, "")]
