"""Standout: who stands out in behavioural data, and how to make them blend in.

The library, a function a command:

- `read` data from a file, a data frame, a matrix; `audit` says who in it can be found, `link` looks for the people of
  one dataset in another, `infer` says what records betray about an attribute;
- `protect` changes data, `compare` says what protections cost and how far they help;
- `publish` makes a bulletin, with which anybody can `check` themselves; `advise` says what to hide before posting;
- `personas` finds crowds of profiles, `blend` says how to look like one.

The package follows one line of thought, a folder a step:

    data, io → knowledge → attacks (on an engine) → risk → protections → verification → report

- `standout.io` reads and writes files, `standout.data` holds people × items as integers.
- `standout.knowledge` says what an adversary knows of a person, and draws it.
- `standout.attacks` says what a match is worth; `standout.engines` scores everyone, here or on a cluster.
- `standout.risk` turns scores into rates with intervals; `standout.auditing` is the audit in one screen.
- `standout.results` are the types that all of it returns; `standout.report` shows them; `standout.library` are the
  functions above and `standout.cli` the command line.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from standout._version import __version__

if TYPE_CHECKING:
    from standout.library.notebook import AuditReport, audit

_FROM: dict[str, str] = {
    "AuditReport": "library.notebook",
    "audit": "library.notebook",
}
"""Where each exported name is: imported only when it is asked for, so that `import standout` takes no time."""

__all__ = ["AuditReport", "__version__", "audit"]


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module 'standout' has no attribute {name!r}")
    return getattr(import_module(f"standout.{_FROM[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
