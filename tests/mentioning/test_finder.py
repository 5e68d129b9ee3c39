"""The finder: what is meant, what is not, and how often it is right on posts written by hand and from templates."""

from __future__ import annotations

from random import Random

import pytest

from standout.mentioning.finder import Finder
from standout.mentioning.opinions import opinions
from standout.mentioning.phrases import one_edit
from standout.mentioning.title_forms import forms_of
from standout.mentioning.tokens import text_of
from standout.mentioning.writing_posts import written_posts
from tests.mentioning.posts import Post, films, key, posts, scored

TITLES, HOLDERS = films()


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder(TITLES, HOLDERS)


def found(finder: Finder, text: str) -> list[str]:
    return [TITLES[mention.item] for mention in finder.find(text)]


def test_there_are_enough_posts_by_hand_and_every_answer_is_a_film_of_the_catalogue() -> None:
    first, later = posts(), posts("posts_later.txt")
    assert len(first) >= 200
    assert sum(post.kept_aside for post in first) >= 100
    assert sum(not post.films for post in first) >= 80, "tricky posts that mention nothing"
    known = {key(title) for title in TITLES}
    assert len(known) == len(TITLES)
    assert {key(film) for post in (*first, *later) for film in post.films} <= known
    assert len({post.text for post in (*first, *later)}) == len(first) + len(later)


@pytest.mark.parametrize(
    ("name", "chosen", "precision", "recall"),
    [
        ("looked at", [post for post in posts() if not post.kept_aside], 0.93, 0.9),
        ("kept aside, then used", [post for post in posts() if post.kept_aside], 0.93, 0.9),
        ("kept aside to the end", posts("posts_later.txt"), 0.93, 0.9),
    ],
)
def test_the_finder_is_no_worse_than_the_papers_on_posts_by_hand(
    finder: Finder, name: str, chosen: list[Post], precision: float, recall: float
) -> None:
    score = scored(finder, TITLES, chosen)
    assert score.precision >= precision, (name, score.wrong)
    assert score.recall >= recall, (name, score.missed)


def test_and_on_posts_from_templates(finder: Finder) -> None:
    random, right, wrong, missed = Random(3), 0, 0, 0
    for _ in range(60):
        wanted = set(random.sample(range(len(TITLES)), 8))
        texts = written_posts([TITLES[item] for item in wanted], random)
        read = {mention.item for text in texts for mention in finder.find(text)}
        right, wrong, missed = right + len(read & wanted), wrong + len(read - wanted), missed + len(wanted - read)
    assert right / (right + wrong) >= 0.93
    assert right / (right + missed) >= 0.78


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("the heat in here", []),
        ("Just saw Heat.", ["Heat (1995)"]),
        ('"Her" is lovely', ["Her (2013)"]),
        ("I told her so", []),
        ("It (2017) is fine", ["It (2017)"]),
        ("It is fine", []),
        ("I watched Rocky 2", ["Rocky II (1979)"]),
        ("I watched Rocky II", ["Rocky II (1979)"]),
        ("The Godfather, part two, again", ["The Godfather: Part II (1974)"]),
        ("I loved Spiderman 2", ["Spider-Man 2 (2004)"]),
        ("Nolan's The Prestige's ending", ["The Prestige (2006)"]),
        ("I loved The Shawshenk Redemption", ["The Shawshank Redemption (1994)"]),
        ("Das Boot, watched it twice", ["Boot, Das (Boat, The) (1981)"]),
        ("Titanic (1912) was a real ship", []),
        ("Psycho (1998) is a bad film", ["Psycho (1998)"]),
        ("", []),
        ("\0\0 … !!!", []),
    ],
)  # fmt: skip
def test_what_is_meant(finder: Finder, text: str, titles: list[str]) -> None:
    assert found(finder, text) == titles


def test_the_longest_title_counts_and_places_are_those_of_the_words(finder: Finder) -> None:
    text = "We watched Star Wars: Episode IV - A New Hope and Aliens."
    mentions = finder.find(text)
    assert [text[one.start : one.end] for one in mentions] == ["Star Wars: Episode IV - A New Hope", "Aliens"]
    assert all(one.words == text[one.start : one.end] and 0.5 <= one.certain <= 1 for one in mentions)


def test_a_lookup_word_by_word_finds_what_looking_for_each_title_finds(finder: Finder) -> None:
    """The slow and obvious way: every form of every title at every place."""
    text = text_of("I saw the dark knight rises, Toy Story 2 and the fly ii; heat of the night.")
    words = [token.word for token in text.tokens]
    slow = {
        (start, start + len(form.words))
        for title in TITLES
        for form in forms_of(title).forms
        for start in range(len(words))
        if tuple(words[start : start + len(form.words)]) == form.words
    }
    apart = {(place.first, place.end) for place in finder.phrases.places(text) if place.how == "exact"}
    assert {
        span for span in slow if ";" not in "".join(text.tokens[at].gap for at in range(span[0] + 1, span[1]))
    } == apart


def test_other_names_of_an_item_are_found_too() -> None:
    finder = Finder(["Spirited Away (2001)"], aliases={0: ["Chihiros Reise ins Zauberland"]})
    assert [one.item for one in finder.find("Gestern Chihiros Reise ins Zauberland gesehen")] == [0]


def test_the_word_i_is_no_mention_of_what_is_called_so() -> None:
    assert not Finder(["I", "Air"], kind="music").find("Air was on, whom I love.")[1:]


def test_kinds_of_items_have_their_own_cues() -> None:
    song = "We sang Bohemian Rhapsody at karaoke."
    assert not Finder(["Bohemian Rhapsody (2018)"], kind="films").find(song)
    assert Finder(["Bohemian Rhapsody"], kind="music").find(song)
    assert Finder(["Bohemian Rhapsody (2018)"]).kind == "films"
    assert Finder(["Bohemian Rhapsody"]).kind == "any"


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [("heat", "heat", True), ("redemtion", "redemption", True), ("teh", "the", True), ("abcd", "badc", False),
     ("forest", "forrest", True), ("", "a", True), ("ab", "cdef", False)],
)  # fmt: skip
def test_an_edit(one: str, other: str, near: bool) -> None:
    assert one_edit(one, other) is near
    assert one_edit(other, one) is near


def test_opinions_are_right_where_they_are_told(finder: Finder) -> None:
    """Whoever says what they think is read rightly in nine of ten cases; of those who imply it, many are left open."""
    known = {key(title): item for item, title in enumerate(TITLES)}
    told = right = open_ = 0
    for post in (*posts(), *posts("posts_later.txt")):
        answers = {known[key(film)]: said for film, said in post.films.items()}
        mentions = finder.find(post.text)
        for mention, opinion in zip(mentions, opinions(post.text, mentions), strict=True):
            said = answers.get(mention.item, 0)
            told += bool(said and opinion)
            right += bool(said) and opinion == said
            open_ += bool(said) and opinion is None
    assert right / told >= 0.9
    assert told / (told + open_) >= 0.5


def test_a_long_text_takes_time_in_proportion(finder: Finder) -> None:
    """Places that may be titles grow with the text, and nothing else does."""
    text = "I saw Heat and then the fly, and it was late. "
    places = [len(list(finder.phrases.places(text_of(text * times)))) for times in (50, 100)]
    assert places[1] == pytest.approx(2 * places[0], rel=0.05)
