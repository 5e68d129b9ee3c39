"""Standout: who stands out in behavioural data, and how to make them blend in.

The package follows one line of thought, a folder a step:

    interactions → knowledge → attacks → risk → report

- `standout.interactions` reads data and holds it as integers: people × items.
- `standout.knowledge` says what an adversary knows of a person, and draws it.
- `standout.attacks` says what a match is worth; `standout.engines` scores everyone.
- `standout.risk` turns scores into rates with intervals, entropy, sparsity and theorems.
- `standout.report` shows them; `standout.cli` is the command line.

`standout.auditing.flow` runs the steps in order; `standout.audit(df)` does so for data in memory, with a report that a
notebook shows.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from standout.library.notebook import AuditReport, audit

__all__ = ["AuditReport", "__version__", "audit"]


def __getattr__(name: str) -> Any:
    """Import what is heavy only when it is asked for: the command line must start at once."""
    if name in ("audit", "AuditReport"):
        from standout.library import notebook

        return getattr(notebook, name)
    raise AttributeError(f"module 'standout' has no attribute {name!r}")
