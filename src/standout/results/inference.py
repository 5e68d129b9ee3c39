"""What `standout infer` finds: how well an attribute of people is inferred from what they have, what gives them away,
and who is hard to infer. No person is named, and no item that only a few have."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from standout.common.files import private_folder, write_together
from standout.common.plain import as_bytes
from standout.common.wording import percent
from standout.outputs.places import check_folder
from standout.results.base import Cell, Document, Rows
from standout.results.estimate import exact_rate, interval
from standout.results.inference_parts import (
    MEASURES,
    AmountResult,
    AttackerResult,
    Band,
    Baseline,
    DataSize,
    GroupsResult,
    Hardness,
    NumberResult,
    Revealing,
    StackResult,
)
from standout.results.pages import page_of, pdf_of
from standout.results.run import Run
from standout.results.understood import Understood

GUESSING = 0.5
"""The AUC of who knows nothing."""


class InferenceResult(Document, frozen=True):
    """What was inferred of one attribute, and how well."""

    KIND: ClassVar[str] = "infer"
    FILE: ClassVar[str] = "infer.json"
    PAGE: ClassVar[str] = "infer.html"

    standout: str
    """The version that made it."""
    seed: int
    data: DataSize
    attribute: str
    classes: tuple[str, ...]
    class_sizes: tuple[int, ...]
    left_out: int
    """People whose class is not known."""
    folds: int
    baseline: Baseline
    attackers: tuple[AttackerResult, ...]
    strongest: str
    """The attacker that counts: the stack where it was tried, otherwise the one with the highest mean AUC."""
    hard: Hardness
    notes: tuple[str, ...]
    positive: str | None = None
    """With two classes, the one that precision, recall and average precision speak of."""
    revealing: Revealing | None = None
    groups: GroupsResult | None = None
    stack: StackResult | None = None
    """The stack from inside, where it was tried."""
    number: NumberResult | None = None
    """Where the attribute is a number."""
    files: tuple[str, ...] | None = None
    """Where it was written, as the command says."""
    understood: Understood | None = None
    """How the data was read; absent if that is not known."""

    @property
    def known(self) -> int:
        """How many people's class is known: those who were tried."""
        return self.data.people - self.left_out

    def best(self) -> AttackerResult:
        """The strongest attacker."""
        return next(each for each in self.attackers if each.name == self.strongest)

    def ranked(self) -> list[AttackerResult]:
        """The attackers, the one that counts first, then by AUC."""
        return sorted(self.attackers, key=lambda each: (each.name != self.strongest, -each.auc.mean))

    def most_right(self) -> AttackerResult:
        """Who is right most often; the stack, where it was tried: the best of many would be so by luck as well."""
        return self.best() if self.stack is not None else max(self.attackers, key=lambda each: each.accuracy.mean)

    def betrayed_by(self) -> str | None:
        """In a sentence, which part of records tells most by itself, and which others tell something."""
        telling = (
            [each for each in self.stack.parts if each.alone.mean - each.alone.sd > GUESSING] if self.stack else []
        )
        if not telling:
            return None
        first, *others = sorted(telling, key=lambda each: -each.alone.mean)
        said = f"Most is given away by {first.about} (AUC {first.alone.mean:.2f} from that alone)"
        rest = ", ".join(f"{each.about} ({each.alone.mean:.2f})" for each in others)
        return f"{said}; then by {rest}." if rest else f"{said}."

    def headline(self) -> str:
        """The answer in a sentence, without its full stop: how often the attacker is right who counts,
        beside who always names the most common class. Where that is no more, how well people are told apart."""
        most, always = self.most_right().accuracy.mean, self.baseline.accuracy
        people = sum(self.class_sizes)
        right = interval(exact_rate(min(most, 1.0) * people, people, 0.95))
        said = f"From what people have, their {self.attribute} is guessed rightly for {right} of them, "
        if percent(most) != percent(always) and most > always:
            return said + f"where always guessing “{self.baseline.common}” is right for {percent(always)}"
        no_more = f"no more than by always guessing “{self.baseline.common}” ({percent(always)}); "
        told = f"of two people who differ in it, it is told which is which in {percent(self.best().auc.mean)} of cases"
        return said + no_more + (f"{told}, as by guessing" if self._by_chance() else f"still, {told}")

    def _by_chance(self) -> bool:
        """Whether guessing is within the interval of the AUC that counts."""
        auc = self.best().auc
        return auc.low is not None and auc.high is not None and auc.low <= GUESSING <= auc.high

    def told_apart(self) -> str:
        """How well the strongest attacker tells the classes apart: an AUC, for who knows what that is."""
        best = self.best()
        auc = best.auc
        span = "" if auc.low is None or auc.high is None else f" [{auc.low:.2f}–{auc.high:.2f}]"
        right = self.most_right()
        whose = best.about if right is best else f"{right.about}; best at telling people apart is {best.about}"
        return (
            f"All were people whom the attacker had not seen. Right most often is {whose}, with an AUC of "
            f"{auc.mean:.2f}{span}; guessing gets {GUESSING:.2f}, and 1 is never wrong."
        )

    def __str__(self) -> str:
        return f"{self.headline()}. {self.told_apart()}"

    def tables(self) -> Mapping[str, Rows]:
        """`attackers`; the stack's `learners`, and the `parts` of records that betray; the bands of people `by_length`
        and `by_loyalty`; the items that give people away."""
        tables: dict[str, Rows] = {
            "attackers": [_attacker_row(each) for each in self.ranked()],
            "by_length": [_band_row(band) for band in self.hard.by_length],
            "by_loyalty": [_band_row(band) for band in self.hard.by_loyalty],
        }
        if self.stack is not None:
            tables |= {
                "learners": [{"learner": each.name, "auc": each.auc.mean} for each in self.stack.learners],
                "parts": [
                    {"part": each.part, "alone": each.alone.mean, "lost": each.lost.mean} for each in self.stack.parts
                ],
            }
        if self.revealing is not None:
            items = self.revealing.items
            tables |= {
                "coefficient": [row.to_dict() for row in items.coefficient],
                "test": [row.to_dict() for row in items.test.surest],
                "forest": [row.to_dict() for row in items.forest],
                "amounts": [_amount_row(row) for row in self.revealing.amounts],
            }
        return tables

    def save(self, folder: str | Path, run: Run | None = None, *, pdf: bool = False) -> Path:
        """Write `infer.json` and `infer.html` into a folder, each whole; the path of the first comes back.

        `run` is how it came about, and is written as well; with `pdf` it is also printed.
        """
        place = Path(folder)
        check_folder(place, KINDS | ({PDF: "pdf"} if pdf else {}), ())
        private_folder(place)
        texts = {self.FILE: self.to_json(), self.PAGE: page_of(self.KIND, self, run) or ""}
        files = {place / name: as_bytes(text) for name, text in texts.items()}
        if run is not None:
            files[place / Run.FILE] = run.content()
        if pdf:
            files[place / PDF] = pdf_of(self.KIND, self, run)
        write_together(files)
        return place / self.FILE


KINDS = {InferenceResult.FILE: "results", InferenceResult.PAGE: "page", Run.FILE: Run.recognised_by()}
PDF = "infer.pdf"
"""The files of an inference, each with what an earlier one is recognised by."""


def _attacker_row(attacker: AttackerResult) -> dict[str, Cell]:
    row: dict[str, Cell] = {"attacker": attacker.name}
    for name in MEASURES:
        measure = attacker.measure(name)
        row |= {name: measure.mean, f"{name}_sd": measure.sd}
        if measure.low is not None:
            row |= {f"{name}_low": measure.low, f"{name}_high": measure.high}
    return row


def _band_row(band: Band) -> dict[str, Cell]:
    row: dict[str, Cell] = {"band": band.name, "least": band.least, "most": band.most, "people": band.people}
    auc = band.auc
    return row | ({} if auc is None else {"auc": auc.rate, "low": auc.low, "high": auc.high})


def _amount_row(amount: AmountResult) -> dict[str, Cell]:
    return {"items": amount.items, "auc": amount.auc.mean, "auc_sd": amount.auc.sd}
