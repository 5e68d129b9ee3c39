"""`standout check`: the label in words, the contracted document, one line for what is wrong, and no word to anyone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path

import pytest

import standout as package
from standout.results.bulletin import Bulletin
from tests.cli.running import standout
from tests.label.histories import bulletin

LIST = "The Matrix\nSolaris\nDark\n\x1b[31m[bold]Unheard[/] Of\n"
BULLETIN = ("--bulletin", "bulletin.json")

WATCHED = """
import sys
seen = []
def watch(event, arguments):
    if event.startswith("socket.") and event != "socket.gethostname":
        seen.append((event, arguments[-1] if event == "socket.connect" else None))
sys.addaudithook(watch)
from standout.cli import main
try:
    main()
except SystemExit as left:
    status = left.code
reached = [place for event, place in seen if event == "socket.connect"]
print("SEEN", sorted({event for event, _ in seen}), reached, status)
"""
"""Runs the command under a hook that the interpreter calls for whatever touches a socket; nothing can take it off."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    bulletin().write(tmp_path / "bulletin.json")
    (tmp_path / "list.txt").write_text(LIST, encoding="utf-8")
    return tmp_path


def test_words(folder: Path) -> None:
    done = standout("check", "list.txt", *BULLETIN, folder=folder)
    assert done.status == 0, done.errors
    lines = done.output.splitlines()
    bars = [line for line in lines if "▶" in line]
    assert [bar.split("░")[0].strip() for bar in bars] == [
        "100 or more", "about 50 people", "about 10 people", "2 to 5 people", "found by a few things",
    ]  # fmt: skip
    assert [bar.index("▶") for bar in bars] == sorted({bar.index("▶") for bar in bars})
    assert sum("◀ you" in bar for bar in bars) == 1
    assert "you hide among about" in " ".join(done.output.split())
    assert "3 items; people there have 32 on average." in done.output
    assert "2 of them are rare" in done.output
    assert "One step better" in done.output
    assert "Not found in the bulletin (1, not counted)" in done.output
    assert "[31m[bold]Unheard[/] Of" in done.output
    assert "\x1b" not in done.output
    assert "Solaris: 2 fit, taken as Solaris (2002)" in done.output
    assert "score" not in done.output
    assert all(len(line) <= 80 for line in lines)


def test_numbers_only_if_asked(folder: Path) -> None:
    done = standout("check", "list.txt", *BULLETIN, "--numbers", folder=folder)
    assert "score (hiding): 0." in done.output
    assert "of 1,000 people" in done.output


def test_the_document(folder: Path) -> None:
    done = standout("check", "list.txt", *BULLETIN, "--json", folder=folder)
    assert done.status == 0, done.errors
    document = json.loads(done.output)
    assert set(document) >= {"score", "group", "groups", "all", "rare", "unknown"}
    assert (document["all"], document["rare"], document["unknown"]) == (3, 2, 1)
    assert document["group"] in {group["name"] for group in document["groups"]}
    paper = json.loads(standout("check", "list.txt", *BULLETIN, "--json", "--score", "paper", folder=folder).output)
    assert paper["score_used"] == "paper"
    assert paper["score"] != document["score"]
    known = json.loads(standout("check", "list.txt", *BULLETIN, "--json", "--only-known", folder=folder).output)
    assert (known["all"], known["unknown"], "if_counted" in known) == (3, 1, False)
    counted = json.loads(standout("check", "list.txt", *BULLETIN, "--json", "--count-unknown", folder=folder).output)
    assert (counted["all"], counted["rare"], counted["unknown"]) == (4, 3, 1)
    assert document["if_counted"]["score"] == counted["score"]


def test_one_step_better(folder: Path) -> None:
    (folder / "rare.txt").write_text(
        "\n".join(f"unheard {at}" for at in range(12)) + "\nDark\nThe Matrix", encoding="utf-8"
    )
    options = ("--count-unknown", "--least-found", "0.1", "--score", "better")
    document = json.loads(standout("check", "rare.txt", *BULLETIN, "--json", *options, folder=folder).output)
    step = document["step"]
    assert step["method"] == "exact"
    assert step["leave_out"] == len(step["items"])
    assert document["marks"].index(step["mark"]) < document["marks"].index(document["mark"])
    words = standout("check", "rare.txt", *BULLETIN, *options, folder=folder).output
    assert f"Leave out {step['leave_out']} items, and your label is: {step['mark']}." in words


def test_files(folder: Path) -> None:
    done = standout("check", "list.txt", *BULLETIN, "--label", "mine.png", "--out", "result", folder=folder)
    assert done.status == 0, done.errors
    assert (folder / "mine.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "result" / "label.svg").read_text(encoding="utf-8").startswith("<svg")
    document = json.loads((folder / "result" / "check.json").read_text(encoding="utf-8"))
    assert document["mark"] in (folder / "result" / "label.svg").read_text(encoding="utf-8")
    for file in (folder / "mine.png", folder / "result" / "check.json"):
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_table_and_one_of_its_people(folder: Path) -> None:
    (folder / "t.csv").write_text("who,what\nann,m2\nbob,m3\n", encoding="utf-8")
    told = ("--columns", "user=who,item=what", "--json")
    assert json.loads(standout("check", "t.csv", *BULLETIN, *told, "--person", "bob", folder=folder).output)["all"] == 1
    refused = standout("check", "t.csv", *BULLETIN, *told, folder=folder)
    assert refused.status == 2
    assert "holds 2 people ('ann', 'bob'); say which one you are with --person" in refused.errors


REFUSED = {
    "no bulletin": (("list.txt",), "--bulletin"),
    "bulletin missing": (("list.txt", "--bulletin", "no.json"), "no.json: no such file"),
    "not a bulletin": (("list.txt", "--bulletin", "list.txt"), "list.txt: "),
    "not the web": (("list.txt", "--bulletin", "ftp://example.org/b"), "only http:// and https://"),
    "history missing": (("no.txt", *BULLETIN), "no.txt: no such file"),
    "label": (("list.txt", *BULLETIN, "--label", "x.jpg"), "drawn as .svg or .png"),
    "label folder": (("list.txt", *BULLETIN, "--label", "no/x.svg"), "no such folder"),
    "label is a folder": (("list.txt", *BULLETIN, "--label", "made.svg"), "is a folder"),
    "out is a file": (("list.txt", *BULLETIN, "--out", "list.txt"), "is a file"),
    "score": (("list.txt", *BULLETIN, "--score", "best"), "must be hiding, better or paper"),
    "key for no signature": (("list.txt", *BULLETIN, "--key", "list.txt"), "the bulletin is not signed"),
    "seed": (("list.txt", *BULLETIN, "--seed", "-1"), "--seed"),
    "columns": (("list.txt", *BULLETIN, "--columns", "what=x"), "unknown 'what'"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_told_in_one_line(name: str, folder: Path) -> None:
    (folder / "made.svg").mkdir()
    words, told = REFUSED[name]
    done = standout("check", *words, folder=folder)
    assert done.status == 2
    assert done.output == ""
    (line,) = done.errors.splitlines()
    assert line.startswith("standout: ")
    assert told in line


def signed_bulletin(folder: Path) -> tuple[Bulletin, bytes]:
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    from standout.label.bulletin.signing import signed

    key = ed25519.Ed25519PrivateKey.generate()
    made = signed(bulletin(), key)
    made.write(folder / "signed.json")
    return made, key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def test_too_little_found_is_no_label_and_no_error(folder: Path) -> None:
    (folder / "other.txt").write_text("Dark\nunheard 1\nunheard 2\n", encoding="utf-8")
    done = standout("check", "other.txt", *BULLETIN, folder=folder)
    assert done.status == 0, done.errors
    assert "No label: only 1 of 3 things" in " ".join(done.output.split())
    assert "▶" not in done.output
    document = json.loads(standout("check", "other.txt", *BULLETIN, "--json", folder=folder).output)
    assert document["group"] is None
    assert "another service" in document["why"]


def test_matches_are_corrected_and_further_names_are_read(folder: Path) -> None:
    (folder / "mine.txt").write_text("Krieg der Sterne\nStar Wars: Episode 4 - A New Hope\nDark\n", encoding="utf-8")
    (folder / "titles.csv").write_text("item,alias\nm6,Krieg der Sterne\n", encoding="utf-8")
    words = ("check", "mine.txt", *BULLETIN, "--json")
    plain = json.loads(standout(*words, folder=folder).output)
    assert plain["unmatched"] == ["Krieg der Sterne"]
    assert [one["wrote"] for one in plain["inexact"]] == ["Star Wars: Episode 4 - A New Hope"]
    named = json.loads(standout(*words, "--titles", "titles.csv", folder=folder).output)
    assert named["unmatched"] == []
    line = "Star Wars: Episode 4 - A New Hope"
    taken = json.loads(standout(*words, "--not", "Krieg der Sterne", "--take", f"{line}=m10", folder=folder).output)
    assert "inexact" not in taken
    refused = standout(*words, "--not", "Alien", folder=folder)
    assert refused.status == 2
    assert "your history has no such line" in refused.errors


def test_signatures(folder: Path) -> None:
    _, public = signed_bulletin(folder)
    (folder / "public.pem").write_bytes(public)
    words = ("check", "list.txt", "--bulletin", "signed.json")
    assert "not checked against a key you trust" in standout(*words, folder=folder).output.replace("\n", "")
    assert "the key that you gave" in standout(*words, "--key", "public.pem", folder=folder).output.replace("\n", "")
    _, other = signed_bulletin(folder)
    refused = standout(*words, "--key", "public.pem", folder=folder)
    assert refused.status == 2
    assert "another key" in refused.errors
    text = (folder / "signed.json").read_text(encoding="utf-8")
    (folder / "signed.json").write_text(text.replace('"rare_below":100', '"rare_below":101'), encoding="utf-8")
    (folder / "public.pem").write_bytes(other)
    assert "signature does not fit" in standout(*words, folder=folder).errors


def run_watched(folder: Path, *words: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, "check", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(package.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


@pytest.mark.slow
def test_no_socket_is_touched(folder: Path) -> None:
    output, _ = run_watched(folder, "list.txt", *BULLETIN, "--label", "label.png", "--out", "result")
    assert "you hide among about" in " ".join(output.split())
    assert output.splitlines()[-1] == "SEEN [] [] 0"


@pytest.mark.slow
def test_a_bulletin_on_the_web_takes_one_connection_to_its_host(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    asked: list[str] = []

    class Provider(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(folder))  # type: ignore[arg-type]

        def log_message(self, format: str, *arguments: object) -> None:
            asked.append(format % arguments)

    with HTTPServer(("127.0.0.1", 0), Provider) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        port = server.server_port
        output, errors = run_watched(folder, "list.txt", "--bulletin", f"http://127.0.0.1:{port}/bulletin.json")
        server.shutdown()
        thread.join()
    assert f"[('127.0.0.1', {port})] 0" in output.splitlines()[-1]
    assert len(asked) == 1
    assert "GET /bulletin.json" in asked[0]
    assert errors == "fetching the bulletin from 127.0.0.1; nothing about you is sent\n"
