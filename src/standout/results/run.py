"""How a result came about: the command, the day, the time it took and the machine; and how to make it once more.

It stands in a file of its own, `run.json`. So findings are the same, byte for byte, whenever and wherever they are
made from the same data with the same version and seed, and all that differs from run to run is here.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from standout.results.base import Document, Part

POLICY, ACCOUNT = "policy.toml", "account.json"
"""Small files that a gate reads, as they are called where they are kept."""

Written = str | int | float | bool | None | dict[str, str]
"""What an option of reading can be."""


class Machine(Part, frozen=True, kw_only=True):
    """What it was computed on."""

    system: str
    processor: str
    cores: int
    memory_gb: float | None = None
    """Gigabytes of memory; absent where the system does not say."""


class Run(Document, frozen=True, kw_only=True):
    """How a result came about."""

    KIND: ClassVar[str] = "run"
    FILE: ClassVar[str] = "run.json"

    command: str
    """The command that makes it again; files appear by name, without their folders, and where it goes is left out."""
    date: str
    """The day on which it ended, in UTC."""
    minutes: float
    """How long it took, by the clock."""
    resumed: bool = False
    """Whether it went on where an earlier run had stopped: then the minutes are those of the last part alone."""
    machine: Machine
    versions: dict[str, str]
    """Of Python, and of the libraries that figures depend on."""
    targets: int | None = None
    """How many people were asked for; absent if everybody was."""
    tuned: bool = False
    """Whether the constants of attacks were chosen on people who were held out."""
    attacks: tuple[str, ...] = ()
    """Which attacks were asked for by a gate."""
    sample_first: bool = False
    """Whether a gate ended as soon as its verdict was certain."""
    inputs: dict[str, str] = msgspec.field(default_factory=dict)
    """Small files that were read besides the data, by name: the policy of a gate, the account of a protection."""
    beside: tuple[str, ...] = ()
    """What else was read, and is not kept here: people's attributes, a control, an earlier audit."""
    reading: dict[str, Written] = msgspec.field(default_factory=dict)
    """How data was asked to be read, where that is not as usual."""
