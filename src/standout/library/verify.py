"""`verify`: whether an evidence pack is as it was sealed, and whether its figures come out again."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from math import ceil
from pathlib import Path
from typing import Any

from standout._version import __version__
from standout.auditing.again import found_again
from standout.auditing.settings import AuditSettings, check_numbers
from standout.data.dataset import AnyDataset
from standout.errors import BadInput
from standout.io.reading_options import ReadingArguments
from standout.knowledge.adversary import adversary_of
from standout.library.choosing import chosen_attacks
from standout.library.decided_again import decided_again
from standout.library.derived_again import derived_again
from standout.library.evidence import PLACE
from standout.library.reading import as_dataset, asked
from standout.packing.pack_checks import open_pack
from standout.results.audit import AuditDocument
from standout.results.evidence import Again, Evidence
from standout.results.finding import Finding
from standout.results.seal import Seal
from standout.results.verified import Looked, Verified, same

SHARE = 0.1
"""So large a part of the findings is computed again, and at least one."""

MEASURED = (
    "targets", "looked_for", "not_known", "identified", "ties_by_lot", "blind_guess", "by_known", "by_length",
    "declared", "declared_when_absent", "max_false", "entropy_bits", "close_guess",
)  # fmt: skip
"""What is compared, to six digits: the last ones differ from processor to processor."""


def verify(
    folder: str | Path,
    *,
    data: Any = None,
    released: Any = None,
    key: str | Path | None = None,
    seed: int | None = None,
    threads: int | None = None,
    tell: Callable[[str], None] | None = None,
) -> Verified:
    """Check the seal of an evidence pack: every byte, nothing missing, nothing added, the signature; and that the
    evidence says what the documents beside it say, and the PDF what the evidence says.

    With `data` (and `released`, if a protected version was attacked), a tenth of the findings, drawn by lot and at
    least one, is computed again and compared. `key` is a file with the public key that must have signed it. What is
    drawn is fresh each time, unless a `seed` says otherwise: whoever made the pack cannot know it.

    >>> import standout as so
    >>> so.verify("no-such-folder")
    Traceback (most recent call last):
    ...
    standout.errors.BadInput: no-such-folder: no evidence pack; name the folder that `standout evidence` wrote
    """
    check_numbers(0 if seed is None else seed, threads)
    place = _pack(Path(folder))
    opened = open_pack(place, None if key is None else Path(key))
    checks = list(opened.checks)
    if opened.fine and opened.evidence is not None:
        checks += derived_again(place, opened.evidence, vouched=key is not None)
    if data is not None and opened.evidence is not None and all(check.passed for check in checks):
        lot = random.Random(secrets.randbits(64) if seed is None else seed)
        checks += _again(place, opened.evidence, data, released, lot, threads, tell or _quiet)
    elif released is not None and data is None:
        raise BadInput("--released: needs --data, from which knowledge comes")
    return Verified(
        standout=__version__,
        verified=all(check.passed for check in checks),
        checks=tuple(checks),
        fingerprint=opened.seal.fingerprint if opened.seal else None,
        signed_by=opened.signed_by,
    )


def _pack(folder: Path) -> Path:
    """The folder itself, or the pack in a folder of results."""
    inside = folder / PLACE
    return inside if not (folder / Seal.FILE).exists() and (inside / Seal.FILE).exists() else folder


def _quiet(_said: str) -> None:
    """Tell nobody."""


def _again(
    folder: Path,
    evidence: Evidence,
    data: Any,
    released: Any,
    lot: random.Random,
    threads: int | None,
    tell: Callable[[str], None],
) -> list[Looked]:
    """The data is the one that was measured; findings drawn by lot come out the same, and a gate decides the same."""
    how = evidence.again or evidence.gate_again
    if how is None:
        said = "how the figures were made was not written down, so they cannot be computed again; audit anew"
        return [Looked(name="data", passed=False, said=said)]
    if (released is None) != (evidence.released is None):
        wanted = "a released version was attacked; name it with --released"
        wanted = wanted if released is None else "no released version was attacked; leave --released out"
        raise BadInput(f"{folder}: {wanted}")
    read = asked(**_reading(how))
    dataset = as_dataset(data, read)
    other = None if released is None else as_dataset(released, read)
    for what, given, sealed in (("data", dataset, evidence.data), ("released", other, evidence.released)):
        if given is not None and sealed is not None and given.source.sha256 != sealed.sha256:
            said = f"--{what}: is not what was measured: its SHA-256 is another one; name {sealed.name} as it was"
            return [Looked(name="data", passed=False, said=said)]
    checks = [Looked(name="data", passed=True, said="the data is what was measured, by its SHA-256")]
    if evidence.again is not None:
        document = AuditDocument.read(folder)
        chosen = drawn(document.findings, lot)
        checks += [_compared(dataset, other, document, each, evidence.again, threads, tell) for each in chosen]
    if evidence.gate_again is not None:
        tell("deciding again, by all rules")
        checks.append(decided_again(folder, evidence.gate_again, dataset, other, threads))
    return checks


def drawn(findings: Sequence[Finding], lot: random.Random) -> list[Finding]:
    """A tenth of the findings, and at least one, by lot; in their own order."""
    count = min(len(findings), max(1, ceil(SHARE * len(findings))))
    return [findings[place] for place in sorted(lot.sample(range(len(findings)), count))]


def _reading(again: Again) -> ReadingArguments:
    options: ReadingArguments = {**again.reading}  # type: ignore[typeddict-item]
    return options


def _compared(
    data: AnyDataset,
    released: AnyDataset | None,
    document: AuditDocument,
    sealed: Finding,
    again: Again,
    threads: int | None,
    tell: Callable[[str], None],
) -> Looked:
    """One finding, computed again."""
    name = f"{sealed.who} with {sealed.attack}"
    tell(f"computing again: {name}")
    settings = document.settings
    ran = found_again(
        data,
        released,
        AuditSettings(
            adversaries=(adversary_of(sealed.adversary),),
            attacks=chosen_attacks(sealed.attack),
            targets=again.targets,
            noise=settings.noise,
            max_false=settings.max_false,
            crowd=settings.crowd,
            tune=again.tuned,
            seed=document.seed,
            threads=threads,
        ),
    )
    other = first_difference(sealed.to_dict(), ran.to_dict())
    if other is None:
        return Looked(name="finding", passed=True, said=f"{name}: comes out the same")
    return Looked(name="finding", passed=False, said=f"{name}: '{other}' comes out differently")


def first_difference(sealed: dict[str, Any], ran: dict[str, Any]) -> str | None:
    """The first key of what was measured that differs by more than the last digits; none if all is the same."""
    return next((key for key in MEASURED if not same(sealed.get(key), ran.get(key))), None)
