"""The walk of docs/start.md with groceries, and on with docs/gate.md: audited, a gate that fails, crowds, one that
passes, evidence. It is gone once, as the pages show it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from docs.site.places import DOCS
from docs.site.shown import Shell, Step, walk
from standout.results.evidence import Evidence
from standout.results.gate import GateDocument
from tests.cli.running import standout

Dataset = Callable[[str], Path]


class Walked(NamedTuple):
    """Where it was gone, each step of Start with what it printed, and what those of the page on gates left with."""

    folder: Path
    start: list[tuple[Step, str]]
    gate: dict[str, int]


def after_start() -> list[str]:
    """The commands with which the page on gates goes on."""
    text = (DOCS / "gate.md").read_text(encoding="utf-8")
    (section,) = [part for part in re.split(r"^## ", text, flags=re.M) if part.startswith("A walk with groceries")]
    return [line for block in re.findall(r"^```sh\n(.*?)^```", section, re.M | re.S) for line in block.splitlines()]


@pytest.fixture(scope="module")
def walked(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Walked:
    """The whole walk."""
    place = tmp_path_factory.mktemp("walk")
    (place / "groceries.csv").write_bytes((dataset("groceries") / "Groceries_dataset.csv").read_bytes())
    start = list(walk((DOCS / "start.md").read_text(encoding="utf-8"), place))
    shell, statuses = Shell(place), {}
    for command in after_start():
        shell.run(command)
        statuses[shlex.split(command)[1]] = shell.status
    return Walked(place, start, statuses)


def test_every_step_prints_what_the_page_shows(walked: Walked) -> None:
    differences = [step.differs(printed) for step, printed in walked.start]
    assert not any(differences), "\n".join(
        (*filter(None, differences), "run python -m docs.site.pictures --groceries FILE")
    )
    assert (walked.folder / "groceries.csv-audit" / "report.html").is_file()
    assert (walked.folder / "after" / "gate.xml").is_file()


def rules(folder: Path) -> dict[str, Any]:
    return {rule.name: rule for rule in GateDocument.read(folder).rules}


def test_the_data_as_it_is_breaks_every_rule(walked: Walked) -> None:
    before = rules(walked.folder / "before")
    assert {name: rule.passed for name, rule in before.items()} == dict.fromkeys(before, False)
    assert before["found"].low > 0.9
    assert before["learned-gain"].low > 0.4


def test_the_release_keeps_every_rule_and_says_why(walked: Walked) -> None:
    document, after = GateDocument.read(walked.folder / "after"), rules(walked.folder / "after")
    assert document.protection == "sample + crowds"
    assert {name: rule.passed for name, rule in after.items()} == dict.fromkeys(after, True)
    found, limit = after["found"], 0.1
    assert found.ceiling == pytest.approx(limit)
    assert found.why == (None if found.high <= limit else "passes by what is proven")
    assert after["found"].measured < 0.1, "also by those who know of the crowds"
    assert after["learned-gain"].high <= after["learned-gain"].limit
    assert "passes by what is proven" in after["worst-tenth"].why


def test_the_pack_says_what_was_decided_and_any_change_to_it_is_found(walked: Walked) -> None:
    assert walked.gate == {"evidence": 0, "verify": 0}
    pack = Evidence.read(walked.folder / "pack")
    assert (pack.verdict, pack.protection, pack.statement.responsible) == ("pass", "sample + crowds", "A. Owner")
    assert [limit.verdict for limit in pack.limits] == ["pass"] * len(pack.limits)
    assert all(threat.why for threat in pack.threats)
    assert {file.name for file in (walked.folder / "pack").iterdir()} >= {"evidence.pdf", "policy.toml", "account.json"}
    changed = walked.folder / "pack" / "policy.toml"
    changed.write_bytes(changed.read_bytes().replace(b"0.1", b"0.9", 1))
    done = standout("verify", "pack", folder=walked.folder)
    assert done.status == 3
    assert "policy.toml: was changed after it was sealed" in done.output
