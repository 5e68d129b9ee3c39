"""Invented titles for the items of a sample."""

from __future__ import annotations

from collections.abc import Iterator

from standout.kernels import generate

_PURPOSE = 15
"""Which stream of randomness titles are drawn from."""


def _words(text: str) -> list[str]:
    return text.split()


_ADJECTIVES = _words(
    "Quiet Amber Broken Hidden Silver Last Distant Wandering Crooked Velvet Hollow Burning Gentle "
    "Restless Paper Northern Forgotten Golden Patient Stolen Scarlet Frozen Lonely Merry Painted "
    "Secret Twisted Blue Humble Wild Early Second Bitter Borrowed Careless Drowsy Endless Faithful "
    "Gilded Honest"
)
_NOUNS = _words(
    "Harbour Lantern Orchard Station Violin River Winter Mirror Garden Lighthouse Carnival Letter "
    "Compass Bakery Kingdom Shadow Meadow Clock Sparrow Voyage Island Teacher Bridge Market Fountain "
    "Circus Detective Candle Mountain Passenger Library Feast Horizon Neighbour Parade Signal Tailor "
    "Umbrella Valley Whistle Anchor Bell Castle Dancer Engine Forest Gate Hotel Inventor Journey "
    "Kettle Lake Map Novel Opera Pilot Quarry Road Sailor Tower"
)
_SHAPES = ("The {a} {n}", "{a} {n}", "{n} of the {m}", "The {n} and the {m}", "{an} {n} for the {a} {m}")


def invented_titles(seed: int, count: int) -> Iterator[str]:
    """Invented titles with a year; one that came before gets a number."""
    used: dict[str, int] = {}
    for shape, adjective, noun, other, year in generate.uniforms(seed, _PURPOSE, count, 5):
        first = int(noun * len(_NOUNS))
        second = (first + 1 + int(other * (len(_NOUNS) - 1))) % len(_NOUNS)
        pattern = _SHAPES[int(shape * len(_SHAPES))]
        article = "An" if _NOUNS[first][0] in "AEIOU" else "A"
        name = pattern.format(
            a=_ADJECTIVES[int(adjective * len(_ADJECTIVES))], n=_NOUNS[first], m=_NOUNS[second], an=article
        )
        title = f"{name} ({1930 + int(71 * year**0.5)})"
        times = used[title] = used.get(title, 0) + 1
        yield title if times == 1 else f"{title[:-7]} {times}{title[-7:]}"
