"""Words near a title that speak for it being meant, or for something else of that name being meant."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["films", "books", "music", "any"]
KINDS: tuple[Kind, ...] = ("films", "books", "music", "any")


class Cues(NamedTuple):
    """`verbs` stand before a title, `nouns` near it, `against` near what has the same name and is something else."""

    verbs: frozenset[str]
    nouns: frozenset[str]
    against: frozenset[str]


_WATCHING = """
saw seen watch watched watching watches rewatch rewatched rewatching rewatches see seeing screened screening showed
show finished gesehen gesehn schaue schauen geschaut gucken sah vu regarde regarder revu revoir vi visto viendo ver
guardato guardare rivisto recommend loved liked enjoyed hated adored like love hate adore remember
"""
_FILM = """
film films movie movies cinema cinemas dvd disc bluray vhs tape director directed directs director's starring scene
scenes sequel prequel remake oscar oscars trailer soundtrack screen screenplay actor actress acting twist plot romcom
horror comedy hitchcock nolan spielberg kubrick tarantino scorsese pixar marvel disney ghibli kino filme pelicula peli
cine filmes regista regie streaming netflix marathon franchise adaptation cinematography directors actors watched seen
watching rewatched tv telly imax premiere
"""
_READING = """
read reading reread rereading reads finished started borrowed gelesen lese lesen lu lire leido leer letto leggere
recommend loved liked enjoyed hated adored like love hate adore remember
"""
_BOOK = """
book books novel novels author chapter pages paperback audiobook ebook kindle library writer memoir trilogy buch roman
livre libro libros libri romanzo shelf prose narrator
"""
_LISTENING = """
heard hear hearing listen listened listening played play playing spinning gehort hore ecoute escucho ascolto recommend
loved liked enjoyed hated adored like love hate adore to
"""
_SONG = """
song songs album albums track tracks band bands singer gig gigs concert concerts tour record records vinyl playlist
spotify ep lp remix guitar drummer lied musik chanson musique cancion musica canzone disco live tune
"""
_SERIES = "season seasons episodes series miniseries showrunner staffel folge saison temporada stagione"
_PLACES = "museum street station airport hotel ferry train flight medina"

_ALL = (_FILM, _BOOK, _SONG)
CUES: dict[Kind, Cues] = {
    "films": Cues(
        frozenset(_WATCHING.split()),
        frozenset(_FILM.split()),
        frozenset(f"{_BOOK} {_SONG} {_SERIES} {_PLACES} reread read reading sang sing karaoke".split()),
    ),
    "books": Cues(
        frozenset(_READING.split()), frozenset(_BOOK.split()), frozenset(f"{_FILM} {_SONG} {_SERIES} {_PLACES}".split())
    ),
    "music": Cues(
        frozenset(_LISTENING.split()),
        frozenset(_SONG.split()),
        frozenset(f"{_FILM} {_BOOK} {_SERIES} {_PLACES}".split()),
    ),
    "any": Cues(
        frozenset(f"{_WATCHING} {_READING} {_LISTENING}".split()), frozenset(" ".join(_ALL).split()), frozenset()
    ),
}

_TALK_WORDS = """
love loved loves adore adored like liked hate hated best worst better worse favourite favorite favourites favorites
underrated overrated masterpiece perfect brilliant boring stars rated rating recommend recommended top rank ranked
classic genius flawless terrible awful amazing wonderful watch recommendations
"""
TALK = frozenset(_TALK_WORDS.split())
"""Words of people who talk about what they like."""

_DETERMINERS_WORDS = """
a an my your his her its our their this that these those some any no every each another ein eine einen einem einer
der dem den un une le la les mon ma une el una mi il lo una the
"""
DETERMINERS = frozenset(_DETERMINERS_WORDS.split())
_PREPOSITIONS_WORDS = """
in to from at near through around across into via nach aus bei en vers a desde hacia per verso of outside towards by
leaving left visited visit
"""
PREPOSITIONS = frozenset(_PREPOSITIONS_WORDS.split())
_COPULAS_WORDS = """
is was has won made makes makes scared deserves deserved remains looks looked ist war est es fue e
"""
COPULAS = frozenset(_COPULAS_WORDS.split())
"""Verbs behind a title that is the subject of a sentence."""

_JOINING_WORDS = """
and or und oder et ou y o e then than the a an also
"""
JOINING = frozenset(_JOINING_WORDS.split())
"""Words that stand between the titles of a list."""

_SMALL_WORDS = """
a an the of and or in on at to for with by from as de du des la le les et y e der die das und von vs is
"""
SMALL = frozenset(_SMALL_WORDS.split())
"""Words that stay small inside a title."""
