"""What is to be said of a bulletin itself before anybody relies on it: who signed it, and whether its time is now."""

from __future__ import annotations

import datetime
from importlib.util import find_spec
from pathlib import Path

from standout.label.bulletin.signing import fingerprint_of, verified
from standout.results.bulletin import Bulletin, BulletinFacts, Signed

UNSIGNED = "the bulletin is not signed: nothing shows who made it, or that nobody changed it"


def signature_of(bulletin: Bulletin, key: Path | None = None) -> Signed | None:
    """Whose signature a bulletin has, whether it was verified, and whether with a key that was given; none if it has
    none. A signature that does not fit is refused, and so is every other than that of the key."""
    if bulletin.signature is None and key is None:
        return None
    if key is None and find_spec("cryptography") is None:
        return Signed(key=fingerprint_of(bulletin), verified=False, trusted=False)
    return Signed(key=verified(bulletin, key), verified=True, trusted=key is not None)


def facts_of(bulletin: Bulletin, signed: Signed | None) -> BulletinFacts:
    """What a result says of the bulletin that it comes from."""
    return BulletinFacts(
        date=bulletin.date,
        valid_until=bulletin.valid_until,
        people=bulletin.people,
        items=bulletin.items,
        signed=signed,
        about=bulletin.about,
    )


def remarks(bulletin: Bulletin, signed: Signed | None, today: datetime.date | None = None) -> list[str]:
    """Signature and dates in words."""
    dates = said_of_dates(bulletin.date, bulletin.valid_until, (today or datetime.date.today()).isoformat())
    return [UNSIGNED if signed is None else signed.words(), *([dates] if dates else [])]


def said_of_dates(date: str, valid_until: str | None, today: str) -> str:
    """What is wrong with a bulletin's dates (days such as 2026-11-16); nothing if all is well.

    The label's page has the same rule and the same words, for the day on which somebody looks at it.
    """
    if date > today:
        return f"the bulletin is dated {date}, a day that is still to come: its date, or the clock here, is wrong"
    if valid_until is not None and valid_until < today:
        return f"the bulletin was valid until {valid_until} only; get a newer one from its provider"
    return ""
