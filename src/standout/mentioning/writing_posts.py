"""Posts as people might write them, from templates, with stated noise: to measure the finder, and to try the whole way
from posts to people where nobody's posts may be used.

Titles are written with and without their year, in lower case, shortened at a colon, misspelt; some stand in lists. Some
posts are small talk and mention nothing, and some sentences beside a mention use everyday words that are titles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from standout.matching.titles import TRAILING, names_in

ONE = (
    "Just saw {} and loved it.",
    "Has anyone seen {}? Worth it?",
    "{} is on tonight, I might watch it again.",
    "I can't stop thinking about {}.",
    "Rewatched {} yesterday, still great.",
    "My sister hated {}, I have no idea why.",
    "If you want something slow, try {}.",
    "Finally got round to {}. Not for me.",
    "I would put {} in my top ten without thinking twice.",
    "We put on {} after dinner and everybody fell asleep.",
)
TWO = (
    "{} or {}? I can't decide what to watch.",
    "{} is better than {}, in my view.",
    "If you liked {} you should try {}.",
    "Saw {} and {} back to back, what a weekend.",
)
MANY = (
    "My favourites: {}.",
    "Watched this month: {}.",
    "Recommendations based on these please: {}.",
    "What do you all think of {}?",
)
TALK = (
    "The weather here is awful and the heat at night is worse.",
    "I missed the bus again, it was that sort of day.",
    "Thanks for the welcome, everybody!",
    "Does anyone know how to change the name shown on posts?",
    "My brother moved to the country and now he has a dog.",
    "It took us an hour to get out of the city.",
    "Sorry for the late reply, I was home with a cold.",
    "Once you have sent the form you get a mail.",
)


@dataclass(frozen=True)
class Noise:
    """How posts are written: shares of posts in lower case and of small talk, and of mentions with a year, shortened
    at a colon, or misspelt by a letter."""

    lower: float = 0.2
    talk: float = 0.3
    year: float = 0.15
    short: float = 0.3
    misspelt: float = 0.04

    def words(self) -> str:
        """The noise, as it is told."""
        return (
            f"{self.lower:.0%} of posts in lower case, {self.talk:.0%} with small talk, {self.year:.0%} of titles with "
            f"their year, {self.short:.0%} shortened at a colon where there is one, {self.misspelt:.0%} misspelt"
        )


USUAL = Noise()


def written_posts(titles: Sequence[str], random: Random, noise: Noise = USUAL) -> list[str]:
    """Posts by one person that mention these titles, each once, one to six of them in a post."""
    left, posts = list(titles), []
    while left:
        count = random.choice((1, 1, 1, 2, 2, random.randint(3, 6)))
        some, left = left[:count], left[count:]
        names = [as_written(title, random, noise) for title in some]
        if len(names) == 1:
            text = random.choice(ONE).format(*names)
        elif len(names) == 2:
            text = random.choice(TWO).format(*names)
        else:
            text = random.choice(MANY).format(", ".join(names))
        if random.random() < noise.talk:
            parts = [text, random.choice(TALK)]
            random.shuffle(parts)
            text = " ".join(parts)
        posts.append(text.lower() if random.random() < noise.lower else text)
    return posts


def as_written(title: str, random: Random, noise: Noise = USUAL) -> str:
    """A catalogue's title as somebody writes it in a sentence."""
    names = names_in(title)
    name = names.mains[-1]
    behind = TRAILING.match(name) if ", " in name else None
    name = f"{behind[2]} {behind[1]}" if behind else name
    if ": " in name and random.random() < noise.short:
        name = name.split(": ", 1)[0]
    if random.random() < noise.misspelt:
        name = misspelt(name, random)
    if names.year is not None and random.random() < noise.year:
        name = f"{name} ({names.year})"
    return name


def misspelt(name: str, random: Random) -> str:
    """A name with one letter left out, doubled or exchanged with its neighbour, inside a word."""
    places = [at for at in range(1, len(name) - 2) if name[at - 1 : at + 2].isalpha()]
    if not places:
        return name
    at = random.choice(places)
    return random.choice(
        (
            name[:at] + name[at + 1 :],
            name[:at] + name[at] + name[at:],
            name[:at] + name[at + 1] + name[at] + name[at + 2 :],
        )
    )
