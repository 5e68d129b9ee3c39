"""Commands that can be pasted: with the user's own data, and with every option that it was read with."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from standout.data.dataset import Dataset
from standout.library.reading import Reading

DATA = "DATA"
"""Stands for data that has no name, being in memory."""


def pasteable(command: str, data: Any, reading: Reading, more: Sequence[str] = ()) -> str:
    """The line that runs a command on the same data, read in the same way; quoted as a shell wants it."""
    words = ["standout", command, place_of(data), *options_of(reading), *more]
    return " ".join(shlex.quote(word) for word in words)


def place_of(data: Any) -> str:
    """Where data is, as it was named."""
    if isinstance(data, Dataset):
        return data.source.path or DATA
    return str(data) if isinstance(data, str | Path) else DATA


def options_of(reading: Reading) -> list[str]:
    """The options that are not left at their default, as they are typed: every field of a reading is one."""
    words: list[str] = []
    for field in fields(reading.options):
        value, option = getattr(reading.options, field.name), f"--{field.name.replace('_', '-')}"
        usual = field.default_factory() if field.default_factory is not MISSING else field.default
        if value is None or value == usual:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, Mapping):
            words += [option, ",".join(f"{role}={name}" for role, name in value.items())]
        elif isinstance(value, tuple | list):
            words += [word for part in value for word in (option, str(part))]
        else:
            words += [option, str(value)]
    return words
