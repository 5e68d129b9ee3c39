"""The words of an invented population: names, places, schools and firms that do not exist."""

from __future__ import annotations

from itertools import islice, product

NAMES = ("first name", "last name")
"""What an adversary knows beforehand in the paper."""


def _words(text: str) -> list[str]:
    return text.split()


_OPENINGS = _words("Al Be Cor Da El Fen Ga Hal Is Jo Ka Lor Ma Nor Os Per Ro Sa Tam Ul Ves Wen Ya Zo")
_MIDDLES = _words("a bi den el fi go han is ka lo mi nu")
_ENDINGS = _words("na ric la ton ra vin sa mir ta das ne lo")
_PLACES = _words("Alder Birch Clay Dun East Fern Glen Harbour Iron Kings Lake Mill North Oak Quarry River Stone")
_TOWNS = _words("ford bridge haven field mouth ton wick dale gate port moor cross")
_TRADES = _words("Audio Bakery Bicycle Book Clock Coffee Garden Glass Lamp Map Paper Piano Print Salt Ship Tea")
_TOPICS = _words("Ale Bell Bird Bread Chess Choir Cloud Comic Dance Film Fossil Jazz Kite Moss Opera Poetry Rail Ski")
_CIRCLES = _words("lovers walkers makers readers watchers friends players hunters")
_ROLES = _words("Adviser Analyst Buyer Clerk Designer Director Engineer Founder Manager Officer Planner Teacher")

INDUSTRIES = (
    *("Education", "Health", "Retail", "Software", "Design", "Finance", "Media", "Transport", "Building", "Farming"),
    *("Law", "Energy", "Tourism", "Music", "Research", "Sport", "Food", "Fashion", "Security", "Government"),
)
LANGUAGES = (
    *("English", "Spanish", "French", "German", "Portuguese", "Hindi", "Arabic", "Italian", "Dutch", "Polish"),
    *("Turkish", "Swedish", "Greek", "Korean", "Japanese", "Swahili"),
)
GENDERS = ("female", "male", "other", "not said")
AGES = ("under 18", "18–24", "25–34", "35–44", "45–54", "55–64", "65 and over")
RELATIONSHIPS = ("single", "married", "in a relationship", "engaged", "divorced", "widowed")
EDUCATIONS = ("bachelor", "school", "master", "college", "doctor", "apprenticeship", "none")
EMPLOYMENTS = ("full time", "own business", "part time", "studying", "looking for work", "retired")


def _joined(count: int, *parts: list[str], between: str = "") -> tuple[str, ...]:
    """Words put together from parts, the first ones varying slowest; numbered once all are used."""
    plain = [between.join(words) for words in product(*parts)]
    # A stride that shares no factor with their number spreads neighbours apart.
    stride = next(step for step in (7919, 7927, 7933) if len(plain) % step)
    spread = [plain[number * stride % len(plain)] for number in range(len(plain))]
    numbered = (f"{word} {turn}" if turn > 1 else word for turn in range(1, 10_000) for word in spread)
    return tuple(islice(numbered, count))


def first_names(count: int) -> tuple[str, ...]:
    return _joined(count, _OPENINGS, _ENDINGS)


def last_names(count: int) -> tuple[str, ...]:
    return _joined(count, _OPENINGS, _MIDDLES, _ENDINGS)


def countries(count: int) -> tuple[str, ...]:
    return _joined(count, _OPENINGS, ["land", "ia", "mark"])


def states(count: int) -> tuple[str, ...]:
    return _joined(count, _PLACES, ["shire", "county", "valley", "coast", "march"], between=" ")


def cities(count: int) -> tuple[str, ...]:
    return _joined(count, _PLACES, _TOWNS)


def colleges(count: int) -> tuple[str, ...]:
    return _joined(count, [f"{place} {kind}" for place in _PLACES for kind in ("College", "University", "Institute")])


def companies(count: int) -> tuple[str, ...]:
    return _joined(count, _OPENINGS, [f"{end} {trade}" for end in _ENDINGS for trade in _TRADES])


def occupations(industries: tuple[str, ...], each: int) -> tuple[str, ...]:
    return tuple(f"{industry} {role}" for industry in industries for role in _ROLES[:each])


def groups(count: int) -> tuple[str, ...]:
    return _joined(count, _TOPICS, _CIRCLES, between=" ")


def interests(count: int) -> tuple[str, ...]:
    return _joined(count, _TOPICS)
