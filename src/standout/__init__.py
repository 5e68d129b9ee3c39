"""Standout: who stands out in behavioural data, and how to make them blend in.

The library, a function a command:

- `read` data from a file, a data frame, a matrix; `audit` says who in it can be found, `link` looks for the people of
  one dataset in another, `infer` says what records betray about an attribute;
- `make_policy` writes down who may receive data, `gate` decides by it;
- `protect` changes data, `compare` says what protections cost and how far they help;
- `evidence` makes a pack for the file, `verify` checks one, `card` says it beside a published dataset;
- `publish` makes a bulletin, with which anybody can `check` themselves; `advise` says what to hide before posting;
  `mentions` finds what posts mention, as data for `link`;
  `publish_pairs` makes a recommender from noisy pairs, `recommend` applies it to one's own history;
- `personas` finds crowds of profiles, `blend` says how to look like one, `beliefs` what a searcher would believe.

The package follows one line of thought, a folder a step:

    data, io → knowledge → attacks (on an engine) → risk → protections → verification → report

- `standout.io` reads and writes files, `standout.data` holds people × items as integers.
- `standout.knowledge` says what an adversary knows of a person, and draws it.
- `standout.attacks` says what a match is worth; `standout.engines` scores everyone, here or on a cluster.
- `standout.risk` turns scores into rates with intervals; `standout.auditing` is the audit in one screen.
- `standout.results` are the types that all of it returns; `standout.report` shows them; `standout.library` are the
  functions above and `standout.cli` the command line.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if sys.version_info < (3, 11):  # noqa: UP036  (pip refuses it; whoever runs the source itself gets here)
    raise ImportError(f"Standout needs Python 3.11 or newer, but this is Python {sys.version.split()[0]}")

from standout._version import __version__

if TYPE_CHECKING:
    from standout.attacks.contract import AdditiveGains, Attack, LikelihoodGains, Verdict
    from standout.attacks.likelihood import Likelihood
    from standout.attacks.scoreboard import Scoreboard, ScoreboardRH
    from standout.attacks.scoring import Scoring
    from standout.attacks.set_intersection import SetIntersection
    from standout.attacks.tf_idf import TfIdf
    from standout.data.dataset import Dataset
    from standout.data.facts import Facts
    from standout.data.partition import Partition
    from standout.engines.base import Engine
    from standout.engines.local import LocalEngine
    from standout.engines.partitioned import PartitionedEngine
    from standout.engines.spark.engine import SparkEngine
    from standout.errors import BadInput
    from standout.gating.policy_file import read_policy
    from standout.gating.release_policy import Expected, Policy, Recipient
    from standout.knowledge.adversary import Adversary
    from standout.knowledge.draw import Knowledge
    from standout.library.advise import advise
    from standout.library.audit import audit
    from standout.library.beliefs import beliefs
    from standout.library.blend import blend
    from standout.library.bulletins import Published
    from standout.library.card import card
    from standout.library.check import check
    from standout.library.compare import compare
    from standout.library.evidence import evidence
    from standout.library.gate import GateResult, gate
    from standout.library.infer import infer
    from standout.library.link import link
    from standout.library.mentions import FoundMentions, mentions
    from standout.library.personas import FoundPersonas, personas
    from standout.library.policy import make_policy
    from standout.library.prepare import invent, prepare
    from standout.library.protect import protect
    from standout.library.protected import ProtectResult
    from standout.library.publish import publish
    from standout.library.publish_pairs import PublishedPairs, publish_pairs
    from standout.library.reading import read
    from standout.library.recommend import recommend
    from standout.library.report import draw_report
    from standout.library.reproduce import reproduce
    from standout.library.verify import verify
    from standout.protections.blur.blurme import BlurMe
    from standout.protections.blur.blurmebetter import BlurMeBetter
    from standout.protections.blur.blurmore import BlurMore
    from standout.protections.coarsen import CoarsenDays, CoarsenValues
    from standout.protections.contract import Protected, Protection
    from standout.protections.crowds.crowd_protection import Crowds
    from standout.protections.disguise import Disguise
    from standout.protections.km import KM
    from standout.protections.level.level import Level
    from standout.protections.microaggregate import Microaggregate
    from standout.protections.person import HideRarest, Misdirect
    from standout.protections.perturb import Perturb
    from standout.protections.sampling import Sample
    from standout.protections.split import Split
    from standout.protections.suppress import SuppressRare
    from standout.protections.swap import Swap
    from standout.protections.trim import Trim
    from standout.reproductions.reproduced import Reproduced
    from standout.results.advice import Advice
    from standout.results.audit import AuditDocument, AuditResult
    from standout.results.beliefs import Believed
    from standout.results.blend import Blend
    from standout.results.bulletin import Bulletin
    from standout.results.card import Card
    from standout.results.check import Check
    from standout.results.compare import CompareResult
    from standout.results.estimate import Estimate
    from standout.results.evidence import Evidence
    from standout.results.finding import Finding
    from standout.results.gate import GateDocument
    from standout.results.inference import InferenceResult
    from standout.results.link import LinkResult
    from standout.results.mentions import MentionsResult
    from standout.results.personas import Personas
    from standout.results.prepare import PrepareResult, SampleResult
    from standout.results.protect import ProtectDocument
    from standout.results.recommended import Recommended
    from standout.results.recommender import Recommender
    from standout.results.reproduction import Reproduction
    from standout.results.run import Run
    from standout.results.verified import Verified

_FROM: dict[str, str] = {
    "AdditiveGains": "attacks.contract",
    "Adversary": "knowledge.adversary",
    "Advice": "results.advice",
    "Attack": "attacks.contract",
    "AuditDocument": "results.audit",
    "AuditResult": "results.audit",
    "BadInput": "errors",
    "Believed": "results.beliefs",
    "Blend": "results.blend",
    "BlurMe": "protections.blur.blurme",
    "BlurMeBetter": "protections.blur.blurmebetter",
    "BlurMore": "protections.blur.blurmore",
    "Bulletin": "results.bulletin",
    "Card": "results.card",
    "Check": "results.check",
    "CoarsenDays": "protections.coarsen",
    "CoarsenValues": "protections.coarsen",
    "CompareResult": "results.compare",
    "Crowds": "protections.crowds.crowd_protection",
    "Dataset": "data.dataset",
    "Disguise": "protections.disguise",
    "Engine": "engines.base",
    "Estimate": "results.estimate",
    "Evidence": "results.evidence",
    "Expected": "gating.release_policy",
    "Facts": "data.facts",
    "Finding": "results.finding",
    "FoundMentions": "library.mentions",
    "FoundPersonas": "library.personas",
    "GateDocument": "results.gate",
    "GateResult": "library.gate",
    "HideRarest": "protections.person",
    "InferenceResult": "results.inference",
    "KM": "protections.km",
    "Knowledge": "knowledge.draw",
    "Level": "protections.level.level",
    "Likelihood": "attacks.likelihood",
    "LikelihoodGains": "attacks.contract",
    "LinkResult": "results.link",
    "LocalEngine": "engines.local",
    "MentionsResult": "results.mentions",
    "Microaggregate": "protections.microaggregate",
    "Misdirect": "protections.person",
    "Partition": "data.partition",
    "PartitionedEngine": "engines.partitioned",
    "Personas": "results.personas",
    "Perturb": "protections.perturb",
    "Policy": "gating.release_policy",
    "PrepareResult": "results.prepare",
    "ProtectDocument": "results.protect",
    "ProtectResult": "library.protected",
    "Protected": "protections.contract",
    "Protection": "protections.contract",
    "Published": "library.bulletins",
    "PublishedPairs": "library.publish_pairs",
    "Recipient": "gating.release_policy",
    "Recommended": "results.recommended",
    "Recommender": "results.recommender",
    "Reproduced": "reproductions.reproduced",
    "Reproduction": "results.reproduction",
    "Run": "results.run",
    "Sample": "protections.sampling",
    "SampleResult": "results.prepare",
    "Scoreboard": "attacks.scoreboard",
    "ScoreboardRH": "attacks.scoreboard",
    "Scoring": "attacks.scoring",
    "SetIntersection": "attacks.set_intersection",
    "SparkEngine": "engines.spark.engine",
    "Split": "protections.split",
    "SuppressRare": "protections.suppress",
    "Swap": "protections.swap",
    "TfIdf": "attacks.tf_idf",
    "Trim": "protections.trim",
    "Verdict": "attacks.contract",
    "Verified": "results.verified",
    "advise": "library.advise",
    "audit": "library.audit",
    "beliefs": "library.beliefs",
    "blend": "library.blend",
    "card": "library.card",
    "check": "library.check",
    "compare": "library.compare",
    "draw_report": "library.report",
    "evidence": "library.evidence",
    "gate": "library.gate",
    "infer": "library.infer",
    "invent": "library.prepare",
    "link": "library.link",
    "make_policy": "library.policy",
    "mentions": "library.mentions",
    "personas": "library.personas",
    "prepare": "library.prepare",
    "protect": "library.protect",
    "publish": "library.publish",
    "publish_pairs": "library.publish_pairs",
    "read": "library.reading",
    "read_policy": "gating.policy_file",
    "recommend": "library.recommend",
    "reproduce": "library.reproduce",
    "verify": "library.verify",
}
"""Where each exported name is: imported only when it is asked for, so that `import standout` takes no time."""

__all__ = [
    "KM",
    "AdditiveGains",
    "Adversary",
    "Advice",
    "Attack",
    "AuditDocument",
    "AuditResult",
    "BadInput",
    "Believed",
    "Blend",
    "BlurMe",
    "BlurMeBetter",
    "BlurMore",
    "Bulletin",
    "Card",
    "Check",
    "CoarsenDays",
    "CoarsenValues",
    "CompareResult",
    "Crowds",
    "Dataset",
    "Disguise",
    "Engine",
    "Estimate",
    "Evidence",
    "Expected",
    "Facts",
    "Finding",
    "FoundMentions",
    "FoundPersonas",
    "GateDocument",
    "GateResult",
    "HideRarest",
    "InferenceResult",
    "Knowledge",
    "Level",
    "Likelihood",
    "LikelihoodGains",
    "LinkResult",
    "LocalEngine",
    "MentionsResult",
    "Microaggregate",
    "Misdirect",
    "Partition",
    "PartitionedEngine",
    "Personas",
    "Perturb",
    "Policy",
    "PrepareResult",
    "ProtectDocument",
    "ProtectResult",
    "Protected",
    "Protection",
    "Published",
    "PublishedPairs",
    "Recipient",
    "Recommended",
    "Recommender",
    "Reproduced",
    "Reproduction",
    "Run",
    "Sample",
    "SampleResult",
    "Scoreboard",
    "ScoreboardRH",
    "Scoring",
    "SetIntersection",
    "SparkEngine",
    "Split",
    "SuppressRare",
    "Swap",
    "TfIdf",
    "Trim",
    "Verdict",
    "Verified",
    "__version__",
    "advise",
    "audit",
    "beliefs",
    "blend",
    "card",
    "check",
    "compare",
    "draw_report",
    "evidence",
    "gate",
    "infer",
    "invent",
    "link",
    "make_policy",
    "mentions",
    "personas",
    "prepare",
    "protect",
    "publish",
    "publish_pairs",
    "read",
    "read_policy",
    "recommend",
    "reproduce",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module 'standout' has no attribute {name!r}")
    return getattr(import_module(f"standout.{_FROM[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
