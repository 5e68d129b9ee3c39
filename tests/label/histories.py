"""Histories as people can download them, all invented, and a bulletin that knows some of what is in them."""

from __future__ import annotations

from dataclasses import dataclass

from standout.results.bulletin import Bulletin
from tests.label.bulletins import bulletin_of

ITEMS: dict[str, tuple[str, int]] = {
    "m1": ("Cité des enfants perdus, La (City of Lost Children, The) (1995)", 120),
    "m2": ("Matrix, The (1999)", 700),
    "m3": ("Solaris (1972)", 40),
    "m4": ("Solaris (2002)", 60),
    "m5": ("Stranger Things", 500),
    "m6": ("Star Wars: Episode IV - A New Hope (1977)", 650),
    "m7": ("Seven (a.k.a. Se7en) (1995)", 300),
    "m8": ("Few Good Men, A (1992)", 250),
    "m9": ("Dark", 90),
    "m10": ("Schindler's List (1993)", 410),
    "0439023483": ("The Hunger Games", 330),
    "9780141439518": ("Pride & Prejudice", 210),
    "b3": ("Winter's Tale, A", 30),
    "a1": ("Björk", 220),
    "a2": ("The Lighthouse Keepers", 12),
    "tt0111161": ("Shawshank Redemption, The (1994)", 800),
    "300": ("300 (2007)", 130),
    "vid_matrix1": ("How the Matrix was made", 15),
    "440": ("Team Castle 2", 350),
    "B0CABLE001": ("Braided cable, 2 m", 480),
}


def bulletin() -> Bulletin:
    """The items above."""
    return bulletin_of([title for title, _ in ITEMS.values()], [count for _, count in ITEMS.values()], list(ITEMS))


@dataclass(frozen=True)
class Case:
    """A file, and what is in it: ids of items that are found, texts that are not, and how many lines repeat others."""

    file: str
    content: bytes
    kind: str
    reading: str
    found: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    repeated: int = 0
    notes: int = 0


def case(
    file: str, text: str, kind: str, reading: str, found: str, *unknown: str, repeated: int = 0, notes: int = 0
) -> Case:
    return Case(file, text.encode(), kind, reading, tuple(found.split()), unknown, repeated, notes)


CASES = {
    "a list of titles": case(
        "films.txt",
        "the matrix\n\nLA CITE DES ENFANTS PERDUS\nCity of Lost Children (1995)\nsolaris\nSolaris (1972)\nSe7en\n"
        "Matrix (2021)\nA Few Good Men\n300\nschindlers list\n",
        "list", "titles", "m2 m1 m4 m3 m7 m8 300 m10", "Matrix (2021)", repeated=1,
    ),
    "a list of ids": case("ids.txt", "item\nm2\nm5\n300\nm99\nm2\n", "list", "ids", "m2 m5 300", "m99", repeated=1),
    "a list with quotes": case(
        "q.txt", '"Matrix, The"\n"Nobody\'s ""Film"""\n', "list", "titles", "m2", 'Nobody\'s "Film"'
    ),
    "netflix": case(
        "NetflixViewingHistory.csv",
        '\ufeffTitle,Date\r\n"Stranger Things: Season 1: Chapter One: The Vanishing",1/2/24\r\n'
        '"Stranger Things: Season 2: Madmax",13.02.2024\r\n"Star Wars: Episode IV - A New Hope",2023-12-31\r\n'
        '"Unheard Of: Season 1: Pilot",1/1/24\r\n"Unheard Of: Season 2: ""Return""",1/1/24\r\n'
        '"Another: Limited Series: One",1/1/24\r\n"No Such: Film",1/1/24\r\nThe Matrix,1/1/24\r\n\r\n',
        "netflix", "titles", "m5 m6 m2", "Unheard Of", "Another", "No Such: Film", repeated=2,
    ),
    "netflix in german": case(
        "verlauf.csv", 'Titel,Datum\n"Dark: Staffel 1: Geheimnisse",01.02.24\n"Keine: Staffel 3: Ahnung",01.02.24\n',
        "netflix", "titles", "m9", "Keine",
    ),
    "netflix, all that was viewed": case(
        "ViewingActivity.csv",
        "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type\n"
        "Ann,2024-01-01 10:00:00,00:40:00,,Stranger Things: Season 1: One (Episode 1),,TV\n"
        "Ann,2024-01-01 09:00:00,00:00:20,,Dark: Season 1 (Trailer),TRAILER,TV\n",
        "netflix", "titles", "m5", notes=1,
    ),
    "letterboxd ratings": case(
        "ratings.csv",
        "Date,Name,Year,Letterboxd URI,Rating\n2024-01-01,The Matrix,1999,https://example.org/a,4.5\n"
        '2024-01-02,Solaris,1972,https://example.org/b,5\n2024-01-03,"Se7en",1995,https://example.org/c,4\n'
        "2024-01-04,Solaris,2030,https://example.org/d,1\n",
        "letterboxd", "films", "m2 m3 m7", "Solaris (2030)",
    ),
    "letterboxd watched": case(
        "watched.csv", "Date,Name,Year,Letterboxd URI\n2024-01-01,Schindler’s List,1993,https://example.org/a\n",
        "letterboxd", "films", "m10",
    ),
    "goodreads": case(
        "goodreads_library_export.csv",
        "Book Id,Title,Author,Author l-f,ISBN,ISBN13,My Rating,Publisher,Exclusive Shelf,My Review\n"
        '1,"Some Edition (The Hunger Games, #1)",S. C.,"C., S.",="0439023483",="9780439023481",5,X,read,"a\nreview"\n'
        '2,Pride and Prejudice,J. A.,"A., J.",="0141439513",="",4,X,read,\n'
        '3,A Winter\'s Tale: A Play,W. S.,"S., W.",="",="",0,X,read,\n'
        '6,"A Winter\'s Tale (Plays, #9)",W. S.,"S., W.",="",="",0,X,read,\n'
        '4,Not Yet,N. Y.,"Y., N.",="",="",0,X,to-read,\n'
        '5,Nobody Has Read This,N. N.,"N., N.",="",="",2,X,read,\n',
        "goodreads", "books", "0439023483 9780141439518 b3", "A Winter's Tale: A Play", "Nobody Has Read This", notes=1,
    ),
    "imdb": Case(
        "ratings.csv",
        "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Year\n"
        "tt0111161,10,2024-01-01,Anything,Anything,https://example.org,Movie,9.3,1994\n"
        "tt0000001,7,2024-01-01,Stadt der verlorenen Kinder,La cité des enfants perdus,https://example.org,Movie,7.5,1995\n"
        "tt0000002,7,2024-01-01,Dark: Geheimnisse,Dark: Geheimnisse,https://example.org,TV Episode,8,2017\n"
        "tt0000003,,2024-01-01,Unrated,Unrated,https://example.org,Movie,5,2000\n"
        "tt0000004,3,2024-01-01,Ärger,Ärger,https://example.org,Movie,5,2001\n".encode("latin-1"),
        "imdb", "titles", ("tt0111161", "m1", "m9"), ("Ärger (2001)",), notes=2,
    ),
    "last.fm": case(
        "scrobbles.csv",
        'Björk,Homogenic,Jóga,"31 Dec 2023, 22:15"\nBjork,Homogenic,Hunter,31 Dec 2023 22:10\n'
        "Lighthouse Keepers,Shore,Fog,30 Dec 2023 08:00\nNobody Known,It,That,29 Dec 2023 08:00\n",
        "lastfm", "artists", "a1 a2", "Nobody Known", repeated=1,
    ),
    "last.fm with a header": case(
        "lastfm.csv",
        'uts,utc_time,artist,album,track\n"1704060000","31 Dec 2023","The Lighthouse Keepers","Shore","Fog"\n',
        "lastfm", "artists", "a2",
    ),
    "a table of one person": case(
        "table.csv", "user;item;rating\nme;m2;5\nme;m3;4\nme;m3;4\nme;zzz;1\n",
        "table", "items", "m2 m3", "zzz", repeated=1,
    ),
    "a table of titles": case(
        "books.csv", "Title,Author\nHunger Games,S. C.\nDark,B. O.\n", "table", "items", "0439023483 m9"
    ),
    "carriage returns alone": case("old.txt", "Dark\rThe Matrix\r", "list", "titles", "m9 m2"),
}  # fmt: skip
