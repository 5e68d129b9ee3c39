"""Checks of options that several protections share: one line that says what was found and what is possible."""

from __future__ import annotations

from collections.abc import Sequence

from standout.data.dataset import LocalDataset
from standout.errors import BadInput


def check_choice(name: str, option: str, value: str, choices: Sequence[str]) -> None:
    """Refuse a word that is not among the choices."""
    if value not in choices:
        raise BadInput(f"protection '{name}': {option} is '{value}', but must be one of {', '.join(choices)}")


def check_share(name: str, option: str, value: float, most: float = 1.0) -> None:
    """Refuse what is not a share above 0."""
    if not 0 < value <= most:
        raise BadInput(f"protection '{name}': {option} is {value:g}, but must be above 0 and at most {most:g}")


def check_no_events(name: str, data: LocalDataset) -> None:
    """Refuse data in which a person may have an item several times."""
    if data.events:
        raise BadInput(
            f"protection '{name}' does not take data read with --repeats events; read it with --repeats count"
        )


def check_at_least(name: str, option: str, value: float, least: float) -> None:
    """Refuse a number that is too small, or none."""
    if not least <= value < float("inf"):
        raise BadInput(f"protection '{name}': {option} is {value:g}, but must be at least {least:g}")
