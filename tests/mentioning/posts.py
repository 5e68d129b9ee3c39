"""The posts that were written by hand, with their answers, and how well a finder does on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from standout.matching.titles import parsed
from standout.mentioning.finder import Finder, Mentioned

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Post:
    """A post and the films that it mentions, each with what is said of it: 1 liked, -1 not, 0 neither."""

    number: int
    text: str
    films: dict[str, int]

    @property
    def kept_aside(self) -> bool:
        return self.number % 2 == 0


def posts(name: str = "posts.txt") -> list[Post]:
    found: list[Post] = []
    lines: list[str] = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            continue
        if not line.startswith("=>"):
            lines.append(line)
            continue
        answers = [answer.strip() for answer in line[2:].split(" | ") if answer.strip()]
        films = {answer.lstrip("+-"): {"+": 1, "-": -1}.get(answer[0], 0) for answer in answers}
        found.append(Post(len(found) + 1, "\n".join(lines), films))
        lines = []
    return found


def films() -> tuple[list[str], list[int]]:
    """The catalogue: titles, and how many people have each."""
    lines = (HERE / "films.txt").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.rsplit("\t", 1) for line in lines]
    return [title for title, _ in rows], [int(count) for _, count in rows]


def key(title: str) -> tuple[str, int | None]:
    """A film by the first form of its title and its year."""
    plain = parsed(title)
    return (plain.keys[1] if len(plain.keys) > 2 else plain.keys[0]), plain.year


@dataclass(frozen=True)
class Score:
    """Mentions found that are right, found that are wrong, and missed; with the posts in which each happened."""

    right: int
    wrong: list[tuple[int, str, str]]
    missed: list[tuple[int, str]]

    @property
    def precision(self) -> float:
        return self.right / max(self.right + len(self.wrong), 1)

    @property
    def recall(self) -> float:
        return self.right / max(self.right + len(self.missed), 1)


def scored(finder: Finder, titles: Sequence[str], chosen: Sequence[Post]) -> Score:
    """Every item of a post counts once; films that the catalogue does not have cannot be missed."""
    known = {key(title): item for item, title in enumerate(titles)}
    right, wrong, missed = 0, [], []
    for post in chosen:
        wanted = {known[key(film)] for film in post.films if key(film) in known}
        found: dict[int, Mentioned] = {}
        for mention in finder.find(post.text):
            found.setdefault(mention.item, mention)
        right += len(wanted & set(found))
        wrong += [(post.number, titles[item], found[item].words) for item in sorted(set(found) - wanted)]
        missed += [(post.number, titles[item]) for item in sorted(wanted - set(found))]
    return Score(right, wrong, missed)
