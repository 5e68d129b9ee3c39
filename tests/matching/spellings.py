"""Services' own spellings, made by rule from a catalogue's titles: what a person's download says of the same films.

The rules are written from the services' formats, not from what the matcher does; they are only measured with, and were
not tuned on. `titles` are `Name (year)` as MovieLens writes them.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

from standout.label.person.exports import episode
from standout.label.person.history import History, Mention, Name, Reading
from standout.label.person.matching import Catalogue, match

_ARTICLE = re.compile(r"^(.*), (The|A|An|La|Le|Les|L'|Il|El|Der|Die|Das)$")
_ROMAN = {"II": "2", "III": "3", "IV": "4", "V": "5", "VI": "6"}


class Line(NamedTuple):
    """What a service says of an item: a title, and a year where it has a column of its own."""

    text: str
    year: int | None = None


class Taken(NamedTuple):
    """A catalogue's title taken apart: the name with its article in front, another name, and the year."""

    name: str
    other: str
    year: int


def taken(title: str) -> Taken | None:
    """Take a title of MovieLens apart; none if it has no year."""
    found = re.fullmatch(r"(.*?)((?: \([^()]*\))*) \((\d{4})\)\s*", title)
    if not found:
        return None
    brackets = re.findall(r"\(([^()]*)\)", found[2])
    other = re.sub(r"^a\.?k\.?a\.? ", "", brackets[-1]) if brackets else ""
    return Taken(_in_front(found[1]), _in_front(other), int(found[3]))


def _in_front(name: str) -> str:
    article = _ARTICLE.match(name)
    return f"{article[2]}{'' if article[2].endswith(chr(39)) else ' '}{article[1]}" if article else name


def _netflix(one: Taken, _: random.Random) -> Line:
    """The title alone, with the article in front and no year."""
    return Line(one.name)


def _letterboxd(one: Taken, dice: random.Random) -> Line:
    """The name and the year in columns; the year of the premiere is at times the one before."""
    return Line(one.name, one.year - (dice.random() < 0.05))


def _imdb(one: Taken, _: random.Random) -> Line:
    """The title with the original one in brackets, and the year in a column."""
    return Line(f"{one.name} ({one.other})" if one.other else one.name, one.year)


def _original(one: Taken, _: random.Random) -> Line:
    """The original title, where there is one."""
    return Line(one.other or one.name, one.year)


def _trakt(one: Taken, dice: random.Random) -> Line:
    """The name and the year in columns, `&` for "and", and at times the year after."""
    return Line(one.name.replace(" and ", " & "), one.year + (dice.random() < 0.03))


def _amazon(one: Taken, dice: random.Random) -> Line:
    """What was ordered: with the kind of disc, the edition, at times the year, in brackets behind it."""
    disc = dice.choice(["[DVD]", "[Blu-ray]", "(4K UHD)", "[DVD] [Region 2]", "(Special Edition) [Blu-ray]", ""])
    year = f" [{one.year}]" if dice.random() < 0.7 else ""
    return Line(f"{one.name} {disc}".strip() + year)


def _goodreads(one: Taken, dice: random.Random) -> Line:
    """A series and a number in brackets behind the title, and no year."""
    return Line(f"{one.name} (The Long Saga, #{dice.randint(1, 9)})" if dice.random() < 0.4 else one.name)


def _behind(one: Taken, _: random.Random) -> Line:
    """The article behind a comma, all in capitals."""
    found = re.match(r"^(The|A|An) (.*)$", one.name)
    return Line((f"{found[2]}, {found[1]}" if found else one.name).upper(), one.year)


def _stripped(one: Taken, _: random.Random) -> Line:
    """Without accents and apostrophes, `&` for "and"."""
    letters = unicodedata.normalize("NFKD", one.name.replace(" and ", " & ").replace("'", ""))
    return Line("".join(letter for letter in letters if not unicodedata.combining(letter)), one.year)


def _numerals(one: Taken, _: random.Random) -> Line:
    """Roman numerals as digits."""
    return Line(" ".join(_ROMAN.get(word.rstrip(":"), word) for word in one.name.split()), one.year)


def _typo(one: Taken, dice: random.Random) -> Line:
    """One letter of a longer word wrong, left out, doubled or swapped with the next."""
    places = [at for at in range(1, len(one.name) - 1) if one.name[at - 1 : at + 2].isalpha()]
    if not places:
        return Line(one.name, one.year)
    at, text = dice.choice(places), one.name
    done = dice.choice(
        [
            text[:at] + dice.choice("aeionrst") + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :],
        ]
    )
    return Line(done, one.year)


def _episodes(one: Taken, dice: random.Random) -> Line:
    """A series that is called as the film is: no film at all."""
    return Line(f"{one.name}: Season {dice.randint(1, 5)}: {dice.choice(['Pilot', 'The End', 'Two Doors'])}")


def _sequels(one: Taken, dice: random.Random) -> Line:
    """A sequel years later that the catalogue does not have."""
    return Line(f"{one.name}: {dice.choice(['Zero Return', 'Nightfall Rising', 'The Last Ember'])}", one.year + 9)


def _remakes(one: Taken, _: random.Random) -> Line:
    """The same name in a year long after: another film."""
    return Line(one.name, one.year + 31)


SERVICES: dict[str, Callable[[Taken, random.Random], Line]] = {
    "netflix": _netflix,
    "letterboxd": _letterboxd,
    "imdb": _imdb,
    "trakt": _trakt,
    "amazon": _amazon,
    "original titles": _original,
    "goodreads": _goodreads,
    "articles behind": _behind,
    "accents stripped": _stripped,
    "numerals": _numerals,
    "typos": _typo,
}
"""How each spells what the catalogue has."""

OTHERS = {"series": _episodes, "sequels": _sequels, "remakes": _remakes}
"""What is none of the catalogue's."""


def spelt(titles: list[str], service: str, seed: int = 1) -> Iterator[tuple[int, Line]]:
    """Each title as the service spells it, with its place; those without a year are left out."""
    dice, spell = random.Random(f"{seed} {service}"), {**SERVICES, **OTHERS}[service]
    for place, title in enumerate(titles):
        if (one := taken(title)) is not None:
            yield place, spell(one, dice)


class Measured(NamedTuple):
    """How a service's spellings fare: lines, those that may be several items, and of the others found and wrong."""

    lines: int
    several: int
    found: int
    wrong: int

    @property
    def recall(self) -> float:
        """The share found of those that are not in doubt."""
        return self.found / max(self.lines - self.several, 1)

    @property
    def false(self) -> float:
        """The share of all that is taken for another item."""
        return self.wrong / max(self.lines, 1)


def measured(titles: list[str], service: str, most: int = 2_000) -> Measured:
    """Look up what a service says of each title, one by one, as `check` does; of what the catalogue does not have,
    everything that is found is wrong."""
    known = Catalogue([str(place) for place in range(len(titles))], titles, [1] * len(titles))
    lines = list(spelt(titles, service))
    lines = random.Random(4).sample(lines, min(most, len(lines)))
    found = wrong = several = 0
    for place, line in lines:
        matched = match(history_of(service, line), known)
        if service in OTHERS:
            wrong += bool(matched.items) and (service != "remakes" or matched.items == (place,))
        elif matched.chosen:
            several += 1
        else:
            found += matched.items == (place,)
            wrong += matched.items not in ((), (place,))
    return Measured(len(lines), several, found, wrong)


def history_of(service: str, line: Line) -> History:
    """A history with this one line."""
    if service in ("netflix", "series"):
        return History("netflix", (Reading("titles", (episode(line.text),)),), 1)
    return History("list", (Reading("titles", (Mention((Name(line.text, year=line.year),), line.text),)),), 1)


def invented(count: int, seed: int = 1) -> list[str]:
    """Titles as a catalogue has them, made up of words: articles behind, other names in brackets, sequels, colons."""
    dice = random.Random(f"invented {seed}")
    first = ("Silent Crimson Hidden Last Golden Broken Distant Northern Paper Winter Second Burning Quiet Iron").split()  # noqa: SIM905
    second = [
        "River",
        "Garden",
        "Letter",
        "Station",
        "Harbour",
        "Mirror",
        "Orchard",
        "Signal",
        "Lantern",
        "Bridge",
        "Voyage",
        "Castle",
        "Engine",
        "Meadow",
    ]
    tails = ["Return", "Reckoning", "Awakening", "Homecoming", "Aftermath", "Beginnings", "Resurrection"]
    made: dict[str, None] = {}
    while len(made) < count:
        name = f"{dice.choice(first)} {dice.choice(second)}"
        shape = dice.random()
        if shape < 0.15:
            name += f": The {dice.choice(tails)}"
        elif shape < 0.25:
            name += f" {dice.choice(['II', 'III', 'IV'])}"
        elif shape < 0.35:
            name += f" of {dice.choice(first)} {dice.choice(second)}s"
        article = dice.choice(["", "", ", The", ", A"]) if ":" not in name else ""
        other = f" (Le {dice.choice(second)} {dice.choice(tails)})" if dice.random() < 0.1 else ""
        made[f"{name}{article}{other} ({dice.randint(1930, 2019)})"] = None
    return list(made)
