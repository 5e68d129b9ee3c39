"""What `standout compare` finds: a row per protection, what is known without any, and what to choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal, get_args

from standout.common.files import private_folder, write_together
from standout.common.plain import as_bytes
from standout.common.wording import counted, percent
from standout.errors import BadInput
from standout.outputs.places import check_folder
from standout.results.base import Cell, Document, Part, Rows
from standout.results.compare_found import Identified, IdentifiedBefore, MadeForIt, Risk
from standout.results.compare_measures import AttributeRisk, Inferred, Realism, RealismBefore, Utility
from standout.results.compare_uses import Intended, Transfer, Use
from standout.results.estimate import Estimate
from standout.results.finding import AdversaryDescription
from standout.results.frontier import (
    BEING_FOUND,
    BEING_INFERRED,
    BEING_LEARNED,
    UNPROTECTED,
    Advice,
    Budget,
    Choice,
    Danger,
    advised,
    choice_of,
    without_utility,
)
from standout.results.frontier import frontier as beaten_by_none
from standout.results.learned import Learned
from standout.results.pages import page_of, pdf_of
from standout.results.protect import Balance, Option, Options
from standout.results.run import Run
from standout.results.understood import Understood

RESULTS, PAGE, PDF = "compare.json", "compare.html", "compare.pdf"
KINDS = {RESULTS: "results", PAGE: "page", Run.FILE: Run.recognised_by()}
"""What is written into a folder, each file with its kind."""

About = Literal["identification", "learned", "attribute"]
"""The dangers: being found, what is learned about people because they are in the data, and an attribute being
inferred."""


class DataFacts(Part, frozen=True):
    """The data that was protected."""

    people: int
    items: int
    interactions: int
    sha256: str


class AttributeName(Part, frozen=True):
    """The attribute that should not be inferred."""

    name: str
    classes: tuple[str, ...]


class Settings(Part, frozen=True):
    """Who attacked, and with what."""

    targets: int
    adversaries: tuple[AdversaryDescription, ...]
    attacks: tuple[str, ...]
    folds: int | None = None
    attackers: tuple[str, ...] | None = None
    use: Use | None = None
    """What the data is meant for, if that was said."""


class Unprotected(Part, frozen=True, kw_only=True):
    """The figures of the data as it is."""

    identified: dict[str, IdentifiedBefore]
    """For each adversary."""
    risk: Risk | None = None
    learned: Learned | None = None
    """What is learned about people, beside people who were held out; absent where these are too few."""
    transfer: Transfer | None = None
    """What a recommender learned from it is worth to people who are not in it."""
    intended: Intended | None = None
    """What it is good for by what it is meant for, if that was said."""
    utility: Utility
    attribute: AttributeRisk | None = None
    inferred: Inferred | None = None
    realism: RealismBefore
    notes: tuple[str, ...]


class ProtectionRow(Part, frozen=True, kw_only=True):
    """Everything about one protection; what people do themselves has only `identified`."""

    name: str
    options: dict[str, Option | Options]
    """By name; of several protections, by protection."""
    text: str
    """The protection as it can be asked for again."""
    changes: Literal["data", "knowledge", "release"]
    """What it changes: the released data, what is known of people, or what is released at all: no records."""
    countered_by: str | None = None
    """What somebody does who knows of it."""
    ceiling: float | None = None
    """Where there is a proof: no attack with knowledge about a person alone finds them more often than this."""
    balance: Balance | None = None
    """Where crowds were balanced by the attribute: what is proved about who knows all others' labels."""
    most_gained: float | None = None
    """Where there is a proof: being in the data makes no guess about a person likelier by more than this difference."""
    made_for_it: tuple[MadeForIt, ...] | None = None
    """Attackers made for this protection."""
    added: int | None = None
    removed: int | None = None
    altered: int | None = None
    changed_share: float
    people_touched: int | None = None
    identified: dict[str, Identified]
    """For each adversary."""
    risk: Risk | None = None
    learned: Learned | None = None
    """What is learned by those who know of it, beside people who were held out before."""
    attribute: AttributeRisk | None = None
    inferred: Inferred | None = None
    realism: Realism | None = None
    utility: Utility | None = None
    """Tied to people: absent where nobody stands under their own id, or there are no records."""
    transfer: Transfer | None = None
    """What a recommender learned from it is worth to people who are not in it."""
    utility_loss: float | None = None
    """One number for a budget: the largest relative loss of what counts, by what the data is meant for."""
    intended: Intended | None = None
    """What it is still good for by what it is meant for, if that was said."""
    notes: tuple[str, ...]

    @property
    def changes_data(self) -> bool:
        return self.changes != "knowledge"


def feared(row: Unprotected | ProtectionRow, about: About) -> Estimate | None:
    """What is left to fear: the share of people found by the worst adversary, what being in the data costs a person by
    the worst guess, or the AUC of the worst attacker."""
    if about == "learned":
        return None if row.learned is None else row.learned.gain
    danger = row.risk if about == "identification" else row.inferred
    return None if danger is None else danger.estimate


def proven(row: ProtectionRow, about: About) -> float | None:
    """The proven bound on what is left to fear, where there is one."""
    return {"identification": row.ceiling, "learned": row.most_gained, "attribute": None}[about]


class Recommendation(Part, frozen=True):
    """What to choose within a budget, about being found and about the attribute."""

    budget: Budget
    identification: Advice | None = None
    attribute: Advice | None = None
    learned: Advice | None = None

    def advice(self, about: About) -> Advice | None:
        return {"identification": self.identification, "learned": self.learned, "attribute": self.attribute}[about]


def choices(unprotected: Unprotected, rows: Sequence[ProtectionRow], about: About) -> tuple[Choice, ...]:
    """The data as it is and all changes to it for which cost and danger are known; none if the danger is unknown."""
    now = choice_of(UNPROTECTED, 0.0, feared(unprotected, about))
    if now is None:
        return ()
    changed = (
        choice_of(row.text, row.utility_loss, feared(row, about), proven(row, about))
        for row in rows
        if row.changes_data
    )
    return (now, *(choice for choice in changed if choice is not None))


def recommendation(unprotected: Unprotected, rows: Sequence[ProtectionRow], budget: Budget) -> Recommendation:
    """What to choose within the budget; only among changes to the data."""
    loss = budget.max_utility_loss
    return Recommendation(
        budget=budget,
        identification=_advice(unprotected, rows, "identification", loss, budget.max_risk, BEING_FOUND),
        attribute=_advice(unprotected, rows, "attribute", loss, budget.max_auc, BEING_INFERRED),
        learned=_advice(unprotected, rows, "learned", loss, None, BEING_LEARNED),
    )


def _advice(
    unprotected: Unprotected,
    rows: Sequence[ProtectionRow],
    about: About,
    max_loss: float | None,
    max_risk: float | None,
    danger: Danger,
) -> Advice | None:
    """What to choose against one danger; by the danger alone where nothing can be said of utility."""
    known = choices(unprotected, rows, about)
    if not known:
        return None
    changed = [(row.text, feared(row, about)) for row in rows if row.changes_data and row.utility_loss is None]
    unjudged = [choice for text, risk in changed if (choice := choice_of(text, 0.0, risk)) is not None]
    does_already = max_risk is not None and known[0].high <= max_risk
    if len(known) == 1 and unjudged and not does_already:
        return without_utility(known[0], unjudged, danger)
    return advised(known, max_loss, max_risk, danger)


class Headline(Part, frozen=True):
    """What is the matter without protection, and how far the strongest that was tried gets."""

    about: About
    now: Estimate | None
    """None: nobody could be looked for."""
    strongest: float | None
    by: str
    """The adversary who finds most, or the attribute."""


class CompareResult(Document, frozen=True, kw_only=True):
    """What protections cost, and whether they help against those who know of them."""

    KIND: ClassVar[str] = "compare"
    FILE: ClassVar[str] = RESULTS

    standout: str
    seed: int
    data: DataFacts
    understood: Understood | None = None
    """How the data was read; absent if that is not known."""
    attribute: AttributeName | None = None
    unprotected: Unprotected
    protections: tuple[ProtectionRow, ...]
    recommendation: Recommendation
    settings: Settings
    notes: tuple[str, ...]

    def numbered(self) -> list[tuple[int, ProtectionRow]]:
        """The protections with the numbers that chart and tables call them by."""
        return list(enumerate(self.protections, 1))

    def frontier(self, about: About = "identification") -> tuple[Choice, ...]:
        """The protections that none beats in both cost and danger, from the cheapest to the strongest."""
        if about not in get_args(About):
            names = ", ".join(f"'{name}'" for name in get_args(About))
            raise BadInput(f"about={about!r}: there are {names}; give one of them")
        return tuple(beaten_by_none(choices(self.unprotected, self.protections, about)))

    def recommended(
        self,
        max_utility_loss: float | None = None,
        max_risk: float | None = None,
        max_auc: float | None = None,
    ) -> Recommendation:
        """What to choose within another budget than that of the run."""
        return recommendation(self.unprotected, self.protections, Budget(max_utility_loss, max_risk, max_auc))

    def worst_adversary(self, protection: str = UNPROTECTED) -> Risk | None:
        """Who finds most people in the data as it is, or after a protection, which they know."""
        if protection == UNPROTECTED:
            return self.unprotected.risk
        return next((row.risk for row in self.protections if row.text == protection), None)

    def headline(self) -> Headline:
        """The figure to begin with: that of the attribute where one was asked for, else of being found."""
        risk, asked = self.unprotected.risk, self.attribute is not None and self.unprotected.inferred is not None
        about: About = "attribute" if asked else "identification"
        left = (feared(row, about) for row in self.protections if row.changes_data)
        strongest = min((estimate.rate for estimate in left if estimate is not None), default=None)
        by = self.attribute.name if asked and self.attribute else risk.adversary if risk else ""
        return Headline(about=about, now=feared(self.unprotected, about), strongest=strongest, by=by)

    def in_a_line(self) -> str:
        """How much was compared, and how many people are found in the data as it is."""
        risk, tried = self.unprotected.risk, counted(len(self.protections), "protection")
        found = f"; {percent(risk.rate)} are found without any" if risk is not None else ""
        return f"{tried} of the data of {self.data.people:,} people{found}"

    def best_by_people(self) -> ProtectionRow | None:
        """What people can do themselves that leaves fewest of them found."""
        known = [(row.risk.rate, row) for row in self.protections if not row.changes_data and row.risk is not None]
        return min(known, key=lambda pair: pair[0])[1] if known else None

    def tables(self) -> dict[str, Rows]:
        """`protections`: a row each, the data as it is first; `identified`: a row per protection and adversary."""
        return {"protections": list(self._overview()), "identified": list(self._identified())}

    def _overview(self) -> Iterator[dict[str, Cell]]:
        yield _glance(UNPROTECTED, "data", 0.0, self.unprotected, 0.0, None)
        for row in self.protections:
            yield _glance(row.text, row.changes, row.changed_share, row, row.utility_loss, row.realism)

    def _identified(self) -> Iterator[dict[str, Cell]]:
        for row in self.protections:
            for adversary, identified in row.identified.items():
                cells: dict[str, Cell] = {"protection": row.text, "adversary": adversary}
                for when, rate in (
                    ("before", identified.before),
                    ("after", identified.after),
                    ("adaptive", identified.adaptive),
                ):
                    cells |= _estimate(when, rate)
                yield cells | {"attack": identified.attacks.adaptive, "targets": identified.targets}

    def save(self, folder: str | Path) -> Path:
        """Write `compare.json` and `compare.html` into a folder, as the command does; the path of the first."""
        place = Path(folder)
        check_folder(place, KINDS, ())
        private_folder(place)
        self.write(place)
        return place / self.FILE

    def write(self, folder: Path, run: Run | None = None, *, pdf: bool = False) -> None:
        """Write all files into a folder that was checked before: how it came about if that is known, a PDF if asked."""
        texts = {self.FILE: self.to_json(), PAGE: page_of(self.KIND, self, run) or ""}
        files = {folder / name: as_bytes(text) for name, text in texts.items()}
        if run is not None:
            files[folder / Run.FILE] = run.content()
        if pdf:
            files[folder / PDF] = pdf_of(self.KIND, self, run)
        write_together(files)


def _glance(
    text: str,
    changes: str,
    share: float,
    row: Unprotected | ProtectionRow,
    loss: float | None,
    realism: Realism | None,
) -> dict[str, Cell]:
    return {
        "protection": text,
        "changes": changes,
        "changed_share": share,
        **_estimate("risk", feared(row, "identification")),
        "adversary": row.risk.adversary if row.risk else None,
        "ceiling": row.ceiling if isinstance(row, ProtectionRow) else None,
        **_estimate("learned", feared(row, "learned")),
        "transfer_loss": None if row.transfer is None or row.transfer.loss is None else row.transfer.loss.loss,
        **_estimate("inferred", feared(row, "attribute")),
        "utility_loss": loss,
        "real_vs_protected": realism.real_vs_protected if realism else None,
        "real_vs_real": realism.real_vs_real if realism else None,
    }


def _estimate(name: str, estimate: Estimate | None) -> dict[str, Cell]:
    return {
        name: estimate.rate if estimate else None,
        f"{name}_low": estimate.low if estimate else None,
        f"{name}_high": estimate.high if estimate else None,
    }
