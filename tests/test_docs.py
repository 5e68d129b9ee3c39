"""The documentation is complete and true: what exists is described, and what is described exists and runs."""

from __future__ import annotations

import csv
import json
import random
import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer
from pyarrow import csv as csv_table
from pyarrow import parquet

import standout as so
from docs.site.shown import steps
from standout.attacks import DEFAULT_ATTACKS
from standout.cli import app
from standout.cli.reading_data import READING
from standout.gating.policy_file import read_policy
from standout.gating.ready_policies import READY
from standout.gating.release_policy import KINDS, MEASURES
from standout.io.reading import read
from standout.knowledge.adversary import Adversary
from standout.knowledge.presets import read_adversaries
from standout.label.provider.publishing import PublishSettings, make_bulletin
from standout.library.policy import make_policy
from tests.documented import undocumented

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "standout"
PAGES = sorted((*DOCS.rglob("*.md"), *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md"))))
GROUP: Any = typer.main.get_command(app)
COMMANDS: dict[str, Any] = GROUP.commands

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def fenced(page: Path, *languages: str) -> Iterator[str]:
    """The content of the page's fenced blocks in one of these languages."""
    for language, block in _FENCE.findall(page.read_text(encoding="utf-8")):
        if language in languages:
            yield block


def examples(page: Path) -> list[list[str]]:
    """The arguments of every `standout …` line in the page's shell blocks; a console shows what is printed as well."""
    lines = [line for block in fenced(page, "sh") for line in block.replace("\\\n", " ").splitlines()]
    lines += [step.command for step in steps(page.read_text(encoding="utf-8"))]
    found = [shlex.split(line.removeprefix("$ "), comments=True) for line in lines]
    return [words[1 : words.index(">") if ">" in words else None] for words in found if words[:1] == ["standout"]]


def section(page: str, heading: str) -> str:
    """The text below a heading of the second level, up to the next one."""
    parts = re.split(r"^## ", text_of(page), flags=re.MULTILINE)
    found = [part for part in parts if part.partition("\n")[0].strip() == heading]
    assert found, f"{page} has no section '{heading}'"
    return found[0]


def anchors(page: Path) -> set[str]:
    """The anchors that the page's headings make."""
    plain = _FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", plain, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


SHARED = ("--help", "--verbose", "--log")
"""Options of every command, described once."""


def options_of(command: Any) -> list[str]:
    names = [name for parameter in command.params for name in parameter.opts]
    return [name for name in names if name.startswith("--") and name not in SHARED]


# What exists is described


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_described(name: str) -> None:
    described = section("docs/commands.md", f"standout {name}")
    if "#how-data-is-read" in described:
        described += section("docs/commands.md", "How data is read")
    missing = [option for option in options_of(COMMANDS[name]) if f"`{option}`" not in described]
    assert not missing, f"docs/commands.md, standout {name}: describe {', '.join(missing)}"


def test_no_command_or_option_is_described_that_does_not_exist() -> None:
    for name in re.findall(r"^## standout (\w+)", text_of("docs/commands.md"), flags=re.MULTILINE):
        described = re.findall(r"^\| `(--[\w-]+)`", section("docs/commands.md", f"standout {name}"), re.MULTILINE)
        assert set(described) <= set(options_of(COMMANDS[name]))


def test_the_options_of_reading_are_those_of_every_command_that_reads() -> None:
    described = re.findall(r"^\| `--([\w-]+)`", section("docs/commands.md", "How data is read"), re.MULTILINE)
    assert [name.replace("-", "_") for name in described] == [*READING, "check"]
    for name, command in COMMANDS.items():
        if "--skip-bad-rows" in options_of(command):
            assert {f"--{each}" for each in described} <= set(options_of(command)), name


def test_options_of_the_program_itself_are_described() -> None:
    for option in (*options_of(GROUP), *SHARED, "-h", "-V"):
        assert option in text_of("docs/commands.md")


def test_every_plug_in_is_described_in_its_own_words() -> None:
    missing = undocumented()
    assert not missing, "\n".join(missing)


def test_default_attacks_are_told() -> None:
    assert ", ".join(f"`{name}`" for name in DEFAULT_ATTACKS) in section("docs/commands.md", "standout audit")


@pytest.mark.parametrize("name", [field.name for field in fields(Adversary)])
def test_every_field_of_an_adversary_is_described(name: str) -> None:
    assert f"\n| `{name}` |" in section("docs/adversaries.md", "Fields")


def test_the_index_links_every_page() -> None:
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")} - {"index.md"}
    assert pages <= set(_LINK.findall(text_of("docs/index.md")))


def folders_and_modules() -> set[str]:
    """Every folder with code in it, and every module at the root."""
    folders = {file.parent.relative_to(SOURCE).as_posix() + "/" for file in SOURCE.rglob("*.py")} - {"./"}
    return folders | {file.name for file in SOURCE.glob("*.py")}


def test_the_tree_of_the_architecture_is_the_one_that_is_there() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", section("docs/architecture.md", "The tree"), re.MULTILINE)
    assert {name for name, _ in rows} == folders_and_modules()
    assert len(rows) == len({name for name, _ in rows}), "each has one line"


def test_every_file_that_the_architecture_names_exists() -> None:
    named = re.findall(r"(?:\w+/)*\w+\.py\b", text_of("docs/architecture.md"))
    assert "auditing/flow.py" in named
    missing = [name for name in named if not (ROOT / name).is_file() and not list(SOURCE.rglob(name))]
    assert not missing, f"docs/architecture.md names {', '.join(missing)}"


def test_contributing_names_every_step() -> None:
    steps = {folder for folder in folders_and_modules() if folder.count("/") == 1 and folder.endswith("/")}
    table = section("CONTRIBUTING.md", "Where things are")
    assert set(re.findall(r"^\| `(\w+/)` \|", table, re.MULTILINE)) == steps


# What comes out is described


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file that the README's commands name, made up and small."""
    folder = tmp_path_factory.mktemp("docs")
    dice = random.Random(1)
    entries = [
        (f"u{person}", f"i{item}", dice.randint(1, 5), f"2024-0{dice.randint(1, 9)}-{dice.randint(10, 28)}")
        for person in range(60)
        for item in dice.sample(range(80), 20)
    ]
    _write(folder / "your-data.csv", entries)
    _write(folder / "protected.csv", [entry for entry in entries if dice.random() < 0.8])
    _write(folder / "released.csv", entries)
    known = [entry for entry in entries if entry[0] < "u3" and dice.random() < 0.5]
    _write(folder / "public.csv", [(f"name-{person}", *rest) for person, *rest in known])
    truth = [(f"name-{person}", person) for person in sorted({person for person, *_ in known})]
    _write(folder / "truth.csv", truth, header=("public", "released"))
    make_bulletin(read(folder / "your-data.csv"), PublishSettings()).write(folder / "bulletin.json")
    (folder / "my-history.txt").write_text("i1\ni2\ni3\n", encoding="utf-8")
    (folder / "draft.txt").write_text("I saw The Northern Violin (1982) again.\n", encoding="utf-8")
    post = {"user": "ann", "text": "Nothing beats The Northern Violin (1982)."}
    (folder / "posts.jsonl").write_text(json.dumps(post), encoding="utf-8")
    people = [("Ann", 30, "Paris"), ("Ann", 30, "Rome"), ("Bob", 30, "Paris"), ("Cy", 31, "Paris")]
    _write(folder / "people.csv", people, header=("name", "age", "city"))
    (folder / "me.csv").write_text("name,Ann\ncity,Paris\n", encoding="utf-8")
    (toml,) = [block for block in fenced(DOCS / "adversaries.md", "toml") if "[neighbour]" in block]
    (folder / "neighbour.toml").write_text(toml, encoding="utf-8")
    make_policy("research-partner", responsible="A. Owner", out=folder / "policy.toml")
    return folder


def _write(
    file: Path, rows: list[tuple[Any, ...]], header: tuple[str, ...] = ("user", "item", "rating", "date")
) -> None:
    with file.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([header, *rows])


def results(small: Path) -> dict[str, Any]:
    """Findings, people and a link of tiny data, with every key that the files can have."""
    audited = so.audit(
        small / "your-data.csv", released=small / "protected.csv", adversaries=["acquaintance", "mentions"],
        attacks=DEFAULT_ATTACKS, targets=20, draws=2, threads=1,
    )  # fmt: skip
    linked = so.link(
        small / "your-data.csv", small / "public.csv", attack="scoreboard-rh", truth=small / "truth.csv", threads=1
    )
    return {"findings": audited.to_dict(), "people": audited.people, "link": linked.to_dict()}


def assert_described(names: Any, described: str) -> None:
    missing = [name for name in names if f"`{name}`" not in described]
    assert not missing, f"docs/files-of-an-audit.md or other-documents.md: describe {', '.join(missing)}"


@pytest.mark.slow
def test_every_key_and_column_of_the_results_is_described(small: Path) -> None:
    found = results(small)
    check_findings(found["findings"], section("docs/files-of-an-audit.md", "findings.json"))
    table, described = found["people"], section("docs/files-of-an-audit.md", "people.parquet")
    assert_described([*table.column_names, *(key.decode() for key in table.schema.metadata)], described)
    linked, described = found["link"], section("docs/other-documents.md", "link.json")
    assert linked["findings"]
    for part in (linked, linked["lineups"][0], linked["lineups"][0]["candidates"][0]):
        assert_described(part, described)


def check_findings(found: dict[str, Any], described: str) -> None:
    assert "released" in found
    assert_described(found, described)
    for key in ("data", "sparsity", "popularity", "personal", "settings"):
        assert_described(found[key], described)
    assert_described(set(found["theory"]) - {"theorem_2"}, described)
    assert_described({key for row in found["revealing_items"] for key in row}, described)
    assert_described({key for row in found["findings"] for key in row}, described)
    for row in found["findings"]:
        for key in ("by_known", "eccentricity_curve"):
            assert_described({name for part in row.get(key, []) for name in part}, described)
        for key in ("declared", "declared_when_absent", "equal_error", "entropy_bits", "anonymity_set", "failures"):
            assert_described(set(row.get(key, {})), described)


# What is described exists and runs


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_and_images_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        there = (page.parent / name).resolve() if name else page
        assert there.is_file(), f"{page.name} links to {target}, which does not exist"
        assert not anchor or anchor in anchors(there), f"{page.name} links to {target}, but there is no such heading"


def test_every_example_can_be_parsed() -> None:
    found = [(page, words) for page in PAGES for words in examples(page)]
    assert len(found) > 10
    for page, words in found:
        where = f"{page.name}: standout {shlex.join(words)}"
        assert words[0] in COMMANDS, where
        try:
            COMMANDS[words[0]].make_context(words[0], words[1:])
        except Exception as problem:
            pytest.fail(f"{where}: {problem}")


OTHER_TOML = r"entry-points|^\[\[recipient\]\]"
"""What tells examples that are no files of adversaries."""


def test_the_example_of_a_policy_is_one_and_every_measure_is_described(tmp_path: Path) -> None:
    (block,) = [block for block in fenced(DOCS / "gate.md", "toml") if "[[recipient]]" in block]
    (tmp_path / "policy.toml").write_text(block, encoding="utf-8")
    assert read_policy(tmp_path / "policy.toml").recipients
    described = text_of("docs/gate.md")
    for name in (*MEASURES, *READY):
        assert f"\n| `{name}` |" in described, f"docs/gate.md: describe {name}"
    assert all(kind in block for kind in KINDS)


def test_every_adversary_in_an_example_is_valid(tmp_path: Path) -> None:
    blocks = [
        block for page in PAGES for block in fenced(page, "toml") if not re.search(OTHER_TOML, block, re.MULTILINE)
    ]
    used: set[str] = set()
    for number, block in enumerate(blocks):
        file = tmp_path / f"{number}.toml"
        file.write_text(block, encoding="utf-8")
        assert read_adversaries(file)
        used |= set(re.findall(r"^(\w+) =", block, flags=re.MULTILINE))
    assert used == {field.name for field in fields(Adversary)} - {"name", "here"}, "the examples show every field"


def distinct(commands: list[list[str]]) -> list[list[str]]:
    """The commands without those that differ from another only in where the result goes."""
    last = {re.sub(r" --out \S+", "", shlex.join(words)): words for words in commands}
    return list(last.values())


@pytest.mark.slow
@pytest.mark.parametrize("words", distinct(examples(ROOT / "README.md")), ids=shlex.join)
def test_commands_of_the_readme_run(
    words: list[str], small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = words[words.index("--out") + 1] if "--out" in words else None
    for file in small.iterdir():
        if file.name != written:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    before = set(tmp_path.iterdir())
    monkeypatch.chdir(tmp_path)
    as_json = ["--json"] if any("--json" in option.opts for option in COMMANDS[words[0]].params) else []
    left = GROUP.main([*words, *as_json], standalone_mode=False)
    assert left in ((3, 4) if words[0] == "gate" else (None, 0))
    made = sorted(set(tmp_path.iterdir()) - before)
    assert made
    assert all(any(one.iterdir()) if one.is_dir() else one.stat().st_size for one in made)
    if words[0] == "audit":
        assert {"report.html", "findings.json", "people.parquet", "run.json"} == {
            file.name for file in made[0].iterdir()
        }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "suite"),
    [("own-attack", "check_attack"), ("adversaries", "check_adversary"), ("protecting", "check_protection")],
)
def test_the_python_examples_run(page: str, suite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "docs"}
    pages = ("protections", "protecting") if page == "protecting" else (page,)
    blocks = [block for each in pages for block in fenced(DOCS / f"{each}.md", "python")]
    assert any(suite in block for block in blocks)
    for block in blocks:
        exec(compile(block, f"docs/{page}.md", "exec", dont_inherit=True), names)  # our own documentation


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    ["profiles.md", "blending.md", "mentions.md", "publishing-pairs.md", "schemas.md", "library.md", "advise.md"],
)
def test_the_other_python_examples_run(page: str, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ratings.csv").write_bytes((small / "your-data.csv").read_bytes())
    bought = csv_table.read_csv(small / "your-data.csv").rename_columns(["customer", "sku", "rating", "bought_at"])
    parquet.write_table(bought, tmp_path / "purchases.parquet")
    monkeypatch.chdir(tmp_path)
    blocks = list(fenced(DOCS / page, "python"))
    assert blocks
    for block in blocks:
        exec(compile(block, f"docs/{page}", "exec", dont_inherit=True), {"__name__": "docs"})  # our own documentation


REFUSED = {
    "empty.csv": "",
    "header.csv": "user,item\n",
    "one.csv": "user\na\nb\n",
    "nocol.csv": "who,what\na,b\nc,d\n",
    "two.csv": "user,user_id,item\na,1,x\na,2,y\nb,1,z\n",
    "twice.csv": "user,item,rating,rating\na,x,3,4\n",
    "empty-id.csv": "user,item\na,x\nb,\nc,y\nd,z\n",
    "guests.csv": "user,item\n,x\n,y\n,z\na,x\nb,y\n",
    "value.csv": "user,item,rating\na,x,3\nb,y,good\nc,z,4\nd,z,4\n",
    "missing.csv": "user,item\na,x\nb,nan\nc,y\n",
    "time.csv": "user,item,time\na,x,2020-01-01\nb,y,soon\nc,z,2020-01-03\nd,z,2020-01-05\n",
    "few.csv": "user,item,rating\na,x,3\nb,y\nc,z,4\n",
    "quotes.csv": 'user,item,rating\na,x,3\nb,"y"z,3\nc,z,4\n',
    "joined.csv": "user,item,rating\na,x,3\nuser,item,rating\nc,z,4\n",
    "smallnum.csv": "user,item,day\na,x,1\nb,y,2\nc,z,4\n",
    "notlines.jsonl": "[1,2]\n3\n",
    "lie.parquet": "user,item\na,x\n",
}
"""Files that the page on reading data shows the refusals of."""


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_are_those_that_the_page_shows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(REFUSED[name], encoding="utf-8")
    with pytest.raises(so.BadInput) as refused:
        read(Path(name))
    what, _, _ = str(refused.value).partition("; ")  # what to do is said of options there, of arguments here
    assert f"`{what.replace('|', chr(92) + '|')}; " in section("docs/refusals.md", "Refusals")


def scripts_named(page: Path) -> set[str]:
    """The tests, benchmarks and folders of them that a page names, as paths."""
    text = page.read_text(encoding="utf-8")
    modules = {name.replace(".", "/") for name in re.findall(r"python -m (benchmarks(?:\.\w+)*)", text)}
    paths = set(re.findall(r"`((?:tests|benchmarks|examples)/[\w/.-]+?)/?`", text))
    paths = {path for path in paths if "NAME" not in path}  # a place for a name of one's own
    return {file if Path(file).suffix or (ROOT / file).is_dir() else f"{file}.py" for file in modules | paths}


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: page.name)
def test_every_script_that_a_figure_names_exists(page: Path) -> None:
    missing = [name for name in sorted(scripts_named(page)) if not (ROOT / name).exists()]
    assert not missing, f"{page.name} names {', '.join(missing)}"


LONG, SUMMARY = 1_500, 40
"""Words from which on a page needs a summary, and how many that has at least."""


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_long_pages_begin_with_a_summary(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    top, _, _ = _FENCE.sub("", text).partition("\n## ")
    prose = [line for line in top.splitlines() if not line.startswith(("#", "|", "!", "<!--"))]
    enough = len(text.split()) <= LONG or len(" ".join(prose).split()) >= SUMMARY
    assert enough, f"{page.name}: say first what it answers, and for whom"


# What must not be there

FORBIDDEN = (
    *("py" + "pi.org", "python" + "hosted.org", "ana" + "conda.org", "conda" + "-forge.org", "npm" + "js."),
    *("artifact" + "ory", "/wo" + "rk/", "/ro" + "ot/"),
)


def test_no_registry_host_and_no_path_of_a_machine_is_named() -> None:
    for file in repository_files():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            found = [word for word in FORBIDDEN if word in line.lower()]
            assert not found, f"{file.relative_to(ROOT)}: line {number} names {found[0]}"


def repository_files() -> list[Path]:
    """All files that are or would be committed; without git, all that lie in the usual places."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    names = [name for name in listed.stdout.split("\0") if name]
    files = [ROOT / name for name in names] or [
        file for place in ("src", "tests", "docs", "benchmarks") for file in (ROOT / place).rglob("*")
    ]
    return [file for file in files if file.is_file() and "__pycache__" not in file.parts]
