"""`standout policy` and `standout gate` as a user runs them, also without a network, and `audit --fail-above`."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import xml.etree.ElementTree as Tree
from pathlib import Path

import pytest

from standout.cli import policy as policy_command
from standout.gating.policy_file import read_policy
from tests.cli.running import standout
from tests.cli.test_audit import write_ratings
from tests.schemas import check_schema

LIMITS = """
name = "ours"
purpose = "a test"
responsible = "A. Owner"
review = 2027-01-31

[[recipient]]
kind = "public"

[recipient.limits]
found = {found}

[recipient.adversary.two]
why = "a post"
items = 2
values = "unknown"
"""
QUICK = ("--attack", "tf-idf", "--targets", "250")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ratings, and policies that they keep, break, and are too few for."""
    place = tmp_path_factory.mktemp("gate")
    write_ratings(place / "ratings.csv")
    for name, found in (("kept", 1.0), ("broken", 0.01)):
        (place / f"{name}.toml").write_text(LIMITS.format(found=found), encoding="utf-8")
    return place


def gate(folder: Path, policy: str, *words: str, out: Path) -> tuple[int, str, str]:
    done = standout("gate", "ratings.csv", "--policy", policy, "--out", str(out), *QUICK, *words, folder=folder)
    return done.status, done.output, done.errors


@pytest.mark.parametrize(("policy", "status", "verdict"), [("kept.toml", 0, "pass"), ("broken.toml", 3, "fail")])
def test_the_status_says_what_was_decided(folder: Path, tmp_path: Path, policy: str, status: int, verdict: str) -> None:
    left, output, _ = gate(folder, policy, out=tmp_path / "out")
    assert left == status
    assert output.count("\n") < 15
    assert any(line.split()[:2] == ["pass" if not status else "FAIL", "found:"] for line in output.splitlines())
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"gate.json", "gate.xml", "gate.md", "run.json"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "out").iterdir()} == {0o600}
    document = check_schema((tmp_path / "out" / "gate.json").read_text(encoding="utf-8"))
    assert document["verdict"] == verdict
    assert set(document["rules"][0]) >= {"name", "limit", "measured", "low", "high", "passed"}


def test_what_could_not_be_decided_leaves_with_4(folder: Path, tmp_path: Path) -> None:
    status, whole, _ = gate(folder, "broken.toml", "--json", out=tmp_path / "out")
    measured = json.loads(whole)["rules"][0]["measured"]
    near = tmp_path / "near.toml"
    near.write_text(LIMITS.format(found=round(measured + 0.01, 3)), encoding="utf-8")
    status, output, _ = gate(folder, str(near), out=tmp_path / "out")
    assert status == 4
    assert re.search(r"attacks are needed \(--targets \d+\), about \d+", output)
    suite = Tree.parse(tmp_path / "out" / "gate.xml").getroot().find("testsuite")
    assert suite is not None
    assert suite.get("errors") == "1"


def test_json_is_all_there_is_on_standard_output(folder: Path, tmp_path: Path) -> None:
    status, output, _ = gate(folder, "broken.toml", "--json", out=tmp_path / "out")
    assert status == 3
    assert check_schema(output) == json.loads((tmp_path / "out" / "gate.json").read_text(encoding="utf-8"))


def test_test_cases_go_where_they_are_wanted_too(folder: Path, tmp_path: Path) -> None:
    status, _, _ = gate(folder, "kept.toml", "--junit", str(tmp_path / "here.xml"), out=tmp_path / "out")
    assert status == 0
    assert (tmp_path / "here.xml").read_bytes() == (tmp_path / "out" / "gate.xml").read_bytes()
    again, _, _ = gate(folder, "kept.toml", "--junit", str(tmp_path / "here.xml"), out=tmp_path / "out")
    assert again == 0, "an earlier one is replaced"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--policy", "none.toml"), "none.toml: no such file; make one with 'standout policy init'"),
        ((), "Missing option '--policy'"),
        (("--policy", "ratings.csv"), "ratings.csv: not a readable TOML file"),
        (("--policy", "kept.toml", "--baseline", "none.json"), "none.json: no such file"),
        (("--policy", "kept.toml", "--account", "none.json"), "is about a release; name that with --released"),
        (("--policy", "kept.toml", "--released", "none.csv"), "none.csv: no such file"),
        (("--policy", "kept.toml", "--junit", "ratings.csv"), "ratings.csv: is what the command reads"),
        (("--policy", "kept.toml", "--junit", "kept.toml"), "kept.toml: is what the command reads"),
        (("--policy", "kept.toml", "--targets", "0"), "--targets is 0"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(folder: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = standout("gate", "ratings.csv", "--out", str(tmp_path / "out"), *words, folder=folder)
    assert done.status == 2
    assert said in done.errors.splitlines()[-1]
    assert not (tmp_path / "out").exists()


def test_a_file_of_somebody_else_is_not_replaced(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "gate.md").write_text("my notes", encoding="utf-8")
    status, _, errors = gate(folder, "kept.toml", out=tmp_path)
    assert status == 2
    assert "gate.md: exists and is no earlier result" in errors
    assert (tmp_path / "gate.md").read_text(encoding="utf-8") == "my notes"


def test_a_policy_past_its_review_or_without_a_name_is_said_on_the_side(folder: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.toml"
    text = LIMITS.format(found=1.0).replace("2027-01-31", "2020-01-31").replace("A. Owner", "to be named")
    old.write_text(text, encoding="utf-8")
    status, output, errors = gate(folder, str(old), out=tmp_path / "out")
    assert status == 0
    assert "was to be reviewed on 2020-01-31" in errors
    assert "names nobody who is responsible" in errors
    assert "was to be reviewed" not in output


# policy init


@pytest.mark.parametrize("preset", ["public-release", "research-partner", "internal-analytics"])
def test_ready_policies_are_written_without_a_question(tmp_path: Path, preset: str) -> None:
    done = standout("policy", "init", "--preset", preset, "--responsible", "A. Owner", folder=tmp_path)
    assert (done.status, done.output) == (0, "policy.toml\n")
    policy = read_policy(tmp_path / "policy.toml")
    assert (policy.name, policy.responsible) == (preset, "A. Owner")
    assert stat.S_IMODE((tmp_path / "policy.toml").stat().st_mode) == 0o600


def test_all_answers_may_be_options(tmp_path: Path) -> None:
    words = (
        "--purpose", "a study", "--recipient", "partner", "--no-own-data", "--found", "0.08", "--responsible", "Ann",
        "--review", "2027-06-30", "--who", "the other shop", "--out", "ours.toml",
    )  # fmt: skip
    assert standout("policy", "init", *words, folder=tmp_path).status == 0
    policy = read_policy(tmp_path / "ours.toml")
    assert policy.review.isoformat() == "2027-06-30"
    assert policy.recipients[0].who == "the other shop"
    assert policy.recipients[0].limits["found"] == 0.08


def test_without_a_terminal_what_is_missing_is_named(tmp_path: Path) -> None:
    done = standout("policy", "init", "--purpose", "a study", folder=tmp_path)
    assert done.status == 2
    assert "give one, or --recipient, --own-data, --found, --responsible" in done.errors
    assert not (tmp_path / "policy.toml").exists()


class Terminal(io.StringIO):
    """Standard input of somebody at a terminal."""

    def isatty(self) -> bool:
        return True


def test_five_questions_are_asked_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers = iter(["a study", "researchers", "no", "7", "Ann"])

    def ask(question: str) -> str:
        asked.append(question)
        return next(answers)

    monkeypatch.setattr(policy_command, "_ask", ask)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.chdir(tmp_path)
    policy_command.policy("init", None, None, None, None, None, None, None, None, tmp_path / "policy.toml")
    assert len(asked) == 5
    policy = read_policy(tmp_path / "policy.toml")
    assert (policy.purpose, policy.responsible) == ("a study", "Ann")
    assert policy.recipients[0].limits["found"] == 0.07


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("make",), "there is 'standout policy init'"),
        (("init", "--preset", "public-relase"), "the nearest that there is is 'public-release'"),
        (("init", "--preset", "public-release", "--found", "5"), "--found is 5, but must be a share from 0 to 1"),
        (("init", "--preset", "public-release", "--review", "soon"), "--review soon: no day"),
        (("init", "--preset", "public-release", "--recipient", "publik"), "the nearest that there is is 'public'"),
        (("init", "--preset", "public-release", "--responsible", " "), "name who answers for the release"),
    ],
)
def test_answers_that_cannot_be_are_refused(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = standout("policy", *words, folder=tmp_path)
    assert done.status == 2
    assert said in done.errors
    assert not (tmp_path / "policy.toml").exists()


def test_a_policy_takes_the_place_of_a_policy_and_of_nothing_else(tmp_path: Path) -> None:
    words = ("policy", "init", "--preset", "public-release", "--out", "p.toml")
    assert [standout(*words, folder=tmp_path).status for _ in range(2)] == [0, 0]
    (tmp_path / "p.toml").write_text("mine = 1\n", encoding="utf-8")
    done = standout(*words, folder=tmp_path)
    assert done.status == 2
    assert "exists and is no earlier result" in done.errors


# audit --fail-above

AUDIT = ("audit", "ratings.csv", "--targets", "60", "--draws", "1", "--adversary", "mentions", "--attack", "tf-idf")


@pytest.mark.parametrize(("limit", "status"), [("0.05", 3), ("1", 0)])
def test_an_audit_fails_above_a_limit(folder: Path, tmp_path: Path, limit: str, status: int) -> None:
    done = standout(*AUDIT, "--fail-above", limit, "--out", str(tmp_path / "out"), folder=folder)
    assert done.status == status
    assert ("may be found" in done.errors) == bool(status)
    assert (tmp_path / "out" / "findings.json").is_file(), "results are there all the same"


def test_a_limit_that_is_no_share_is_refused_before_any_work(folder: Path, tmp_path: Path) -> None:
    done = standout(*AUDIT, "--fail-above", "5", "--out", str(tmp_path / "out"), folder=folder)
    assert done.status == 2
    assert "--fail-above is 5, but must be from 0 to 1" in done.errors
    assert not (tmp_path / "out").exists()


def test_an_audit_of_ids_given_anew_decides_nothing(folder: Path, tmp_path: Path) -> None:
    """Nobody is found under their own id, which would keep any limit."""
    head, *rows = (folder / "ratings.csv").read_text(encoding="utf-8").splitlines()
    names = sorted({row.split(",", 1)[0] for row in rows})
    others = dict(zip(names, names[1:] + names[:1], strict=True))
    moved = [",".join((others[who], rest)) for who, rest in (row.split(",", 1) for row in rows)]
    (tmp_path / "moved.csv").write_text("\n".join((head, *moved, "")), encoding="utf-8")
    words = ("--released", str(tmp_path / "moved.csv"), "--fail-above", "1", "--out", str(tmp_path / "out"))
    done = standout(*AUDIT, *words, folder=folder)
    assert done.status == 4
    assert "--fail-above: ids were given anew, so figures by id say nothing" in done.errors


# without a network

WITHOUT = """
import socket, sys

def refuse(*_, **__):
    raise AssertionError("the network was asked")

socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from standout.cli import main
main()
"""


def test_a_gate_asks_nothing_of_the_network(folder: Path, tmp_path: Path) -> None:
    words = ["gate", "ratings.csv", "--policy", "broken.toml", "--out", str(tmp_path / "out"), *QUICK]
    command = [sys.executable, "-c", WITHOUT, *words]
    apart = shutil.which("unshare")
    if apart and subprocess.run([apart, "-rn", "true"], capture_output=True, check=False).returncode == 0:
        command = [apart, "-rn", *command]  # a network of its own, with nothing in it
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.returncode == 3, done.stderr
    assert (tmp_path / "out" / "gate.xml").is_file()
