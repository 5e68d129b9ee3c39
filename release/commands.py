"""What is run so that kernels are compiled for what people usually do: every command that has any, on invented data.

What is not among it is compiled where it is first needed, so a gap here costs somebody a second, and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

PEOPLE, ITEMS = 60, 40
FEW = "--targets 24 --draws 2"
ONE = f"{FEW} --adversary acquaintance"
EVERY = ("likelihood", "tf-idf", "scoring", "flat", "fuzzy-rating", "exact-rating", "scoring-heavy", "scoreboard",
         "scoreboard-graded", "scoreboard-rh", "set-intersection", "taste")  # fmt: skip
ATTACKS = " ".join(f"--attack {name}" for name in EVERY)
COMPARED = "--attack likelihood --targets 24 --folds 2"
GENDER = "--people people.csv --attribute gender"

AUDIT = (
    "audit sample --targets 60 --draws 2 --out a0",
    f"audit ratings.csv --titles titles.csv {FEW} --out a1",
)
"""The first that people do."""

REST = (
    "sample --out s --people 200 --items 120 --interactions 6000",
    "prepare s --out r",
    f"audit r {FEW} --out a2",
    f"audit ratings.csv {ATTACKS} {FEW} --show-ids --out a3",
    *(f"audit {file} {ATTACKS} {FEW} --out {file}-a" for file in ("plays.csv", "scores.csv", "likes.csv")),
    f"audit plays.csv --repeats events {ATTACKS} {FEW} --out a4",
    f"audit plays.csv --repeats count {ONE} --out a5",
    f"audit ratings.csv --noise learn --tune {ONE} --out a6",
    *(f"protect ratings.csv --with {words} --out p{number}.csv" for number, words in enumerate((
        "sample:people=0.7", "perturb:values=1,days=5", "swap:share=0.2", "trim:keep=6,which=random",
        "suppress-rare:below=8", "coarsen-values:to=likes", "coarsen-days:to=week", "crowds:k=5", "km:k=2,m=2",
        "microaggregate:k=3", "split:size=4",
    ))),
    *(f"protect ratings.csv {GENDER} --with {words} --out q{number}.csv" for number, words in enumerate((
        "blurme:extra=0.2,folds=3", "blurmore:extra=0.2,folds=3,trim-above=10",
        "blurmebetter:extra=0.2,folds=3,certainty=0.7", "disguise:extra=0.2,folds=3",
        "level:changed=0.1,strength=1,rounds=1",
    ))),
    f"audit ratings.csv --released p1.csv {FEW} --out a7",
    "link ratings.csv public.csv --truth truth.csv --out l0",
    "link ratings.csv public.csv --attack scoreboard --out l1",
    "link titled.csv public-titles.csv --match titles --out l2",
    "link likes.csv public-likes.csv --out l3",
    "infer s --attribute age_group --folds 2 --quick --out i0",
    f"infer likes.csv {GENDER} --folds 2 --quick --out i1",
    f"compare ratings.csv {GENDER} --with trim:keep=6 --with crowds:k=5 {COMPARED} --adversary acquaintance --out c0",
    f"compare likes.csv --with crowds:k=5 {COMPARED} --adversary share --out c1",
    "publish ratings.csv --titles titles.csv --rare-below 12 --min-holders 3 --out bulletin.json",
    "publish likes.csv --score paper --groups 3 --out b.json",
    "check history.txt --bulletin bulletin.json --out k0",
    "check history.csv --bulletin bulletin.json --score paper --out k1",
    "advise history.txt --data ratings.csv --titles titles.csv --k 4 --decoy-crowd 10 --out v0",
    "advise history.csv --data ratings.csv --k 4 --decoy-crowd 10 --out v1",
    "advise history.txt --bulletin bulletin.json --k 4 --decoy-crowd 10 --out v2",
    "personas profiles.csv --out personas.json --support 0.1 --bin age=5",
    "blend me.json --personas personas.json --out n",
    "beliefs me.json --data profiles.csv --bin age=5 --know city --out e",
)  # fmt: skip
"""And what comes later."""


def invent(folder: Path) -> None:
    """Write the files that the commands name."""
    rows = _rows()
    titles = [(item, _title(item)) for item in range(ITEMS)]
    shown = [row for row in rows if int(row[0]) < 12][::2]
    again = [(user, item, value, _day(int(day[5:7]) * 13)) for user, item, value, day in rows[::3]]
    ratings = ("user", "item", "rating", "date")
    tables: dict[str, tuple[Sequence[str], Iterable[Sequence[object]]]] = {
        "ratings.csv": (ratings, rows),
        "plays.csv": (("user", "item", "date"), [(row[0], row[1], row[3]) for row in [*rows, *again]]),
        "scores.csv": (("user", "item", "rating"), [row[:3] for row in rows]),
        "likes.csv": (("user", "item"), [row[:2] for row in rows]),
        "titles.csv": (("item", "title"), titles),
        "titled.csv": (("user", "item", "title", "rating"), [(*row[:2], _title(int(row[1])), row[2]) for row in rows]),
        "people.csv": (("user", "gender"), [(person, "FM"[person % 2]) for person in range(PEOPLE)]),
        "public.csv": (ratings, [(f"name-{row[0]}", *row[1:]) for row in shown]),
        "public-likes.csv": (("user", "item"), [(f"name-{row[0]}", row[1]) for row in shown]),
        "public-titles.csv": (
            ("user", "item", "title", "rating"),
            [(f"name-{row[0]}", f"x{row[1]}", _title(int(row[1])).upper(), row[2]) for row in shown],
        ),
        "truth.csv": (("public", "released"), [(f"name-{person}", person) for person in range(12)]),
        "history.csv": (ratings[1:], [row[1:] for row in rows if row[0] == "4"]),
        "profiles.csv": (("person", "city", "job", "age"), _profiles()),
    }
    for name, (header, lines) in tables.items():
        text = "".join(",".join(map(str, line)) + "\n" for line in (header, *lines))
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "history.txt").write_text("".join(f"{_title(item)}\n" for item in (0, 2, 5, 11, 23)), encoding="utf-8")
    (folder / "me.json").write_text('{"city": "Paris", "job": "diver", "age": 27}', encoding="utf-8")


def _rows() -> list[tuple[str, str, str, str]]:
    """Two tastes with a shared mainstream: who, what, how much and when."""
    dice = random.Random(1)
    found = []
    for person in range(PEOPLE):
        for item in range(ITEMS):
            liked = item % 2 == person % 2
            if dice.random() < (0.9 if liked else 0.4) / (1 + item / 8):
                value = min(5, max(1, (4 if liked else 2) + dice.randint(-1, 1)))
                found.append((str(person), str(item), str(value), _day(dice.randrange(400))))
    return found


def _profiles() -> list[tuple[object, ...]]:
    dice = random.Random(2)
    cities, jobs = ("Paris", "Paris", "Rome", "Oslo"), ("baker", "baker", "nurse", "diver")
    return [(f"p{person}", dice.choice(cities), dice.choice(jobs), dice.randint(20, 44)) for person in range(80)]


def _title(item: int) -> str:
    return f"Story of the {('amber', 'cold', 'faint', 'golden')[item % 4]} {item}th bridge ({1950 + item})"


def _day(number: int) -> str:
    return f"20{20 + number // 336}-{number // 28 % 12 + 1:02d}-{number % 28 + 1:02d}"
