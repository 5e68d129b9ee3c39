"""How well mentions are found in prose: on posts by hand and from templates, among few titles and among many.

`python -m benchmarks.mentioned` prints it by itself, with how long a catalogue of half a million titles takes.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator, Sequence
from random import Random
from string import ascii_lowercase
from typing import NamedTuple

from standout.data.dataset import LocalDataset
from standout.matching.titles import parsed
from standout.mentioning.finder import Finder
from standout.mentioning.opinions import opinions
from standout.mentioning.writing_posts import written_posts
from tests.mentioning.posts import Post, films, key, posts, scored

_PEOPLE = 133
_MENTIONS = 28


class Found(NamedTuple):
    """What was read, and how much of it was right."""

    what: str
    precision: float
    recall: float


def by_hand() -> Iterator[Found]:
    """Posts by hand, in the catalogue that was written for them."""
    titles, holders = films()
    finder = Finder(titles, holders)
    first = posts()
    for what, chosen in (
        ("128 posts by hand, looked at", [post for post in first if not post.kept_aside]),
        ("128 posts by hand, kept aside and then used", [post for post in first if post.kept_aside]),
        ("64 posts by hand, kept aside to the end", posts("posts_later.txt")),
    ):
        score = scored(finder, titles, chosen)
        yield Found(what, score.precision, score.recall)


def among_many(data: LocalDataset) -> Iterator[Found]:
    """The last posts by hand, and posts from templates, among all titles of a dataset."""
    titles = _titles(data)
    finder = Finder(titles, data.holders.tolist())
    chosen = [_known(post, titles) for post in posts("posts_later.txt")]
    score = scored(finder, titles, chosen)
    yield Found(f"64 posts by hand, kept aside to the end, {len(titles):,} titles", score.precision, score.recall)
    random, right, wrong, missed = Random(1), 0, 0, 0
    for _ in range(_PEOPLE):
        wanted = set(random.sample(range(len(titles)), min(_MENTIONS, len(titles))))
        read = {
            mention.item
            for text in written_posts([titles[item] for item in wanted], random)
            for mention in finder.find(text)
        }
        right, wrong, missed = right + len(read & wanted), wrong + len(read - wanted), missed + len(wanted - read)
    what = f"posts from templates of {_PEOPLE} people, {len(titles):,} titles"
    yield Found(what, right / max(right + wrong, 1), right / max(right + missed, 1))


def opinions_right() -> tuple[float, float]:
    """Of opinions that writers have, how many are told, and how many of those rightly: posts kept aside."""
    titles, holders = films()
    finder, known = Finder(titles, holders), {key(title): item for item, title in enumerate(titles)}
    told = right = there = 0
    for post in (*(post for post in posts() if post.kept_aside), *posts("posts_later.txt")):
        answers = {known[key(film)]: said for film, said in post.films.items() if said}
        mentions = finder.find(post.text)
        for mention, opinion in zip(mentions, opinions(post.text, mentions), strict=True):
            if mention.item in answers:
                there, told = there + 1, told + (opinion is not None)
                right += opinion == answers[mention.item]
    return told / max(there, 1), right / max(told, 1)


def _titles(data: LocalDataset) -> list[str]:
    named = [] if data.vocabulary.titles is None else data.vocabulary.titles.to_pylist()
    return [title or "" for title in named]


def _known(post: Post, titles: Sequence[str]) -> Post:
    """The post with its films called as in this catalogue, where they are of the same year or one off."""
    by_name: dict[str, list[str]] = {}
    for title in titles:
        for name in parsed(title).keys:
            by_name.setdefault(name, []).append(title)
    answers = {}
    for film, said in post.films.items():
        plain = parsed(film)
        for title in by_name.get(key(film)[0], ()):
            year = parsed(title).year
            if plain.year is None or year is None or abs(year - plain.year) <= 1:
                answers[title] = said
    return Post(post.number, post.text, answers)


def half_a_million() -> tuple[float, float, float]:
    """Seconds to make a finder of 500,000 titles, its memory in MB, and milliseconds for a post of 60 words."""
    random = Random(1)
    words = ["".join(random.choices(ascii_lowercase, k=random.randint(3, 9))) for _ in range(60_000)]
    titles = [" ".join(random.choices(words, k=random.randint(1, 5))).title() + " (1990)" for _ in range(500_000)]
    before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    finder = Finder(titles)
    made = time.process_time() - begin
    text = " ".join(random.choice(words) for _ in range(56)) + " I saw " + titles[7]
    finder.find(text)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    begin = time.process_time()
    for _ in range(20):
        finder.find(text)
    return made, grown, (time.process_time() - begin) * 50


if __name__ == "__main__":
    for found in by_hand():
        print(f"{found.precision:6.1%} right, {found.recall:6.1%} found   {found.what}")
    print("opinions: told of {:.0%}, of which {:.0%} right".format(*opinions_right()))
    print("500,000 titles: {:.1f} s to make, {:.0f} MB, {:.2f} ms a post".format(*half_a_million()))
