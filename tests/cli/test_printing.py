"""Escape sequences, direction marks and line ends in names never reach the terminal, whatever the command."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import standout as package
from tests.cli.running import Finished, standout
from tests.cli.test_gate import LIMITS

NAME = "a\x1b]0;owned\x07\x9b31m\u202e\nb"
"""A name that sets the window's title, turns the text red and round, and begins another line."""
SHOWN = r"a\x1b]0;owned\x07\x9b31m\u202e\nb"
PEOPLE = "person,city,language\n" + "".join(f"p{at},{'AB'[at % 2]}{NAME!r},French\n" for at in range(12))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of that name with a small sample, profiles, a history and a key of that name."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    place = tmp_path_factory.mktemp("names") / NAME
    place.mkdir()
    done = standout("sample", "--out", NAME, "--people", "80", "--items", "60", "--interactions", "1200", folder=place)
    assert done.status == 0, done.errors
    assert_plain(done, f"{SHOWN}: 1,200 interactions")
    (place / f"{NAME}.csv").write_text(PEOPLE, encoding="utf-8")
    known = (place / NAME / "items.csv").read_text(encoding="utf-8").splitlines()[1].split(",")[0]
    (place / f"{NAME}.txt").write_text(f"{known}\n{NAME}\n\x1b[31mDark\n", encoding="utf-8")
    (place / f"{NAME}.jsonl").write_text('{"user": "ann", "text": "I saw Gattaca."}\n', encoding="utf-8")
    (place / f"{NAME}-titles.csv").write_text("item,title\n1,Gattaca (1997)\n", encoding="utf-8")
    policy = LIMITS.format(found=1.0).replace('"ours"', json.dumps(NAME))
    (place / f"{NAME}.toml").write_text(policy, encoding="utf-8")
    key = Ed25519PrivateKey.generate()
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (place / f"{NAME}.pem").write_bytes(private)
    for words in (
        ("publish", NAME, "--out", f"{NAME}.json", "--page", f"{NAME}.html", "--sign", f"{NAME}.pem"),
        ("personas", f"{NAME}.csv", "--out", f"{NAME}-p.json", "--support", "0.3", "--page", f"{NAME}-p.page.html"),
    ):
        done = standout(*words, folder=place)
        assert done.status == 0, done.errors
        assert_plain(done, f"{SHOWN}.json" if words[0] == "publish" else f"{SHOWN}-p.json")
    return place


def assert_plain(done: Finished, *says: str) -> None:
    odd = {sign for sign in done.output + done.errors if sign != "\n" and not sign.isprintable()}
    assert not odd, odd
    for words in says:
        assert words in done.output + done.errors


OUT = f"{NAME}-out"
COMMANDS: dict[str, tuple[str, ...]] = {
    "audit": ("audit", NAME, "--out", OUT, "--attack", "scoreboard", "--adversary", "no-dates"),
    "link": ("link", NAME, NAME, "--out", OUT, "--attack", "scoreboard"),
    "compare": (
        "compare", NAME, "--with", "trim:keep=3", "--out", OUT, "--attack", "scoreboard", "--adversary", "no-dates",
    ),
    "infer": (
        "infer", NAME, "--attribute", "gender", "--out", OUT, "--folds", "2", "--attacker", "logistic", "--quick",
    ),
    "gate": ("gate", NAME, "--policy", f"{NAME}.toml", "--out", OUT, "--attack", "tf-idf", "--targets", "99"),
    "prepare": ("prepare", NAME, "--out", OUT),
    "protect": ("protect", NAME, "--with", "trim:keep=3", "--out", OUT),
    "publish": ("publish", NAME, "--out", f"{OUT}.json", "--valid-days", "9"),
    "check": ("check", f"{NAME}.txt", "--bulletin", f"{NAME}.json", "--out", OUT, "--label", f"{OUT}.svg"),
    "advise": ("advise", f"{NAME}.txt", "--bulletin", f"{NAME}.json", "--out", OUT),
    "advise from data": ("advise", f"{NAME}.txt", "--data", NAME, "--out", OUT),
    "mentions": ("mentions", f"{NAME}.jsonl", "--titles", f"{NAME}-titles.csv", "--out", f"{OUT}.csv"),
    "personas": ("personas", f"{NAME}.csv", "--out", f"{OUT}.json", "--support", "0.3"),
    "blend": ("blend", "--data", f"{NAME}.csv", "--person", "p1", "--personas", f"{NAME}-p.json", "--out", OUT),
}  # fmt: skip


def elsewhere(words: tuple[str, ...], place: Path) -> tuple[str, ...]:
    """The same command with its results below another folder."""
    return tuple(str(place / word) if word.startswith(OUT) else word for word in words)


@pytest.mark.parametrize("command", COMMANDS)
def test_names_from_outside_come_out_as_escapes(folder: Path, tmp_path: Path, command: str) -> None:
    done = standout(*elsewhere(COMMANDS[command], tmp_path), folder=folder)
    assert done.status == 0, done.errors
    assert_plain(done, SHOWN)
    if command == "audit":
        assert_plain(standout("report", str(tmp_path / OUT)), SHOWN)


@pytest.mark.parametrize("command", COMMANDS)
def test_json_is_one_valid_document_without_them(folder: Path, tmp_path: Path, command: str) -> None:
    done = standout(*elsewhere(COMMANDS[command], tmp_path), "--json", folder=folder)
    assert done.status == 0, done.errors
    assert_plain(done)
    assert isinstance(json.loads(done.output), dict)


@pytest.mark.parametrize(
    "words",
    [
        ("audit", f"{NAME}-none"),
        ("audit", NAME, "--adversary", f"{NAME}.toml"),
        ("audit", NAME, "--adversary", NAME),
        ("audit", NAME, f"--{NAME}"),
        ("link", NAME, f"{NAME}-none"),
        ("link", NAME, NAME, "--truth", f"{NAME}-none"),
        ("compare", NAME, "--with", NAME),
        ("infer", NAME, "--attribute", NAME),
        ("infer", NAME, "--attribute", "gender", "--people", f"{NAME}-none"),
        ("protect", NAME, "--with", f"trim:{NAME}=3"),
        ("prepare", f"{NAME}.txt", "--columns", f"user={NAME}"),
        ("publish", NAME, "--sign", f"{NAME}-none"),
        ("publish", NAME, "--date", NAME),
        ("check", f"{NAME}-none", "--bulletin", f"{NAME}.json"),
        ("check", f"{NAME}.txt", "--bulletin", f"http://127.0.0.1:1/{NAME}"),
        ("check", f"{NAME}.txt", "--bulletin", f"ftp://{NAME}"),
        ("check", f"{NAME}.txt", "--bulletin", f"{NAME}.json", "--key", f"{NAME}.pem"),
        ("advise", f"{NAME}.txt", "--bulletin", f"{NAME}-none"),
        ("advise", f"{NAME}.txt", "--bulletin", f"{NAME}.json", "--record", f"{NAME}-none"),
        ("mentions", f"{NAME}-none", "--titles", f"{NAME}-titles.csv"),
        ("mentions", f"{NAME}.txt", "--titles", f"{NAME}-titles.csv"),
        ("mentions", f"{NAME}.jsonl", "--titles", f"{NAME}-none"),
        ("mentions", f"{NAME}.jsonl", "--titles", f"{NAME}-titles.csv", "--kind", NAME),
        ("personas", f"{NAME}-none"),
        ("personas", f"{NAME}.csv", "--bin", f"{NAME}=5"),
        ("blend", f"{NAME}-none", "--personas", f"{NAME}-p.json"),
        ("blend", f"{NAME}.csv", "--personas", f"{NAME}-none"),
        ("report", f"{NAME}-none"),
        (NAME,),
    ],
)
def test_refusals_are_one_plain_line(folder: Path, words: tuple[str, ...]) -> None:
    done = standout(*words, folder=folder)
    assert done.status == 2, done.errors
    assert_plain(done)
    assert done.errors.rstrip("\n").splitlines()[-1].startswith("standout: ")


def test_a_reproduction_says_plainly_where_its_document_is(capsys: pytest.CaptureFixture[str]) -> None:
    from standout.reproductions.reproduced import reproduced
    from standout.reproductions.reproduction_terminal import print_reproduction
    from standout.results.reproduction import ReproducedOn

    found = reproduced("frankowski", "Title", ReproducedOn(sha256="", words="made up"), 1, 1, [], [])
    print_reproduction(found, Path(NAME))
    assert_plain(Finished(0, capsys.readouterr().out, ""), SHOWN)


SOURCE = Path(package.__file__).parent
COMMAND_FILES = [file for file in sorted((SOURCE / "cli").glob("*.py")) if file.stem not in ("__init__", "printing")]


@pytest.mark.parametrize("file", COMMAND_FILES, ids=lambda file: file.name)
def test_commands_print_by_the_one_way_only(file: Path) -> None:
    """No command writes to standard output or error by itself."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            assert name not in ("print", "typer.echo", "typer.secho", "click.echo"), f"line {node.lineno}"
            assert not name.startswith(("sys.stdout.write", "sys.stderr.write")), f"line {node.lineno}"


@pytest.mark.parametrize(
    "file",
    sorted((SOURCE / "report").glob("*.py")),
    ids=lambda file: file.name,
)
def test_results_name_places_by_the_one_way_only(file: Path) -> None:
    """Where markup is off, text goes out as it is: only `print_place` does so, with a path made plain."""
    text = file.read_text(encoding="utf-8")
    assert text.count("soft_wrap=True") == (1 if file.name == "terminal.py" else 0)
