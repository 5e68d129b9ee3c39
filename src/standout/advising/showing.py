"""From what a person shows, in words, to items of the data, and from advice in codes back to words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from standout.advising.details import Details, shown_with
from standout.advising.estimates import chances, expected_others, fewest_to_hide, narrowing
from standout.advising.posting_advice import Wishes, advise
from standout.advising.who_fits import Shown
from standout.attacks.contract import Attack
from standout.common.plain import plain_text
from standout.data.model import Interactions
from standout.errors import BadInput
from standout.label.bulletin.bulletin import Bulletin
from standout.label.person.history import History, Mention, Name, Reading
from standout.label.person.matching import Catalogue, match


@dataclass(frozen=True)
class Named:
    """What is shown, in codes and in words: a thing that the data does not have is called as in the history."""

    shown: tuple[Shown, ...]
    names: tuple[str, ...]
    unknown: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def there(self) -> Named:
        """Only what is in the data: nobody can be recognised there by anything else."""
        kept = [at for at, one in enumerate(self.shown) if one.item >= 0]
        return replace(self, shown=tuple(self.shown[at] for at in kept), names=tuple(self.names[at] for at in kept))


def catalogue_of(data: Interactions) -> Catalogue:
    """The data's items by id and by title."""
    titles = [] if data.vocabulary.titles is None else data.vocabulary.titles.to_pylist()
    return Catalogue(data.vocabulary.items.to_pylist(), titles, data.holders.tolist())


def catalogue_in(bulletin: Bulletin) -> Catalogue:
    """The bulletin's items by id and by title."""
    return Catalogue(bulletin.ids, bulletin.titles or (), bulletin.counts.tolist())


def named(history: History, catalogue: Catalogue, details: Details | None = None) -> Named:
    """The history's items; values and days only where `details` says that they are shown too."""
    matched = match(history, catalogue)
    if details is None:
        shown = tuple(Shown(item) for item in matched.items)
    else:
        shown = tuple(
            shown_with(item, *said, details) for item, said in zip(matched.items, matched.details, strict=True)
        )
    unknown = tuple(plain_text(text) for text in matched.unknown)
    names = (*(name_of(catalogue, item) for item in matched.items), *unknown)
    chosen = [
        f"“{plain_text(text)}” may be {count:,} items; the one that most people have was taken"
        for text, count, _ in matched.chosen
    ]
    return Named((*shown, *(Shown(-1) for _ in unknown)), names, unknown, (*history.notes, *chosen))


def name_of(catalogue: Catalogue, item: int) -> str:
    """An item's title, or its id where it has none."""
    title = catalogue.titles[item] if item < len(catalogue.titles) else None
    return plain_text(title or catalogue.ids[item])


def drafted(text: str, catalogue: Catalogue) -> History:
    """The items of a draft, separated by semicolons or commas; a title may itself hold commas, so the longest piece
    that names an item counts as one."""
    mentions: list[Mention] = []
    for part in filter(None, (one.strip() for one in text.split(";"))):
        pieces = [piece.strip() for piece in part.split(",") if piece.strip()]
        while pieces:
            end = next((end for end in range(len(pieces), 1, -1) if _is_item(pieces[:end], catalogue)), 1)
            said = ", ".join(pieces[:end])
            mentions.append(_mention(said))
            pieces = pieces[end:]
    if not mentions:
        raise BadInput('--draft: names nothing; write e.g. --draft "Heat; Fargo"')
    return History("draft", (Reading("items", tuple(mentions)),), len(mentions))


def _mention(text: str) -> Mention:
    return Mention((Name(text), Name(text, "id")), text)


def _is_item(pieces: Sequence[str], catalogue: Catalogue) -> bool:
    return any(catalogue.fitting(name) for name in _mention(", ".join(pieces)).names)


def advice_from_data(
    data: Interactions,
    catalogue: Catalogue,
    history: History,
    attacks: Sequence[Attack],
    wishes: Wishes,
    *,
    draft: History | None = None,
    details: Details | None = None,
) -> dict[str, Any]:
    """Advice counted in the data and verified there, in words."""
    so_far, more = (one.there() for one in _both(history, draft, catalogue, details))
    if not so_far.shown and not more.shown:
        raise BadInput("nothing that you show is in the data; check that it is the right one, or give --titles")
    shown, names = _together(so_far, more)
    document = advise(data, so_far.shown, attacks, wishes, shown[len(so_far.shown) :])
    words = {"source": "data", "estimate": False, **_in_words(document, names, catalogue)}
    return words | {"unknown": [*so_far.unknown, *more.unknown], "notes": [*so_far.notes, *more.notes]}


def advice_from_bulletin(
    bulletin: Bulletin, history: History, wishes: Wishes, *, draft: History | None = None
) -> dict[str, Any]:
    """The same from popularity alone: an estimate, and nothing is verified."""
    catalogue = catalogue_in(bulletin)
    so_far, more = _both(history, draft, catalogue, None)
    shown, names = _together(so_far, more)
    counts = [int(bulletin.counts[one.item]) if one.item >= 0 else 0 for one in shown]
    document = _estimated(bulletin, counts, shown, wishes)
    if draft is not None:
        document["draft"] = _estimated_draft(bulletin, counts, len(so_far.shown))
    words = {"source": "bulletin", "estimate": True, **_in_words(document, names, catalogue)}
    return words | {"unknown": [*so_far.unknown, *more.unknown], "notes": [*so_far.notes, *more.notes]}


def _both(
    history: History, draft: History | None, catalogue: Catalogue, details: Details | None
) -> tuple[Named, Named]:
    return named(history, catalogue, details), Named((), (), ()) if draft is None else named(draft, catalogue)


def _together(so_far: Named, more: Named) -> tuple[list[Shown], list[str]]:
    """What is shown, and what the draft adds that was not shown before."""
    items = {one.item for one in so_far.shown if one.item >= 0}
    seen = set(so_far.unknown)
    new = [
        (one, name)
        for one, name in zip(more.shown, more.names, strict=True)
        if (one.item >= 0 and one.item not in items) or (one.item < 0 and name not in seen)
    ]
    return [*so_far.shown, *(one for one, _ in new)], [*so_far.names, *(name for _, name in new)]


def _estimated(bulletin: Bulletin, counts: Sequence[int], shown: Sequence[Shown], wishes: Wishes) -> dict[str, Any]:
    expected = expected_others(chances(counts, bulletin), bulletin)
    hiding = fewest_to_hide(counts, bulletin, wishes.k)
    taken = {one.item for one in shown}
    popular = sorted(range(bulletin.items), key=lambda item: (-int(bulletin.counts[item]), item))
    decoys = [item for item in popular[: wishes.mentions + len(taken)] if item not in taken][: wishes.mentions]
    return {
        "people": bulletin.people,
        "k": wishes.k,
        "shown": len(counts),
        "fits": 1 + expected,
        "others": expected,
        "revealing": [
            {"place": place, "bits": bits, "left": left} for place, bits, left in narrowing(counts, bulletin)
        ],
        "hide": [] if hiding is None else [{"places": list(hiding.places), "others": hiding.fits, "exact": True}],
        "mention": [
            {"item": item, "holders": int(bulletin.counts[item])}
            for item in decoys
            if bulletin.counts[item] >= wishes.decoy_crowd
        ],
        "verified": False,
    }


def _estimated_draft(bulletin: Bulletin, counts: Sequence[int], before: int) -> dict[str, Any]:
    from math import log2

    found = chances(counts, bulletin)
    first, last = (1 + expected_others(found[:end], bulletin) for end in (before, len(counts)))
    one_more = [1 + expected_others(found[[*range(before), place]], bulletin) for place in range(before, len(counts))]
    items = [{"place": before + at, "bits": log2(first / left)} for at, left in enumerate(one_more)]
    return {"before": first, "after": last, "bits": log2(first / last), "items": items}


def _in_words(document: dict[str, Any], names: Sequence[str], catalogue: Catalogue) -> dict[str, Any]:
    """The advice with what things are called instead of codes and places."""

    def called(row: dict[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in row.items() if key not in ("place", "item")}
        return {"item": names[row["place"]], **kept}

    words = {**document, "revealing": [called(row) for row in document["revealing"]]}
    words["hide"] = [
        {"items": [names[place] for place in row["places"]], "others": row["others"], "exact": row["exact"]}
        for row in document["hide"]
    ]
    words["mention"] = [{**row, "item": name_of(catalogue, row["item"])} for row in document["mention"]]
    if "draft" in document:
        words["draft"] = {**document["draft"], "items": [called(row) for row in document["draft"]["items"]]}
    return words
