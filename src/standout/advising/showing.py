"""From what a person shows, in words, to items of the data, and from advice in codes back to words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import log2

import msgspec

from standout.advising.coded import CodedAdvice, Decoy, DraftBits, Way
from standout.advising.details import Details, shown_with
from standout.advising.estimates import chances_of, expected_narrowing, expected_others, fewest_to_hide
from standout.advising.posting_advice import Wishes, advise
from standout.advising.who_fits import Shown
from standout.attacks.contract import Attack
from standout.common.plain import plain_text
from standout.data.dataset import LocalDataset
from standout.errors import BadInput
from standout.label.bulletin.standing import facts_of, remarks
from standout.label.person.history import History, Mention, Name, Reading
from standout.label.person.matching import Catalogue, catalogue_in, match
from standout.matching.title_index import SURE
from standout.results.advice import Advice, Draft, DraftItem, Hide, Instead, Revealing
from standout.results.bulletin import Bulletin, Signed
from standout.results.check import KIND_WORDS


@dataclass(frozen=True)
class Named:
    """What is shown, in codes and in words: a thing that the data does not have is called as in the history."""

    shown: tuple[Shown, ...]
    names: tuple[str, ...]
    unknown: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def there(self) -> Named:
        """Only what is in the data: nobody can be recognised there by anything else."""
        kept = [place for place, thing in enumerate(self.shown) if thing.item >= 0]
        shown, names = (self.shown[place] for place in kept), (self.names[place] for place in kept)
        return replace(self, shown=tuple(shown), names=tuple(names))


def catalogue_of(data: LocalDataset) -> Catalogue:
    """The data's items by id and by title."""
    titles = [] if data.vocabulary.titles is None else data.vocabulary.titles.to_pylist()
    return Catalogue(data.vocabulary.items.to_pylist(), titles, data.holders.tolist())


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
    taken = [
        f"“{plain_text(one.wrote)}” was taken for “{name_of(catalogue, one.item)}” ({KIND_WORDS[one.kind]})"
        for one in matched.inexact
    ]
    return Named((*shown, *(Shown(-1) for _ in unknown)), names, unknown, (*history.notes, *chosen, *taken))


def name_of(catalogue: Catalogue, item: int) -> str:
    """An item's title, or its id where it has none."""
    title = catalogue.titles[item] if item < len(catalogue.titles) else None
    return plain_text(title or catalogue.ids[item])


def drafted(text: str, catalogue: Catalogue) -> History:
    """The items of a draft, separated by semicolons or commas; a title may itself hold commas, so the longest piece
    that names an item counts as one."""
    mentions: list[Mention] = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
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
    return any(catalogue.find(name, SURE) for name in _mention(", ".join(pieces)).names)


def advice_from_data(
    data: LocalDataset,
    catalogue: Catalogue,
    history: History,
    attacks: Sequence[Attack],
    wishes: Wishes,
    *,
    draft: History | None = None,
    details: Details | None = None,
    seed: int = 1,
) -> Advice:
    """Advice counted in the data and verified there, in words."""
    so_far, more = (read.there() for read in _both(history, draft, catalogue, details))
    if not so_far.shown and not more.shown:
        raise BadInput("nothing that you show is in the data; check that it is the right one, or give --titles")
    shown, names = _together(so_far, more)
    coded = advise(data, so_far.shown, attacks, wishes, shown[len(so_far.shown) :])
    return in_words(coded, names, catalogue, "data", (so_far, more), seed)


def advice_from_bulletin(
    bulletin: Bulletin,
    history: History,
    wishes: Wishes,
    *,
    draft: History | None = None,
    signed: Signed | None = None,
    seed: int = 1,
) -> Advice:
    """The same from popularity alone: an estimate, and nothing is verified.

    `signed` is what the bulletin's signature was found to be worth.
    """
    catalogue = catalogue_in(bulletin)
    so_far, more = _both(history, draft, catalogue, None)
    shown, names = _together(so_far, more)
    counts = [bulletin.holders[thing.item] if thing.item >= 0 else 0 for thing in shown]
    drafted_bits = None if draft is None else estimated_draft(bulletin, counts, len(so_far.shown))
    coded = estimated(bulletin, counts, shown, wishes, drafted_bits)
    advice = in_words(coded, names, catalogue, "bulletin", (so_far, more), seed)
    notes = (*advice.notes, *remarks(bulletin, signed))
    return msgspec.structs.replace(advice, notes=notes, bulletin=facts_of(bulletin, signed))


def _both(
    history: History, draft: History | None, catalogue: Catalogue, details: Details | None
) -> tuple[Named, Named]:
    return named(history, catalogue, details), Named((), (), ()) if draft is None else named(draft, catalogue)


def _together(so_far: Named, more: Named) -> tuple[list[Shown], list[str]]:
    """What is shown, and what the draft adds that was not shown before."""
    items = {thing.item for thing in so_far.shown if thing.item >= 0}
    seen = set(so_far.unknown)
    new = [
        (thing, name)
        for thing, name in zip(more.shown, more.names, strict=True)
        if (thing.item >= 0 and thing.item not in items) or (thing.item < 0 and name not in seen)
    ]
    return [*so_far.shown, *(thing for thing, _ in new)], [*so_far.names, *(name for _, name in new)]


def estimated(
    bulletin: Bulletin,
    counts: Sequence[int],
    shown: Sequence[Shown],
    wishes: Wishes,
    draft: DraftBits | None,
    own: Collection[int] = (),
) -> CodedAdvice:
    """Advice from popularity alone; nothing that is the person's `own` is suggested."""
    expected = expected_others(chances_of(counts, bulletin), bulletin)
    hiding = fewest_to_hide(counts, bulletin, wishes.k)
    taken = {*own, *(thing.item for thing in shown)}
    popular = sorted(range(bulletin.items), key=lambda item: (-bulletin.holders[item], item))
    decoys = [item for item in popular[: wishes.mentions + len(taken)] if item not in taken][: wishes.mentions]
    return CodedAdvice(
        people=bulletin.people,
        k=wishes.k,
        shown=len(counts),
        fits=1 + expected,
        others=expected,
        revealing=tuple(expected_narrowing(counts, bulletin)),
        hide=() if hiding is None else (Way(hiding.places, hiding.fits, exact=True),),
        mention=tuple(
            Decoy(item, bulletin.holders[item]) for item in decoys if bulletin.holders[item] >= wishes.decoy_crowd
        ),
        verified=None,
        draft=draft,
    )


def estimated_draft(bulletin: Bulletin, counts: Sequence[int], before: int) -> DraftBits:
    chances = chances_of(counts, bulletin)
    first, last = (1 + expected_others(chances[:end], bulletin) for end in (before, len(counts)))
    left = {
        place: 1 + expected_others(chances[[*range(before), place]], bulletin) for place in range(before, len(counts))
    }
    return DraftBits(first, last, log2(first / last), tuple((place, log2(first / now)) for place, now in left.items()))


def in_words(
    coded: CodedAdvice, names: Sequence[str], catalogue: Catalogue, source: str, read: Sequence[Named], seed: int
) -> Advice:
    """The advice with what things are called instead of codes and places."""
    draft = coded.draft
    return Advice(
        seed=seed,
        source=source,
        estimate=source == "bulletin",
        people=coded.people,
        k=coded.k,
        shown=coded.shown,
        fits=coded.fits,
        others=coded.others,
        revealing=tuple(Revealing(item=names[row.place], bits=row.bits, left=row.left) for row in coded.revealing),
        hide=tuple(
            Hide(items=tuple(names[place] for place in way.places), others=way.others, exact=way.exact)
            for way in coded.hide
        ),
        mention=tuple(
            Instead(item=name_of(catalogue, row.item), holders=row.holders, others=row.others) for row in coded.mention
        ),
        verified=coded.verified or False,
        draft=None if draft is None else _draft_in_words(draft, names),
        unknown=tuple(text for part in read for text in part.unknown),
        notes=tuple(text for part in read for text in part.notes),
    )


def _draft_in_words(draft: DraftBits, names: Sequence[str]) -> Draft:
    items = tuple(DraftItem(item=names[place], bits=bits) for place, bits in draft.places)
    return Draft(before=draft.before, after=draft.after, bits=draft.bits, items=items)
