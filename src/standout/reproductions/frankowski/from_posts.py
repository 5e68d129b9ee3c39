"""Frankowski's experiment from end to end: posts are written, mentions found in them, and their writers looked for.

The paper's posts were never published. For the posters of one forum, posts are written from templates with stated noise
(`mentioning.writing_posts`); the finder reads them, without being told who wrote what or how; what it finds is all
that the attacks know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import numpy as np

from standout.attacks import ATTACKS
from standout.attacks.contract import bound
from standout.common.arrays import Int64s
from standout.data.codes import NO_VALUE
from standout.data.dataset import LocalDataset
from standout.knowledge.draw import UNKNOWN_DAY, Knowledge, seed_for
from standout.knowledge.presets import PRESETS
from standout.mentioning.finder import Finder
from standout.mentioning.writing_posts import USUAL, written_posts
from standout.reproductions.attacking import attacked, chosen
from standout.reproductions.frankowski.forum import Forum
from standout.reproductions.rates import rate
from standout.reproductions.rows import Section, compared, counted, measured, said
from standout.results.reproduction import Row, percent

TABLE = "from posts"
PRECISION, RECALL = 0.93, 0.78
"""The paper's finder of movie references."""
PUBLISHED = {"tf-idf": 0.20, "scoring": 0.31, "likelihood": None}
"""1-identified by mentions without ratings (figure 4)."""


@dataclass(frozen=True)
class FoundInPosts:
    """What a finder made of a forum's posts: knowledge of each poster, and how much of it is right."""

    knowledge: Knowledge
    posts: int
    right: int
    wrong: int
    missed: int


def from_posts(data: LocalDataset, posts: Forum, seed: int, threads: int | None) -> tuple[Section, str]:
    """The rows, and a sentence; the first forum alone, whose posts are read once."""
    title = "From posts to people: written from templates, found by the finder, linked"
    if data.vocabulary.titles is None:
        row = said(TABLE, "posts", "the data has no titles to write about; use ml-1m")
        return Section(TABLE, title, [row]), "Posts were not written: the data has no titles."
    first = np.flatnonzero(posts.draws == 0)
    drawn = chosen(posts.knowledge, first)
    found = found_in_posts(data, drawn, seed)
    people = posts.people[first]
    precision, recall = (
        rate(found.right, found.right + found.wrong),
        rate(found.right, found.right + found.missed),
    )
    apart = "posts from templates are easier to read than people's own"
    rows: list[Row] = [
        counted(TABLE, "posts written", None, found.posts, USUAL.words()),
        measured(TABLE, "mentions found that are right", PRECISION, precision, apart),
        measured(TABLE, "mentions that are found", RECALL, recall, apart),
    ]
    words = []
    for name, published in PUBLISHED.items():
        attack = bound(ATTACKS[name], PRESETS["mentions"])
        told = attacked(data, replace(drawn, values=np.full_like(drawn.values, NO_VALUE)), people, attack, threads)
        read = attacked(data, found.knowledge, people, attack, threads)
        told_rate, read_rate = told.within(1), read.within(1)
        remark = f"{percent(told_rate)} if every mention were known as it was written"
        if published is not None:
            remark = f"{compared(published, read_rate, len(people), 'other data')}; {remark}"
        rows.append(measured(TABLE, f"{name}: 1-identified from what was found", published, read_rate, remark))
        words.append(f"{name} finds {percent(read_rate)} ({percent(told_rate)} with all mentions)")
    sentence = (
        f"From {found.posts:,} posts written for one forum, the finder reads {percent(recall)} of the mentions, and "
        f"{percent(precision)} of what it finds is right (93% and 78% are the paper's precision and recall); by them "
        f"{', '.join(words)}."
    )
    return Section(TABLE, title, rows), sentence


def found_in_posts(data: LocalDataset, drawn: Knowledge, seed: int) -> FoundInPosts:
    """Write posts for each target's mentions, and read them again."""
    titles = [] if data.vocabulary.titles is None else data.vocabulary.titles.to_pylist()
    finder = Finder(titles, data.holders.tolist())
    random = Random(seed_for(seed, "posts"))
    lists: list[list[int]] = []
    posts = right = wrong = missed = 0
    for target in range(drawn.targets):
        items = drawn.items[drawn.starts[target] : drawn.starts[target + 1]].tolist()
        wanted = [item for item in items if item >= 0 and titles[item]]
        texts = written_posts([titles[item] for item in wanted], random)
        found = {mention.item for text in texts for mention in finder.find(text)}
        lists.append(sorted(found))
        posts += len(texts)
        right += len(found & set(wanted))
        wrong += len(found - set(wanted))
        missed += len(set(wanted) - found)
    return FoundInPosts(_knowledge(lists, drawn), posts, right, wrong, missed)


def _knowledge(lists: list[list[int]], drawn: Knowledge) -> Knowledge:
    """What was found, as knowledge of the same targets."""
    sizes: Int64s = np.array([len(items) for items in lists], np.int64)
    count = int(sizes.sum())
    return replace(
        drawn,
        starts=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        items=np.array([item for items in lists for item in items], np.int32),
        values=np.full(count, NO_VALUE, np.uint8),
        days=np.full(count, UNKNOWN_DAY, np.int32),
    )
