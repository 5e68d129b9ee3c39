"""The table of golden cases: what is typed, which files it finds, and what of its results is kept."""

from __future__ import annotations

from dataclasses import dataclass

Words = tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """A command line whose results must stay the same; only the last digits of fractions may differ."""

    name: str
    typed: str
    """The words after `standout`, separated by spaces. What it prints is kept, if it prints anything with --json."""
    files: Words = ()
    """The invented files (`fixtures.FILES`) that lie in the folder it runs in."""
    first: Words = ()
    """Commands that run before it in the same folder; nothing of theirs is kept."""
    keeps: Words = ()
    """Files it writes that are kept as well; Parquet as JSON with its columns and rows."""
    printed: Words = ()
    """Files it writes that hold exactly what is printed."""
    same_with: Words = ()
    """Further words that change nothing: the command runs again with each."""
    digits: int = 9
    """How many digits of a fraction stay the same on every machine: fewer where a solver that stops at a tolerance
    builds on the machine's linear algebra (`FITTED`), which rounds otherwise on other processors."""


FITTED = 6
FEW = "--targets 24 --draws 2"
SAMPLE = "sample --out s --people 120 --items 70 --interactions 2400"
PUBLISH = (
    "publish ratings.csv --titles titles.csv --rare-below 12 --min-holders 3 --date 2024-02-03 --out bulletin.json"
)
PERSONAS = "personas profiles.csv --out personas.json --support 0.1 --bin age=5 --split |"
BLEND = "--personas personas.json --json --out b"
SMALL = f"--adversary two-and-a-date --attack likelihood {FEW}"
RATINGS = ("ratings.csv", "titles.csv")
AUDITED = ("a/findings.json",)
LINKED = ("l/link.json",)
KNOWN_PEOPLE = ("ratings.csv", "people.csv")

AUDIT = (
    Case(
        "audit-sample",
        f"audit sample --out a --json --show-ids --adversary acquaintance --attack likelihood --attack tf-idf {FEW}",
        keeps=("a/people.parquet",),
        printed=AUDITED,
    ),
    Case(
        "audit-values-days",
        f"audit ratings.csv --titles titles.csv --out a --json --show-ids --adversary acquaintance {FEW}",
        RATINGS,
        keeps=("a/people.parquet",),
        printed=AUDITED,
        same_with=("--threads 1", "--threads 2"),
    ),
    Case(
        "audit-other-attacks",
        "audit ratings.csv --out a --json --show-ids --adversary vague-acquaintance --attack flat --attack fuzzy-rating"
        f" --attack exact-rating --attack scoring-heavy --attack scoreboard --attack scoreboard-graded {FEW}",
        ("ratings.csv",),
        printed=AUDITED,
    ),
    Case(
        "audit-other-adversaries",
        "audit ratings.csv --out a --json --show-ids --adversary rare-taste --adversary mentions --adversary share"
        f" --adversary length-known --adversary adversaries.toml --attack likelihood {FEW}",
        ("ratings.csv", "adversaries.toml"),
        keeps=("a/people.parquet",),
        printed=AUDITED,
    ),
    Case(
        "audit-all-presets-withheld",
        "audit ratings.csv --titles titles.csv --out a --json --crowd 8 --max-false 0.1 --seed 7 --attack likelihood"
        f" {FEW}",
        RATINGS,
        printed=AUDITED,
    ),
    Case(
        "audit-noise-learn",
        "audit ratings.csv --out a --json --show-ids --noise learn --adversary acquaintance"
        f" --adversary adversaries.toml --attack likelihood {FEW}",
        ("ratings.csv", "adversaries.toml"),
        printed=AUDITED,
    ),
    Case(
        "audit-released",
        f"audit ratings.csv --released released.csv --out a --json --show-ids --attack scoring {SMALL}",
        ("ratings.csv",),
        first=("protect ratings.csv --with sample:people=0.7 --with perturb:values=1,days=5 --out released.csv",),
        keeps=("a/people.parquet",),
        printed=AUDITED,
    ),
    Case(
        "audit-no-values",
        f"audit plays.csv --out a --json --show-ids --attack scoreboard-rh {SMALL.replace('two-and-a-date', 'share')}",
        ("plays.csv",),
        printed=AUDITED,
    ),
    Case(
        "audit-no-days",
        "audit scores.csv --out a --json --show-ids --adversary no-dates --attack likelihood"
        f" --attack scoreboard {FEW}",
        ("scores.csv",),
        printed=AUDITED,
    ),
    Case(
        "audit-only-items",
        f"audit likes.csv --out a --json --show-ids --attack likelihood --attack tf-idf {FEW}",
        ("likes.csv",),
        printed=AUDITED,
    ),
)

LINK = (
    Case(
        "link-ids-truth",
        "link ratings.csv public.csv --truth truth.csv --out l --json --show-ids",
        ("ratings.csv", "public.csv", "truth.csv"),
        printed=LINKED,
        same_with=("--threads 1", "--threads 2"),
    ),
    Case(
        "link-ids",
        "link ratings.csv public.csv --attack likelihood --max-false 0.05 --out l --json",
        ("ratings.csv", "public.csv"),
        printed=LINKED,
    ),
    Case(
        "link-titles-truth",
        "link titled.csv public-titles.csv --match titles --truth truth.csv --attack scoreboard"
        " --out l --json --show-ids",
        ("titled.csv", "public-titles.csv", "truth.csv"),
        printed=LINKED,
    ),
    Case(
        "link-titles",
        "link titled.csv public-titles.csv --match titles --out l --json --show-ids",
        ("titled.csv", "public-titles.csv"),
        printed=LINKED,
    ),
)

INFER = (
    Case(
        "infer-sample",
        "infer s --attribute age_group --attacker logistic --attacker multinomial --folds 2 --quick --out i --json",
        first=(SAMPLE,),
    ),
    Case(
        "infer-cut-quick",
        "infer ratings.csv --people people.csv --attribute age --cut 30,50 --folds 3 --quick --out i --json",
        KNOWN_PEOPLE,
        keeps=("i/infer.json",),
        digits=FITTED,
    ),
    Case(
        "infer-groups",
        "infer likes.csv --people people.csv --attribute gender --groups groups.csv --attacker bernoulli --folds 2"
        " --out i --json",
        ("likes.csv", "people.csv", "groups.csv"),
    ),
)

PROTECT = (
    *(
        Case(f"protect-{name}", f"protect ratings.csv {words} --json --out p.csv", ("ratings.csv",), keeps=("p.csv",))
        for name, words in (
            ("suppress-rare", "--with suppress-rare:below=8"),
            ("coarsen-values", "--with coarsen-values:to=likes"),
            ("coarsen-days", "--with coarsen-days --to week"),
            ("perturb", "--with perturb:values=1,days=7 --seed 3"),
            ("sample", "--with sample --people 0.5"),
            ("trim", "--with trim:keep=6,which=random"),
            ("swap", "--with swap:share=0.2"),
            ("chain", "--with trim:keep=10 --with coarsen-days:to=none --with swap:share=0.1"),
        )
    ),
    *(
        Case(
            f"protect-{name}",
            f"protect ratings.csv {words} --attribute gender --people people.csv --json --out p.csv",
            KNOWN_PEOPLE,
            keeps=("p.csv",),
        )
        for name, words in (
            ("blurme", "--with blurme:extra=0.2,folds=3"),
            ("blurmore", "--with blurmore:extra=0.2,folds=3,trim-above=10"),
            ("blurmebetter", "--with blurmebetter:extra=0.2,folds=3,certainty=0.7"),
            ("disguise", "--with disguise:extra=0.2,folds=3"),
            ("level", "--with level:changed=0.1,strength=1,rounds=1"),
        )
    ),
    Case("protect-folder", "protect s --with trim:keep=10 --json --out p", first=(SAMPLE,)),
)

COMPARE = (
    Case(
        "compare-attribute",
        "compare ratings.csv --people people.csv --attribute gender --with trim:keep=6"
        " --with blurmore:extra=0.2,folds=2 --adversary acquaintance --attack likelihood --targets 24 --folds 2"
        " --max-risk 0.9 --out c --json",
        KNOWN_PEOPLE,
        printed=("c/compare.json",),
        digits=FITTED,
    ),
    Case(
        "compare-grid",
        "compare likes.csv --adversary share --attack likelihood --targets 24 --max-utility-loss 0.3 --out c --json",
        ("likes.csv",),
    ),
)

LABEL = (
    Case("publish", f"{PUBLISH} --valid-days 30 --json", RATINGS, keeps=("bulletin.json",), same_with=("--threads 1",)),
    Case(
        "publish-paper",
        "publish likes.csv --score paper --groups 3 --date 2024-02-03 --out b.json --json",
        ("likes.csv",),
    ),
    Case(
        "check-titles",
        "check history.txt --bulletin bulletin.json --out k --json",
        (*RATINGS, "history.txt"),
        first=(PUBLISH,),
        printed=("k/check.json",),
    ),
    Case(
        "check-items",
        "check history.csv --bulletin bulletin.json --score paper --only-known --json",
        (*RATINGS, "history.csv"),
        first=(PUBLISH,),
    ),
    Case(
        "advise-data",
        "advise history.txt --data ratings.csv --titles titles.csv --k 5 --decoy-crowd 10 --out v --json",
        (*RATINGS, "history.txt"),
        printed=("v/advise.json",),
    ),
    Case(
        "advise-values",
        "advise history.csv --data ratings.csv --show all --attack likelihood --k 4 --decoy-crowd 10"
        " --draft 3;9 --json",
        ("ratings.csv", "history.csv"),
    ),
    Case(
        "advise-prose",
        "advise draft.txt --data ratings.csv --titles titles.csv --record history.txt --k 4 --decoy-crowd 10 --json",
        (*RATINGS, "draft.txt", "history.txt"),
    ),
    Case(
        "mentions",
        "mentions posts.jsonl --titles titles.csv --opinions --out mentions.csv --json",
        ("titles.csv", "posts.jsonl"),
        keeps=("mentions.csv",),
    ),
    Case(
        "advise-bulletin",
        "advise history.txt --bulletin bulletin.json --k 5 --decoy-crowd 10 --json",
        (*RATINGS, "history.txt"),
        first=(PUBLISH,),
    ),
)

PROFILES = (
    Case("personas", f"{PERSONAS} --json", ("profiles.csv",), keeps=("personas.json",), same_with=("--threads 1",)),
    Case("personas-sample", "personas sample --support 0.01 --out p.json --json", keeps=("p.json",)),
    Case("blend", f"blend me.json {BLEND}", ("profiles.csv", "me.json"), first=(PERSONAS,), printed=("b/blend.json",)),
    Case(
        "blend-person",
        f"blend --person me --data profiles.csv --bin age=5 --split | --options 3 --keep city --cost job=2 {BLEND}",
        ("profiles.csv",),
        first=(PERSONAS,),
        printed=("b/blend.json",),
    ),
    Case(
        "beliefs",
        "beliefs me.json --data profiles.csv --bin age=5 --split | --know city --out b --json",
        ("profiles.csv", "me.json"),
        printed=("b/beliefs.json",),
    ),
    Case("beliefs-sites", "beliefs --person p48 --data sample --json"),
    Case("blend-no-lies", f"blend me.json --no-lies {BLEND}", ("profiles.csv", "me.json"), first=(PERSONAS,)),
)

DATA = (
    Case(
        "sample", f"{SAMPLE} --json", keeps=("s/sample.json", "s/people.csv", "s/items.csv", "s/interactions.parquet")
    ),
    Case("prepare", "prepare ratings.csv --titles titles.csv --out r --json", RATINGS),
    Case("prepare-grades", "prepare grades.csv --out r --json", ("grades.csv",)),
    Case("prepare-only-items", "prepare likes.csv --out r --json", ("likes.csv",)),
    Case("prepare-check", "prepare ratings.csv --titles titles.csv --check --json", RATINGS),
)

GATE = (
    Case(
        "gate",
        "gate ratings.csv --policy policy.toml --targets 300 --attack likelihood --attack tf-idf --out g --json",
        ("ratings.csv", "policy.toml"),
        keeps=("g/gate.xml", "g/gate.md"),
        printed=("g/gate.json",),
        same_with=("--threads 1",),
    ),
    Case(
        "gate-released",
        "gate ratings.csv --released r.csv --policy policy.toml --targets 60 --sample-first --out g --json",
        ("ratings.csv", "policy.toml"),
        first=("protect ratings.csv --with trim:keep=5 --out r.csv",),
        printed=("g/gate.json",),
    ),
    Case(
        "policy",
        "policy init --preset public-release --responsible Ann --review 2030-01-31 --out p.toml",
        keeps=("p.toml",),
    ),
)

REPRODUCE = (Case("reproduce-zhu", "reproduce zhu --draws 1 --out r --json"),)

CASES = (*AUDIT, *LINK, *INFER, *PROTECT, *COMPARE, *LABEL, *PROFILES, *DATA, *GATE, *REPRODUCE)
