"""The walk of docs/start.md and docs/gate.md with groceries: a gate that fails, crowds, one that passes, evidence."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docs.site import shown
from docs.site.places import DOCS
from standout.results.evidence import Evidence
from standout.results.gate import GateDocument
from tests.cli.running import Finished, standout

Dataset = Callable[[str], Path]
STATUSES = {"before": 3, "after": 0}
"""What each gate of the walk leaves with, by the folder of its results."""


def steps() -> list[list[str]]:
    """The commands of the walk: those of Start from protecting on, and those of the page on gates after them."""
    start, gate = ((DOCS / name).read_text(encoding="utf-8") for name in ("start.md", "gate.md"))
    before = [step.command for step in shown.steps(start[start.index("## 5. Protect it") :])]
    walk = re.split(r"^## ", gate, flags=re.MULTILINE)
    (section,) = [part for part in walk if part.startswith("A walk with groceries")]
    after = [line for block in re.findall(r"^```sh\n(.*?)^```", section, re.M | re.S) for line in block.splitlines()]
    return [words[1:] for words in map(shlex.split, (*before, *after)) if words[0] == "standout"]


def walked(words: list[str], folder: Path) -> Finished:
    """Run a step, with what is printed written where the step says."""
    into = words[words.index(">") + 1] if ">" in words else None
    done = standout(*(words[: words.index(">")] if into else words), folder=folder)
    if into is not None:
        (folder / into).write_text(done.output, encoding="utf-8")
    return done


@pytest.fixture(scope="module")
def folder(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the whole walk was gone."""
    place = tmp_path_factory.mktemp("walk")
    (place / "groceries.csv").write_bytes((dataset("groceries") / "Groceries_dataset.csv").read_bytes())
    for words in steps():
        done = walked(words, place)
        out = words[words.index("--out") + 1] if "--out" in words else ""
        assert done.status == STATUSES.get(out, 0), (words, done.output, done.errors)
    return place


def rules(folder: Path) -> dict[str, Any]:
    return {rule.name: rule for rule in GateDocument.read(folder).rules}


def test_the_data_as_it_is_breaks_every_rule(folder: Path) -> None:
    before = rules(folder / "before")
    assert {name: rule.passed for name, rule in before.items()} == dict.fromkeys(before, False)
    assert before["found"].low > 0.9
    assert before["learned-gain"].low > 0.4


def test_the_release_keeps_every_rule_and_says_why(folder: Path) -> None:
    document, after = GateDocument.read(folder / "after"), rules(folder / "after")
    assert document.protection == "sample + crowds"
    assert {name: rule.passed for name, rule in after.items()} == dict.fromkeys(after, True)
    assert (after["found"].ceiling, after["found"].why) == (pytest.approx(0.1), "passes by what is proven")
    assert after["found"].measured < 0.1, "also by those who know of the crowds"
    assert after["learned-gain"].high <= after["learned-gain"].limit
    assert "passes by what is proven" in after["worst-tenth"].why


def test_the_pack_says_what_was_decided_and_any_change_to_it_is_found(folder: Path) -> None:
    pack = Evidence.read(folder / "pack")
    assert (pack.verdict, pack.protection, pack.statement.responsible) == ("pass", "sample + crowds", "A. Owner")
    assert [limit.verdict for limit in pack.limits] == ["pass"] * len(pack.limits)
    assert all(threat.why for threat in pack.threats)
    assert {file.name for file in (folder / "pack").iterdir()} >= {"evidence.pdf", "policy.toml", "account.json"}
    changed = folder / "pack" / "policy.toml"
    changed.write_bytes(changed.read_bytes().replace(b"0.1", b"0.9", 1))
    done = standout("verify", "pack", folder=folder)
    assert done.status == 3
    assert "policy.toml: was changed after it was sealed" in done.output
