"""A plug-in is added in one file and one line of a registry: report, help, grid and documentation find the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
import pytest
import typer

from standout.attacks import ATTACKS, attacks
from standout.attacks.contract import ALONE, AdditiveGains, Probabilities, Verdict, presence_only
from standout.auditing.flow import audit
from standout.auditing.settings import AuditSettings
from standout.cli import app
from standout.data.attributes import Attribute
from standout.data.dataset import LocalDataset
from standout.data.facts import Facts
from standout.data.needs import NOTHING, Needs
from standout.data.partition import Partition
from standout.knowledge.adversary import Adversary
from standout.knowledge.draw import Knowledge
from standout.knowledge.presets import PRESETS, adversaries
from standout.protections import PROTECTIONS, protection
from standout.protections.contract import Protected, entries_of, rebuilt
from standout.report.audit.sections import attack_rows
from standout.testing.adversaries import check_adversary
from standout.testing.attacks import check_attack
from standout.testing.protections import check_protection
from standout.verification.grid import default_grid
from tests.documented import undocumented
from tests.verification.made import ratings

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Overlap:
    name: str = "overlap"
    summary: str = "Counts the known items that a record has, each for one."
    needs: Needs = NOTHING
    verdict: Verdict = ALONE
    probabilities: Probabilities = "none"

    def gains(self, knowledge: Knowledge, partition: Partition, facts: Facts) -> AdditiveGains:  # noqa: ARG002
        weights = np.ones(len(knowledge.items))
        return AdditiveGains(weights, *presence_only(weights))


@dataclass(frozen=True)
class Forget:
    name: ClassVar[str] = "forget"
    summary: ClassVar[str] = "Drops a `share` of all entries at random."
    needs: ClassVar[Needs] = frozenset({"values"})
    compared: ClassVar[tuple[str, ...]] = ("share=0.2", "share=0.4")

    share: float = 0.1

    def protect(self, data: LocalDataset, attribute: Attribute | None, seed: int) -> Protected:  # noqa: ARG002
        kept = np.random.default_rng(seed).random(data.count) >= self.share
        return Protected(rebuilt(data, entries_of(data).kept(kept)))


NEIGHBOUR = Adversary("neighbour", items=4, wrong=1, values="unknown", days=2)


@pytest.fixture
def _added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One line of each registry."""
    with monkeypatch.context() as patch:
        patch.setitem(ATTACKS, "overlap", Overlap())
        patch.setitem(PROTECTIONS, "forget", Forget)
        patch.setitem(PRESETS, "neighbour", NEIGHBOUR)
        yield


def shown(names: list[str], summaries: dict[str, str] | None = None) -> Any:
    """What a report with these attacks is made from."""
    return SimpleNamespace(attacks=names, document=SimpleNamespace(settings=SimpleNamespace(summaries=summaries)))


def help_of(command: str) -> str:
    context = COMMANDS[command].make_context(command, [], resilient_parsing=True)
    return " ".join(COMMANDS[command].get_help(context).split())


def test_they_keep_the_contracts() -> None:
    check_attack(Overlap())
    check_protection(Forget)
    check_adversary(NEIGHBOUR)


@pytest.mark.usefixtures("_added")
def test_they_are_found_by_name() -> None:
    assert attacks(["overlap"]) == [Overlap()]
    assert adversaries(["neighbour"]) == [NEIGHBOUR]
    assert protection("forget:share=0.3") == Forget(0.3)


@pytest.mark.usefixtures("_added")
def test_help_says_what_they_do() -> None:
    assert f"overlap {Overlap().summary}" in help_of("audit")
    assert f"neighbour {NEIGHBOUR}" in help_of("audit")
    assert f"forget {Forget.summary} Options: share=0.1" in help_of("protect")
    assert f"overlap {Overlap().summary}" in help_of("link")
    for said in (Overlap().summary, str(NEIGHBOUR), Forget.summary):
        assert said in help_of("compare")


@pytest.mark.usefixtures("_added")
def test_the_report_says_what_an_attack_does() -> None:
    assert attack_rows(shown(["overlap"])) == [("overlap", Overlap().summary)]


def test_the_report_says_what_the_document_says_of_attacks_of_others() -> None:
    others = {"overlap": "Counts.", "tf-idf": "Not ours."}
    assert attack_rows(shown(["overlap", "tf-idf", "flat"], others)) == [
        ("overlap", "Counts."),
        ("tf-idf", "Not ours."),
        ("flat", ATTACKS["flat"].summary),
    ]


def test_the_document_says_what_attacks_of_others_do_and_nothing_of_ours() -> None:
    settings = AuditSettings(
        adversaries=(NEIGHBOUR,), attacks=(Overlap(), *attacks(["tf-idf"])), draws=2, sparsity_people=10, threads=1
    )
    assert audit(ratings(), settings).settings.summaries == {"overlap": Overlap().summary}
    assert audit(ratings(), replace(settings, attacks=tuple(attacks(["tf-idf"])))).settings.summaries is None


@pytest.mark.usefixtures("_added")
def test_the_grid_compares_the_settings_that_a_protection_names_where_the_data_has_what_it_needs() -> None:
    texts = [one.text for one in default_grid(ratings(), False)]
    assert [text for text in texts if "forget" in text] == ["forget:share=0.2", "forget:share=0.4"]
    assert not [one for one in default_grid(ratings(values=False), False) if "forget" in one.text]


@pytest.mark.usefixtures("_added")
def test_the_documentation_is_known_to_lack_them() -> None:
    missing = "\n".join(undocumented())
    assert f"docs/attacks.md: write the row | `overlap` | {Overlap().summary} |" in missing
    assert f"docs/adversaries.md: write the row | `neighbour` | {NEIGHBOUR} |" in missing
    assert f"docs/protections.md: write the row | `forget` | {Forget.summary} |" in missing
    assert "docs/protections.md, forget: describe `share`" in missing


def test_nothing_is_left_of_them() -> None:
    assert not undocumented()
