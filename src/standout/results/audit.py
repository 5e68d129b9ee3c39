"""The result of an audit: the document in `findings.json`, the table of people, and a row per target and attack."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from standout.common.documents import open_regular
from standout.common.files import Content, private_folder, write_together
from standout.common.plain import as_bytes, plain_path
from standout.errors import BadInput
from standout.outputs.places import check_folder
from standout.outputs.recognising import PARQUET_KEY
from standout.results.about_data import About, SparsityCurves, Theory
from standout.results.audit_parts import ExplainedExamples, PersonalSummary, Popularity, RevealingItem, SettingsUsed
from standout.results.base import Document, Rows, no_such_table
from standout.results.census import Nearest
from standout.results.estimate import Estimate
from standout.results.finding import Finding
from standout.results.forecast import Forecast
from standout.results.headline import Headline, best_by_adversary, corrected, headline_of, worst_of
from standout.results.pages import page_of, pdf_of
from standout.results.questions import MeasuredAdvice, Questions
from standout.results.run import Run
from standout.results.understood import Understood
from standout.results.what_if import WhatIf

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

PEOPLE, REPORT, TARGETS, PDF = "people.parquet", "report.html", "targets.parquet", "report.pdf"


class AuditDocument(Document, frozen=True, kw_only=True):
    """What an audit found: `findings.json`."""

    KIND: ClassVar[str] = "audit"
    FILE: ClassVar[str] = "findings.json"

    standout: str
    seed: int
    data: About
    released: About | None = None
    control: About | None = None
    """People who are known not to be in the release, if there are any."""
    understood: Understood | None = None
    """How the data was read; absent if that is not known."""
    released_understood: Understood | None = None
    sparsity: SparsityCurves
    theory: Theory
    popularity: Popularity
    personal: PersonalSummary
    worst_case: Headline | None = msgspec.field(default=None, name="headline")
    """Always that of the findings, whatever a document says."""
    findings: tuple[Finding, ...]
    forecasts: tuple[Forecast, ...] = ()
    """What each adversary would find in larger crowds; absent in documents of before."""
    what_if: WhatIf | None = None
    """What would be found if more were known; absent where that would take long."""
    settings: SettingsUsed
    notes: tuple[str, ...]
    revealing_items: tuple[RevealingItem, ...]
    ids_shown: bool
    explained: ExplainedExamples | None = None
    questions: Questions | None = None
    """Linkability and inference, as far as the data can answer."""
    advice: MeasuredAdvice | None = None
    """What helps on this data, as far as it was tried."""
    nearest: Nearest | None = None
    """The dataset of the census that this one is most like; absent with a release of its own."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "worst_case", headline_of(self.findings, self.personal.adversary))

    @property
    def looked_for(self) -> int:
        """How many people were looked for."""
        return self.settings.targets

    @property
    def searched(self) -> About:
        """The data that the adversary searches."""
        return self.released or self.data

    @property
    def adversaries(self) -> list[str]:
        """The names of the adversaries, each once."""
        return list(dict.fromkeys(finding.adversary.name for finding in self.findings))

    @property
    def attacks(self) -> list[str]:
        """The names of the attacks, each once."""
        return list(dict.fromkeys(finding.attack for finding in self.findings))

    def of(self, adversary: str) -> list[Finding]:
        """The findings of one adversary, an attack each."""
        return [finding for finding in self.findings if finding.adversary.name == adversary]

    def best_by_adversary(self) -> dict[str, Finding]:
        """For each adversary with a rate, the finding of the attack that finds most people if ties go by lot."""
        return best_by_adversary(self.findings)

    def worst(self) -> Finding | None:
        """The finding that the headline is about; among equals that of whom personal risk is measured with."""
        return worst_of(self.findings, self.personal.adversary)

    def reference(self) -> Finding | None:
        """The adversary and attack that risk person by person was measured with; else the worst."""
        adversary, attack = self.personal.adversary, self.personal.attack
        exact = (finding for finding in self.of(adversary) if finding.attack == attack and finding.found)
        return next(exact, None) or self.best_by_adversary().get(adversary) or self.worst()

    def headline(self) -> Headline | None:
        """The worst case; none if nobody could be looked for."""
        return self.worst_case

    def share_found(self, finding: Finding) -> Estimate | None:
        """The share that a finding has found, with an interval that holds for all findings at once, as the headline's
        does: to stand beside it."""
        ran = sum(each.found is not None for each in self.findings)
        return None if finding.found is None else corrected(finding.found, finding.of, ran)

    def most_learned(self) -> Finding | None:
        """The finding by which being in the release costs people most: of all adversaries and attacks."""
        known = [(found.gain.rate, finding) for finding in self.findings if (found := finding.learned) is not None]
        return max(known, key=lambda pair: pair[0])[1] if known else None

    def most_telling(self) -> Finding | None:
        """The finding that best tells who is in the release at all; none without a control."""
        known = [(told.auc.rate, finding) for finding in self.findings if (told := finding.membership) is not None]
        return max(known, key=lambda pair: pair[0])[1] if known else None

    def most_forecast(self) -> Forecast | None:
        """The forecast of who would find most people in the largest crowd; else one that says why there is none."""
        known = [each for each in self.forecasts if each.why is None]
        if not known:
            return self.forecasts[0] if self.forecasts else None
        return max(known, key=lambda each: each.crowds[-1].found.rate if each.crowds else -1.0)

    def in_a_line(self) -> str:
        """The worst case, in a line."""
        worst = self.worst_case
        return f"{self.data.people:,} people; {worst.said() if worst else 'nobody could be looked for'}"

    def tables(self) -> Mapping[str, Rows]:
        """The rates of every adversary with every attack; the items that reveal most."""
        return {
            "findings": [_row(finding) for finding in self.findings],
            "revealing_items": [item.to_dict() for item in self.revealing_items],
        }


def _row(finding: Finding) -> dict[str, str | int | float | None]:
    found, declared, bits, by_lot = finding.found, finding.declared, finding.entropy_bits, finding.found_by_lot
    taught = finding.learned
    return {
        "adversary": finding.adversary.name,
        "attack": finding.attack,
        "targets": finding.targets,
        "looked_for": finding.of,
        "found": found.rate if found else None,
        "low": found.low if found else None,
        "high": found.high if found else None,
        "found_by_lot": by_lot.rate if by_lot else None,
        **{f"within_{k}": within.rate if (within := finding.within(k)) else None for k in (5, 10, 100)},
        "named_right": declared.correct.rate if declared.correct else None,
        "named_wrong": declared.wrong.rate if declared.wrong else None,
        "bits_left": bits.after if bits else None,
        "blind_guess": finding.blind,
        "learned_in": taught.inside.rate if taught else None,
        "learned_out": taught.out.rate if taught else None,
        "learned_gain": taught.gain.rate if taught else None,
    }


@dataclass(frozen=True)
class AuditResult:
    """What an audit found; shown in a notebook, it is the report."""

    document: AuditDocument
    """As in `findings.json`."""
    people: pa.Table
    """As in `people.parquet`: a row per audited person."""
    listed: Callable[[], pa.Table]
    """Makes the table of targets: it is long, and seldom wanted."""
    run: Run | None = None
    """As in `run.json`: how it came about; none if that is not known."""

    @cached_property
    def targets(self) -> pa.Table:
        """A row per target, adversary and attack: how many items were known, the rank of the true record, its score,
        how many others are level with it, who was named, whether rightly, and with what probability. Under the
        pseudonyms of this result; it is about single people, and is not saved unless asked for."""
        return self.listed()

    @cached_property
    def page(self) -> str:
        """The report, one HTML page."""
        page = page_of(AuditDocument.KIND, self)
        assert page is not None
        return page

    @property
    def findings(self) -> tuple[Finding, ...]:
        """One for each adversary and attack."""
        return self.document.findings

    @property
    def looked_for(self) -> int:
        """How many people were looked for."""
        return self.document.looked_for

    @property
    def found(self) -> dict[str, float]:
        """For each adversary, the share of people whom its best attack puts first."""
        return {
            name: finding.found.rate for name, finding in self.best_by_adversary().items() if finding.found is not None
        }

    def best_by_adversary(self) -> dict[str, Finding]:
        """For each adversary, the finding of the attack that finds most people if ties are broken by lot."""
        return self.document.best_by_adversary()

    def headline(self) -> Headline | None:
        """The worst case; none if nobody could be looked for."""
        return self.document.headline()

    def to_dict(self) -> dict[str, Any]:
        """The document as JSON has it."""
        return self.document.to_dict()

    def to_json(self) -> str:
        """The content of `findings.json`."""
        return self.document.to_json()

    @staticmethod
    def from_json(text: str | bytes, name: str = "the document") -> AuditDocument:
        """The document that `findings.json` holds."""
        return AuditDocument.from_json(text, name)

    @classmethod
    def read(cls, folder: str | Path) -> AuditResult:
        """What `save` or the command wrote into a folder; `targets` only if they were saved."""
        place = Path(folder)
        tables = _saved_table(place / PEOPLE), partial(_saved_targets, place / TARGETS)
        return cls(AuditDocument.read(place), *tables, run_in(place))

    def to_arrow(self, table: str | None = None) -> pa.Table:
        """One of the tables `findings` (if none is named), `revealing_items`, `people` and `targets`."""
        own, shared = {"people": lambda: self.people, "targets": lambda: self.targets}, self.document.tables()
        if table is not None and table not in {*own, *shared}:
            raise no_such_table(AuditDocument.KIND, table, (*shared, *own))
        return own[table]() if table in own else self.document.to_arrow(table)

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """One of the tables as a pandas data frame."""
        frame: pd.DataFrame = self.to_arrow(table).to_pandas()
        return frame

    def _repr_html_(self) -> str:
        """The report in a frame of its own: its style and the notebook's do not meet."""
        source = html.escape(self.page, quote=True)
        return f'<iframe srcdoc="{source}" title="Standout report" width="100%" height="720" sandbox></iframe>'

    def __repr__(self) -> str:
        return f"<Standout audit of {self.document.in_a_line()}>"

    def save(self, folder: str | Path, *, targets: bool = False) -> Path:
        """Write `report.html`, `findings.json`, `people.parquet` and `run.json` into a folder, and `targets.parquet` if
        asked."""
        place = Path(folder)
        check_folder(place, KINDS | ({TARGETS: "people"} if targets else {}), ())
        self.write(place, targets=targets)
        return place / REPORT

    def write(self, folder: Path, *, targets: bool = False, pdf: bool = False) -> None:
        """Write the files of an audit, so that they always belong together, into a folder that was checked."""
        files: dict[Path, Content] = {
            folder / PEOPLE: self._parquet(self.people),
            folder / AuditDocument.FILE: self.to_json().encode(),
            folder / REPORT: as_bytes(self.page),
        }
        if self.run is not None:
            files[folder / Run.FILE] = self.run.content()
        if pdf:
            files[folder / PDF] = pdf_of(AuditDocument.KIND, self, self.run)
        if targets:
            files[folder / TARGETS] = self._parquet(self.targets)
        private_folder(folder)
        write_together(files)

    def _parquet(self, table: pa.Table) -> Content:
        import pyarrow.parquet as pq

        marked = table.replace_schema_metadata({**(table.schema.metadata or {}), PARQUET_KEY: self.document.standout})
        return lambda stream: pq.write_table(marked, stream)


def run_in(folder: Path) -> Run | None:
    """How the results in a folder came about; none in folders of before that was written down."""
    return Run.read(folder) if (folder / Run.FILE).exists() else None


def _saved_targets(file: Path) -> pa.Table:
    """The table of targets, if it was saved."""
    if not file.exists():
        raise BadInput(f"{plain_path(file)}: the targets were not saved; save them with `save(folder, targets=True)`")
    return _saved_table(file)


def _saved_table(file: Path) -> pa.Table:
    """A table that was saved; refuses what is none."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open_regular(file, "name the folder that an audit wrote") as stream:
        try:
            return pq.ParquetFile(stream).read()
        except (pa.ArrowException, OSError):
            raise BadInput(f"{plain_path(file)}: not a readable Parquet file; run the audit again") from None


KINDS = {REPORT: "page", AuditDocument.FILE: "results", PEOPLE: "people", Run.FILE: Run.recognised_by()}
"""The files of an audit, each with what an earlier one is recognised by."""
