"""Whether somebody liked what they mention: 1, or -1, or nothing where they do not say.

Words of praise and of blame near the mention are weighed, a negation before a word turns it round. What stands between
a mention and the next one belongs to the first; what is said of all at the end of a list belongs to each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from standout.mentioning.finder import Mentioned
from standout.mentioning.tokens import Text, text_of

_PRAISE_WORDS = """
love loved loves loving adore adored adores like liked likes enjoy enjoyed best better great greatest brilliant
excellent superb amazing awesome fantastic wonderful beautiful gorgeous perfect perfection flawless masterpiece
masterpieces genius favourite favorite favourites favorites underrated good fun funny funniest classic incredible
stunning marvellous moving touching clever gem bijou capolavoro favourably recommend recommended chills wow
tradition comfort deserved deserves beats masterly spellbound unforgettable terrific solid hilarious charming
delightful magic magical grossartig großartig toll super klasse besser encanta encanto maravilla adoré adore génial
superbe chef bello bellissimo stupendo
"""
PRAISE = frozenset(_PRAISE_WORDS.split())
_BLAME_WORDS = """
hate hated hates dislike disliked dislikes boring bored dull terrible awful worst worse bad rubbish trash garbage
overrated disappointing disappointed disappointment disaster mess ruined ruin stupid silly lame weak waste wasted
pointless painful unwatchable dreadful horrible crap poor skip slow tedious pretentious let-down letdown asleep ugly
annoying cringe flop fails failed crime nothing langweilig schlecht nul ennuyeux aburrido malo noioso brutto
insufferable forgettable
"""
BLAME = frozenset(_BLAME_WORDS.split())
_NOT_WORDS = """
not no never dont didnt doesnt isnt wasnt cant couldnt cannot wont hardly nicht pas non ne without
"""
_NOT = frozenset(_NOT_WORDS.split())
_STANDS = re.compile(
    r"\b(?:can't|cannot|can’t|couldn't|could not|couldn’t) (?:stand|get into|finish)\b|\bwalked out\b", re.I
)
_SCORE = re.compile(r"\b(\d+(?:\.\d)?)\s*(?:/\s*(5|10)\b|(?:out of) (5|10)\b|stars?\b|★)", re.I)
_BREAK = re.compile(r"[.!?…\n]")
_TURN_WORDS = """
but though although however whereas aber mais pero ma
"""
_TURN = frozenset(_TURN_WORDS.split())
_REACH = 3


def opinions(written: str, mentions: Sequence[Mentioned]) -> list[int | None]:
    """For each mention of a text, in order, whether the writer liked it (1) or not (-1); none where that is open."""
    text = text_of(written)
    stretches = _stretches(text.plain, mentions)
    said = [_judged(text_of(own)) for own, _ in stretches]
    before = [_judged(text_of(ahead)) for _, ahead in stretches]
    answers = [own or ahead for own, ahead in zip(said, before, strict=True)]
    for place in range(1, len(mentions)):
        between = text.plain[mentions[place - 1].end : mentions[place].start]
        if not answers[place] and _in_list(between) and answers[place - 1] == before[place - 1]:
            answers[place] = before[place] = before[place - 1]
    for place in range(len(mentions) - 2, -1, -1):
        between = text.plain[mentions[place].end : mentions[place + 1].start]
        if answers[place] == 0 and _in_list(between):
            answers[place] = said[place + 1] or answers[place + 1]
    return [answer or None for answer in answers]


def _stretches(plain: str, mentions: Sequence[Mentioned]) -> list[tuple[str, str]]:
    """For each mention what follows it, up to the next one or the end of the next sentence, and what leads to it."""
    found = []
    for place, mention in enumerate(mentions):
        stop = mentions[place + 1].start if place + 1 < len(mentions) else len(plain)
        behind = plain[mention.end : stop]
        breaks = [at.start() for at in _BREAK.finditer(behind)]
        if place + 1 < len(mentions):
            behind = _without_lead(behind, breaks)
        elif len(breaks) > 1:
            behind = behind[: breaks[1]]
        start = mentions[place - 1].end if place else 0
        ahead = plain[start : mention.start]
        last = max((at.end() for at in _BREAK.finditer(ahead)), default=0)
        ahead = ahead[last:]
        if place:
            ahead = re.split(r"[,;]| and | but ", ahead)[-1]
        found.append((behind, "" if ahead.rstrip().endswith(" than") else ahead))
    return found


def _without_lead(behind: str, breaks: Sequence[int]) -> str:
    """What follows a mention without what leads to the next: up to the last break, comma, or turn before that."""
    if breaks:
        return behind[: breaks[-1]]
    cut = max(behind.rfind(sign) for sign in (",", ";", " and ", " but ", " - "))
    return behind[:cut] if cut > 0 else behind if ">" not in behind else ""


def _in_list(between: str) -> bool:
    """Whether two mentions are joined as in a list."""
    return (
        bool(re.fullmatch(r"\W*(?:\(?\d{4}\)?)?\W*(?:and|or|und|et|y|e|the|a)?\W*(?:the|a)?\W*", between, re.I))
        and ">" not in between
    )


def _judged(text: Text) -> int:
    """1, -1, or 0: more praise than blame, more blame than praise, neither."""
    if score := _SCORE.search(text.plain):
        of = float(score[2] or score[3] or 5)
        share = float(score[1]) / of
        return 1 if share > 0.6 else -1 if share < 0.5 else 0
    weight = -2 if _STANDS.search(text.plain) else 0
    for place, token in enumerate(text.tokens):
        turned = any(other.word in _NOT for other in text.tokens[max(place - _REACH, 0) : place])
        if token.word in _TURN and weight:
            break
        if token.word in PRAISE:
            weight += -1 if turned else 1
        elif token.word in BLAME:
            weight += 1 if turned else -1
    return (weight > 0) - (weight < 0)
