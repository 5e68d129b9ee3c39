"""Comparing protections: apply each, attack again, see what the data is still good for and whether it shows.

Everything that does not depend on a protection is computed once; each protection's row is a part of the workbook, so
that a run that was killed goes on with the next. Rows are computed in threads, each row by itself on one core.
"""

from __future__ import annotations

import dataclasses
import json
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from threading import Lock
from typing import Any

import numpy as np

from standout import __version__
from standout.auditing.checkpoint import Arrays, Workbook
from standout.auditing.flow import chosen_people, fingerprint, sha256_of
from standout.auditing.settings import AuditSettings, Progress, no_progress
from standout.data.attributes import Attribute
from standout.data.model import Int64s, Interactions
from standout.engines.local import cores
from standout.errors import BadInput
from standout.knowledge.adversary import Adversary
from standout.protections.protecting import protect
from standout.verification import attribute as inferring
from standout.verification.compare_summary import headed, inferred, recommended, unprotected_only, worst_adversary
from standout.verification.frontier import Budget
from standout.verification.grid import Candidate, asked_for, default_grid
from standout.verification.identification import Hits, Search, compared, hits_after, hits_before
from standout.verification.realism import Halving, people_seen, realism, told_apart
from standout.verification.seen import Seen, seen
from standout.verification.utility import Utility, losses, utility, utility_loss

_LOSSES = ("errors", "error_people", "gains", "people", "reached")


@dataclass(frozen=True)
class CompareSettings:
    """What is compared, and by whom it is attacked."""

    protections: tuple[str, ...] | None = None
    """None: a grid of all that fit the data."""
    audit: AuditSettings = field(default_factory=lambda: AuditSettings(targets=1_000))
    """Adversaries, attacks, targets, seed and threads, as for an audit."""
    folds: int = 3
    attackers: tuple[str, ...] = inferring.ATTACKERS
    halving: Halving = field(default_factory=Halving)
    budget: Budget = field(default_factory=Budget)

    def __post_init__(self) -> None:
        for option, limit in self.budget.as_dict().items():
            if not 0 <= limit <= 1:
                raise BadInput(f"--{option.replace('_', '-')} is {limit:g}, but must be between 0 and 1")
        if self.folds < 2:
            raise BadInput(f"--folds is {self.folds}, but must be at least 2")


def compare(
    data: Interactions,
    settings: CompareSettings | None = None,
    attribute: Attribute | None = None,
    *,
    workbook: Workbook | None = None,
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """Compare protections of the data, and of an attribute if one is given; the document for JSON."""
    settings = settings or CompareSettings()
    if settings.budget.max_auc is not None and attribute is None:
        raise BadInput("--max-auc limits what can be inferred about an attribute; name it with --attribute")
    if settings.protections is None:
        candidates = default_grid(data, attribute is not None)
    else:
        candidates = asked_for(settings.protections, attribute is not None)
    adversaries, notes = settings.audit.adversaries_for(data)
    run = _Run(data, attribute, settings, tuple(adversaries), workbook or Workbook(None, {}), progress)
    unprotected, rows = run.everything(candidates)
    notes = [*data.source.notes, *(attribute.notes if attribute else ()), *notes]
    notes += [f"{row['text']} was left out: {row['refused']}" for row in rows if "refused" in row]
    rows = [row for row in rows if "refused" not in row]
    return {
        "standout": __version__,
        "seed": settings.audit.seed,
        "data": {
            "people": data.people, "items": data.items, "interactions": data.count, "sha256": data.source.sha256,
        },
        **({"attribute": {"name": attribute.name, "classes": list(attribute.classes)}} if attribute else {}),
        "unprotected": unprotected,
        "protections": rows,
        "recommendation": recommended(unprotected, rows, settings.budget),
        "settings": {
            "targets": len(run.search.people),
            "adversaries": [adversary.as_dict() for adversary in adversaries],
            "attacks": [attack.name for attack in settings.audit.attacks],
            **({"folds": settings.folds, "attackers": list(settings.attackers)} if attribute else {}),
        },
        "notes": notes,
    }  # fmt: skip


def compare_fingerprint(data: Interactions, settings: CompareSettings, attribute: Attribute | None) -> dict[str, Any]:
    """What a workbook must have been begun with to be gone on with. Which protections are asked for does not matter,
    nor does the budget: each row stands for itself."""
    audit = dataclasses.replace(settings.audit, threads=None)
    kept = dataclasses.replace(settings, protections=None, budget=Budget(), audit=audit)
    mark = attribute and [attribute.name, attribute.classes, sha256_of(attribute.codes)]
    return {**fingerprint(data, None, audit), "settings": repr(kept), "attribute": mark}


@dataclass
class _Run:
    """One comparison under way."""

    data: Interactions
    attribute: Attribute | None
    settings: CompareSettings
    adversaries: tuple[Adversary, ...]
    book: Workbook
    progress: Progress
    done: int = 0
    total: int = 0
    lock: Any = field(default_factory=Lock)

    @cached_property
    def search(self) -> Search:
        audit = self.settings.audit
        return Search(self.data, self.adversaries, audit.attacks, chosen_people(self.data, audit), audit.seed, 1)

    @property
    def seed(self) -> int:
        return self.settings.audit.seed

    @cached_property
    def seen(self) -> Seen:
        """The original as classifiers see it."""
        return seen(self.data, self.data)

    @cached_property
    def inference(self) -> inferring.Inference | None:
        if self.attribute is None:
            return None
        return inferring.Inference(self.seen, self.attribute, self.settings.folds, self.settings.attackers, self.seed)

    def everything(self, candidates: list[Candidate]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """What is known of the unprotected data, and a row per protection."""
        _ = self.search, self.seen, self.inference  # made before threads share them
        tasks: dict[str, Callable[[], Any]] = {
            f"{adversary.name} · before": partial(self.before, adversary) for adversary in self.adversaries
        }
        tasks["utility · before"] = self.utility_before
        tasks["realism · before"] = partial(self.alike, people_seen(self.seen, self.seen))
        if self.inference is not None:
            tasks["attribute · before"] = self.attribute_before
        self.total = len(tasks) + len(candidates)
        self.progress("the data as it is", 0, self.total)
        with _workers(self.settings.audit.threads) as pool:
            known = self.all_of(pool, tasks)
            unprotected = self.unprotected(known)
            rows = self.all_of(pool, {one.text: partial(self.row, one) for one in candidates})
        return unprotected, list(rows.values())

    def all_of(self, pool: ThreadPoolExecutor, tasks: dict[str, Callable[[], Any]]) -> dict[str, Any]:
        """Do all of these at once; the first that fails stops the rest."""
        running = {name: pool.submit(self.told, name, task) for name, task in tasks.items()}
        try:
            wait(running.values(), return_when=FIRST_EXCEPTION)
            failed = [one for one in running.values() if one.done() and not one.cancelled() and one.exception()]
            for one in failed:
                one.result()
            return {name: one.result() for name, one in running.items()}
        finally:
            for one in running.values():
                one.cancel()

    def told(self, name: str, task: Callable[[], Any]) -> Any:
        found = task()
        with self.lock:
            self.done += 1
            self.progress(name, self.done, self.total)
        return found

    def kept(self, name: str, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """A JSON document as a part of the workbook."""

        def packed() -> Arrays:
            text = json.dumps(compute(), allow_nan=False)
            return {"json": np.frombuffer(text.encode(), np.uint8)}

        found: dict[str, Any] = json.loads(self.book.part(name, packed)["json"].tobytes())
        return found

    # what does not depend on a protection

    def before(self, adversary: Adversary) -> Hits:
        """Who is found in the original."""
        return self.book.part(f"before · {adversary.name}", partial(hits_before, self.search, adversary))

    def utility_before(self) -> Utility:
        def computed() -> Arrays:
            found = utility(self.data, self.data, self.seed)
            text = json.dumps([found.figures, found.notes], allow_nan=False)
            arrays = {name: getattr(found, name) for name in _LOSSES}
            return {"json": np.frombuffer(text.encode(), np.uint8)} | arrays

        arrays = self.book.part("utility before", computed)
        figures, notes = json.loads(arrays["json"].tobytes())
        return Utility(figures, tuple(notes), **{name: arrays[name] for name in _LOSSES})

    def attribute_before(self) -> dict[str, Any]:
        assert self.inference is not None
        inference = self.inference
        return self.kept("attribute before", lambda: inferring.attribute_risk(inference, self.seen))

    def alike(self, people: Int64s) -> dict[str, Any]:
        """How well real people are told from real people."""
        mark, how = sha256_of(people), self.settings.halving
        if len(people) < 4 * how.folds:
            return {}
        return self.kept(f"alike {mark}", lambda: told_apart(self.seen, self.seen, people, self.seed, how))

    def unprotected(self, known: dict[str, Any]) -> dict[str, Any]:
        """The figures of the data as it is."""
        identified = {}
        for adversary in self.adversaries:
            hits = known[f"{adversary.name} · before"]
            identified[adversary.name] = unprotected_only(compared(hits, hits, hits, self.data.people))
        before: Utility = known["utility · before"]
        found: dict[str, Any] = {"identified": identified, **worst_adversary(identified, "before")}
        found["utility"] = before.figures
        if "attribute · before" in known:
            found["attribute"] = known["attribute · before"]
            found |= inferred(found["attribute"])
        found["realism"] = {"classifiers": known["realism · before"]}
        return found | {"notes": list(before.notes)}

    # a row per protection

    def row(self, candidate: Candidate) -> dict[str, Any]:
        """Everything about one protection; what the grid has and the data cannot take is refused with a reason."""
        compute = partial(self.known_row if not candidate.changes_data else self.data_row, candidate)
        try:
            return self.kept(f"row {candidate.text}", compute)
        except BadInput as problem:
            if self.settings.protections is not None:
                raise
            return {"text": candidate.text, "refused": str(problem)}

    def known_row(self, candidate: Candidate) -> dict[str, Any]:
        """What people do themselves: the data stays as it is, so only being found is looked at."""
        identified, changed = self.identified(candidate, self.data)
        notes = ["acts on what is public about people: the released data, and what it is good for, stay as they are"]
        shares = [share for share in changed if share > 0]
        share = float(np.mean(shares)) if shares else 0.0
        return headed(candidate, "knowledge") | {
            "changed_share": share, "identified": identified, **worst_adversary(identified, "adaptive"), "notes": notes
        }  # fmt: skip

    def data_row(self, candidate: Candidate) -> dict[str, Any]:
        protected = protect(self.data, candidate.data_steps, self.attribute, self.seed)
        version = seen(self.data, protected.data)
        identified, _ = self.identified(candidate, protected.data)
        row = headed(candidate, "data") | protected.changes.as_dict()
        row |= {"identified": identified, **worst_adversary(identified, "adaptive")}
        notes = [note for step in protected.steps for note in step.notes]
        if self.inference is not None:
            row["attribute"] = inferring.attribute_risk(self.inference, version)
            row |= inferred(row["attribute"])
        people = people_seen(self.seen, version)
        alike = self.alike(people)
        apart = told_apart(self.seen, version, people, self.seed, self.settings.halving) if alike else {}
        row["realism"] = realism(self.data, protected.data, apart, alike)
        if not alike:
            notes.append("no realism by classifiers: too few people are left")
        before, after = self.utility_before(), utility(self.data, protected.data, self.seed)
        lost = losses(before, after)
        row["utility"] = after.figures | {"loss": lost}
        loss = utility_loss(lost)
        if loss is not None:
            row["utility_loss"] = loss
        if (part := lost.get("released_people")) is not None and (there := utility_loss(part)) is not None:
            notes.append(f"{part['share']:.0%} of people are still in the data; to them {there:.1%} of utility is lost")
        return row | {"notes": [*notes, *after.notes]}

    def identified(self, candidate: Candidate, released: Interactions) -> tuple[dict[str, Any], list[float]]:
        """For each adversary, who is found before and after."""
        found, changed = {}, []
        for adversary in self.adversaries:
            after, adaptive, share = hits_after(self.search, adversary, candidate.steps, released)
            found[adversary.name] = compared(self.before(adversary), after, adaptive, released.people)
            changed.append(share)
        return found, changed


@contextmanager
def _workers(threads: int | None) -> Iterator[ThreadPoolExecutor]:
    """Threads that each keep to one core, whatever library they call; figures then do not depend on their number."""
    from sklearn.exceptions import ConvergenceWarning
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        pool = ThreadPoolExecutor(threads or cores(), initializer=partial(threadpool_limits, 1))
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)
