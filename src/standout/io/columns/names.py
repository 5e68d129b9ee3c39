"""What columns are usually called, by what they hold.

Names are compared without case, blanks, `_`, `-` and `.`. Within a role the surest names come first. Labels that people
make offline have the same lists, so what is found by name alone is found there too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Meant = Literal["rating", "count", "quantity", "duration", "price", "spending"]

ROLES = ("user", "item", "value", "time", "title")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _marked(nouns: str, marks: str = "id no nr number code key hash uuid") -> tuple[str, ...]:
    """Each noun by itself and with every mark that says which one: customer_no, member_number."""
    return tuple(noun + mark for noun in nouns.split() for mark in ("", *marks.split()))


VALUES: dict[Meant, tuple[str, ...]] = {
    "rating": _words("""
        rating ratings score scores star stars grade grades overall bookrating reviewscore userrating reviewrating
        vote votes rate liked likes like
    """),
    "quantity": _words("quantity qty orderqty units pieces pcs sold ordered amount amounts"),
    "count": _words("""
        plays playcount playscount listens listencount count counts times purchases views clicks visits visitcount
        visitscount hits downloads streams playcounts viewcount clickcount timesplayed play listen sessions checkins
        reads borrows loans occurrences frequency freq scrobbles interactions
    """),
    "duration": _words("""
        hours hour hrs minutes mins seconds secs duration durations playtime watchtime dwelltime dwell timespent
        listentime hoursplayed minutesplayed msplayed secondsplayed
    """),
    "spending": _words("spent spend spending revenue sales turnover total paid payment subtotal totalprice"),
    "price": _words("price prices unitprice cost costs fare fee"),
}
"""Names of columns of values, by what they hold; "spending" is money that adds up, other than the price of a thing."""

_SURE_VALUES = _words("""
    rating value score stars grade overall ratings bookrating reviewscore userrating reviewrating
    plays playcount playscount listens listencount count counts quantity qty times purchases views clicks
    visits visitcount visitscount hits downloads streams units playcounts viewcount clickcount timesplayed orderqty
    weight hours minutes hoursplayed minutesplayed playtime playtimeforever listeningtime watchtime duration amount
    spent
""")

WEAK_VALUES = tuple(name for names in VALUES.values() for name in names if name not in _SURE_VALUES and name != "hour")
"""Names that are the value's only where nothing else is, and the cells are values: what is paid may be a day. (An hour
by itself is mostly that of the day.)"""

LIKELY_PEOPLE = _marked("player buyer shopper borrower") + _words("steamid")
POSSIBLE_PEOPLE = _marked("email card membership profile", "id no")
"""Names that are the person's only where even weaker ones are not: an address may be that of a shop."""

LIKELY_ITEMS = _marked("merchant post subreddit drug loanitem", "id")
"""Names that are the item's only where even weaker ones are not."""

WEAK_PEOPLE = _words("household householdid householdkey author authorid username login")
"""Names that are the person's only where nothing else is: a book has an author too."""

WEAK_ITEMS = (
    *_words("items products articles tracks songs artists movies films books games"),
    *_marked("show business url page site recipe video venue location place work object app", "id"),
    *_words("pageurl poi hashtag tag"),
    *_words("trackname songname artistname moviename bookname productname gamename appname"),
)
"""Names that are the item's only where nothing else is: a purchase has a place too, and a product a name."""

USUAL = {
    "user": (
        *_words("user userid uid person personid people customer customerid"),
        *_marked("reader member account visitor listener reviewer client subscriber viewer participant patron"),
        *_marked("user customer person cust"),
        *_words("users customers members msno"),
        *WEAK_PEOPLE,
        *LIKELY_PEOPLE,
        *POSSIBLE_PEOPLE,
    ),
    "item": (
        *_words("item itemid iid movie movieid film filmid book bookid isbn isbn13 isbn10"),
        *_marked("track song artist anime game movie film book", "id key code hash uuid"),
        *_marked("product article item sku"),
        *_words("asin parentasin stockcode stockno stockid stocknumber itemsku productsku"),
        *WEAK_ITEMS,
        *LIKELY_ITEMS,
    ),
    "value": (*_SURE_VALUES, *WEAK_VALUES),
    "time": _words("""
        timestamp time date day datetime ratedat createdat ts unixtime unixreviewtime unixtimestamp
        ratingdate ratingtime reviewdate reviewtime eventtime eventdate purchasedate purchasetime
        playedat listenedat invoicedate orderdate updatedat when
        purchasedat boughtat orderedat visitedat viewedat watchedat scrobbledat orderdatetime invoicedatetime
        invoicetime ordertime transactiondate transactiontime saledate salesdate visitdate visittime
        eventtimestamp datetimeutc timestamputc
    """),
    "title": _words("title itemtitle movietitle booktitle songtitle tracktitle itemname producttitle articletitle"),
}

YEARS = _words("year releaseyear yearofrelease yearofpublication")
"""Names of a column with the year that belongs to a title."""

TITLES_IF_THEY_FIT = _words("""
    productname trackname songname artistname moviename bookname gamename appname articlename
    description itemdescription productdescription itemdesc productdesc name
""")
"""Names that are titles only where the data agrees: every item has but one. (A person has a name too.)"""


def plain_name(name: str) -> str:
    """A column's name without what people write differently."""
    return re.sub(r"[\s_\-.]", "", name).lower()


_ALSO_CELLS = {*WEAK_VALUES, *LIKELY_PEOPLE, *POSSIBLE_PEOPLE, *LIKELY_ITEMS}


def is_header(names: Sequence[str]) -> bool:
    """Whether a usual name shows that these are no cells; a row of data may say 'like' or 'post' as well."""
    return bool(usual([name for name in names if plain_name(name) not in _ALSO_CELLS]))


def usual(names: Sequence[str]) -> dict[str, int]:
    """Columns with usual names, by role; the title stands in for a missing item."""
    plain = [plain_name(name) for name in names]
    positions = {}
    for role, candidates in USUAL.items():
        position = next((plain.index(name) for name in candidates if name in plain), None)
        if position is not None:
            positions[role] = position
    if "item" not in positions and "title" in positions:
        positions["item"] = positions.pop("title")
    return positions
