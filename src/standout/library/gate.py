"""`gate`: decide by a policy whether data may leave."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from standout.auditing.settings import Progress, no_progress
from standout.common.files import Content, private_folder, write_together
from standout.common.memory import keeping_to, parse_memory
from standout.common.plain import as_bytes
from standout.data.contents import refuse_replaced
from standout.gating.gate_flow import Decision, GateSettings, decide
from standout.gating.needed_measures import Asked
from standout.gating.policy_file import read_policy
from standout.gating.release_policy import Policy
from standout.io.reading import check_there
from standout.io.reading_options import ReadingArguments
from standout.library.choosing import Attacks, chosen_attacks, listed
from standout.library.evidence import check_pack, pack_gate
from standout.library.gate_inputs import account_of, baseline_of, inferred_from, linked_in, protections_of
from standout.library.pasteable import place_of
from standout.library.reading import as_dataset, asked, at_hand, read_as_events
from standout.library.runs import Clock, run_of
from standout.outputs.folders import working_folder
from standout.outputs.places import check_files, check_folder
from standout.report.decision.gate_lines import gate_lines
from standout.report.decision.gate_markdown import gate_markdown
from standout.report.decision.junit import junit_xml
from standout.results.gate import GateDocument
from standout.results.run import ACCOUNT, POLICY, Run

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

JUNIT, SUMMARY = "gate.xml", "gate.md"
KINDS = {
    GateDocument.FILE: GateDocument.recognised_by(), JUNIT: "junit", SUMMARY: "summary", Run.FILE: Run.recognised_by(),
}  # fmt: skip
"""The files of a gate, each with what an earlier one is recognised by."""


@dataclass(frozen=True)
class GateResult:
    """What a gate decided: `verdict` is "pass", "fail" or "undecided"."""

    decision: Decision
    run: Run | None = None
    """How it came about, with the policy as it was: `run.json`."""

    @property
    def document(self) -> GateDocument:
        """As in `gate.json`."""
        return self.decision.document

    @property
    def verdict(self) -> str:
        """Whether the release may leave."""
        return self.document.verdict

    def lines(self) -> list[str]:
        """The verdict and every rule, in words."""
        return gate_lines(self.document, self.decision.seconds)

    def to_dict(self) -> dict[str, Any]:
        """The document as JSON has it."""
        return self.document.to_dict()

    def to_json(self) -> str:
        """The content of `gate.json`."""
        return self.document.to_json()

    @staticmethod
    def from_json(text: str | bytes, name: str = "the document") -> GateDocument:
        """The document that `gate.json` holds."""
        return GateDocument.from_json(text, name)

    @staticmethod
    def read(path: str | Path) -> GateDocument:
        """The document in a folder that a gate wrote."""
        return GateDocument.read(path)

    def to_arrow(self, table: str | None = None) -> pa.Table:
        """The rules as an Arrow table."""
        return self.document.to_arrow(table)

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """The rules as a pandas data frame."""
        return self.document.to_pandas(table)

    def to_junit(self) -> bytes:
        """The rules as test cases."""
        return junit_xml(self.document)

    def to_markdown(self) -> str:
        """A summary for a pull request."""
        return gate_markdown(self.document)

    def save(self, folder: str | Path) -> Path:
        """Write `gate.json`, `gate.xml` and `gate.md` into a folder, together."""
        place = Path(folder)
        check_folder(place, KINDS, ())
        self.write(place)
        return place / GateDocument.FILE

    def write(self, folder: Path, junit: Path | None = None) -> None:
        """Write the files into a folder that was checked, and the test cases into another place as well."""
        private_folder(folder)
        files: dict[Path, Content] = {
            folder / GateDocument.FILE: self.document.content(),
            folder / JUNIT: self.to_junit(),
            folder / SUMMARY: as_bytes(self.to_markdown()),
        }
        if self.run is not None:
            files[folder / Run.FILE] = self.run.content()
        write_together(files | ({} if junit is None else {junit: self.to_junit()}))

    def __repr__(self) -> str:
        return repr(self.document)

    def _repr_html_(self) -> str:
        return self.document._repr_html_()


def gate(
    data: Any,
    policy: str | Path | Policy,
    *,
    released: Any = None,
    control: Any = None,
    account: str | Path | None = None,
    baseline: str | Path | None = None,
    people: str | Path | None = None,
    attacks: Attacks | None = None,
    targets: int = 10_000,
    sample_first: bool = False,
    seed: int = 1,
    threads: int | None = None,
    memory: str | None = None,
    junit: str | Path | None = None,
    evidence: str | Path | None = None,
    sign: str | Path | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
    **options: Unpack[ReadingArguments],
) -> GateResult:
    """Decide by a policy whether data may leave: pass, fail, or undecided where there is too little to be sure.

    `data` is whatever `read` takes, and `policy` a file or an object. With `released`, that version of the data is what
    leaves. `account` is the JSON of `standout protect` about it, for what is proven of it; a result of `protect` brings
    its own. `control` are people who are not in the release, `baseline` the `findings.json` of an earlier audit, more
    than which may not be found, `people` a table with attributes of people. At most `targets` attacks are made with
    each adversary and attack; with `sample_first` it ends as soon as the verdict is certain. With `out`, `gate.json`,
    `gate.xml`, `gate.md` and `run.json` are written there; with `evidence`, a folder, the evidence pack is (signed with
    the key in `sign`). `tell` hears what a command would note on the way.

    >>> import pyarrow as pa
    >>> import standout as so
    >>> held = sorted({(person, (person * step) % 17) for person in range(60) for step in range(1, 8)})
    >>> owners, items = zip(*held)
    >>> policy = so.Policy(
    ...     "in short", "a test", "A. Owner", so.make_policy("public-release").review,
    ...     (so.Recipient("public", (so.Expected(so.Adversary(items=3), "posts"),), {"found": 0.01}),),
    ... )
    >>> so.gate(pa.table({"user": owners, "item": items}), policy, attacks="tf-idf", targets=500).verdict
    'fail'
    """
    clock = Clock()
    settings = GateSettings(targets, sample_first, chosen_attacks(attacks), seed, threads)
    reading, folder = asked(**options), None if out is None else Path(out)
    read = [
        str(each)
        for each in (data, released, control, policy, account, baseline, people)
        if isinstance(each, str | Path)
    ]
    if folder is not None:
        check_folder(folder, KINDS, read)
    if junit is not None:
        check_files({Path(junit): "junit"}, read)
    rules = read_policy(policy) if isinstance(policy, str | Path) else policy
    settings.audit(rules.adversaries)
    for each in (data, released, control):
        if isinstance(each, str | Path):
            check_there(str(each))
    if evidence is not None:
        check_pack(Path(evidence), sign, read)
    _remind(rules, tell)
    before = None if baseline is None else baseline_of(baseline)
    watched = progress or no_progress
    with keeping_to(parse_memory(memory)), ExitStack() as held:
        work = None if folder is None else held.enter_context(working_folder(folder))
        watched("reading the data", 0, 1)
        dataset = as_dataset(data, reading, work and work / "data")
        other = None if released is None else at_hand(as_dataset(released, reading, work and work / "released"))
        apart = None if control is None else at_hand(as_dataset(control, reading, work and work / "control"))
        told = account_of(account, released, other)
        last, given = (dataset, data) if other is None else (other, released)
        beside = Asked(
            linkability=partial(
                linked_in, last, settings.audit(rules.adversaries),
                partial(read_as_events, given, reading, last, work and work / "events"),
            ),
            inference=partial(inferred_from, dataset, last, people, seed),
            control=apart,
            baseline=before,
            account=told,
            protections=protections_of(told),
        )  # fmt: skip
        decision = decide(dataset, rules, settings, beside, released=other, progress=watched)
        typed = {
            "released": None if released is None else place_of(released),
            "policy": policy if _is_path(policy) else None, "account": account, "baseline": baseline,
            "control": None if control is None else place_of(control),
            "people": people, "attack": None if attacks is None else listed(attacks), "sample-first": sample_first,
            "targets": None if targets == GateSettings().targets else targets, "seed": None if seed == 1 else seed,
        }  # fmt: skip
        others = {"control": control, "baseline": baseline, "people": people, "account": None if account else told}
        run = run_of(
            "gate", data, reading, typed, clock, targets=targets, attacks=[each.name for each in settings.attacks],
            sample_first=sample_first, beside=[name for name, value in others.items() if value is not None],
            inputs={POLICY: policy if isinstance(policy, str | Path) else None, ACCOUNT: account},
        )  # fmt: skip
        result = GateResult(decision, run)
        refuse_replaced(dataset.mapped_from, *(each.mapped_from for each in (other, apart) if each is not None))
        if folder is not None:
            result.write(folder, None if junit is None else Path(junit))
        if evidence is not None:
            pack_gate(result.document, run, Path(evidence), sign)
    return result


def _is_path(given: Any) -> bool:
    return isinstance(given, str | Path)


def _remind(policy: Policy, tell: Callable[[str], None] | None) -> None:
    """Say that a policy is out of date, or nobody's: that hangs on the day, so it stands in no document."""
    from standout.gating.ready_policies import TO_BE_NAMED

    if tell is None:
        return
    if policy.review < date.today():
        tell(f"the policy was to be reviewed on {policy.review.isoformat()}; look at it again and set a new day")
    if policy.responsible == TO_BE_NAMED:
        tell("the policy names nobody who is responsible; write a name into it")
