"""Fingerprints: what figures depend on, in a few bytes, so that only the same run is gone on with."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from standout._version import __version__
from standout.auditing.settings import AuditSettings
from standout.common.memory import make_room
from standout.data.dataset import AnyDataset
from standout.data.facts import Facts
from standout.data.partition import Partition
from standout.data.people_elsewhere import PeopleElsewhere
from standout.data.vocabulary import text_of
from standout.engines.merging import Arrays, one_after_another

_HASHED_AT_ONCE = 4
_OURS = "standout."


def fingerprint(
    data: AnyDataset, released: AnyDataset | None, settings: AuditSettings, control: AnyDataset | None = None
) -> dict[str, object]:
    """What checkpoints must have been begun with to be gone on with; threads do not matter."""
    kept = dataclasses.replace(settings, threads=None)
    return {
        "version": __version__,
        "settings": repr(kept),
        "code": code_of(*settings.attacks),
        "data": _mark(data),
        "released": released and _mark(released),
        "control": control and _mark(control),
    }


def code_of(*plugins: object) -> list[str]:
    """What somebody's own plug-ins are made of: the text of their modules, so that one that was mended is asked anew.

    Where there is no text to be had, as in a notebook, it is something new every time: such runs begin from the start.
    """
    foreign = sorted({type(plugin).__module__ for plugin in plugins} - {"builtins"})
    return [_text_of(module) for module in foreign if not module.startswith(_OURS)]


def _text_of(module: str) -> str:
    file = getattr(sys.modules.get(module), "__file__", None)
    try:
        return hashlib.sha256(Path(file or "").read_bytes()).hexdigest()
    except OSError:
        return secrets.token_hex(16)


def _mark(data: AnyDataset) -> list[Any]:
    """What figures depend on: all that the data holds, and where it says that it comes from."""
    known = [data.source.sha256, repr(data.scale), data.first_day, data.last_day]
    names = data.vocabulary
    whose = [names.people.mark] if isinstance(names.people, PeopleElsewhere) else _hashed(text_of(names.people))
    arrays = [*text_of(names.items), *([] if names.titles is None else text_of(names.titles))]
    records = data.engine.map(data, _hashed_in, merge=one_after_another)["digests"]
    return [*known, records.tobytes().hex(), *whose, *_hashed(arrays)]


def _hashed_in(partition: Partition, facts: Facts) -> Arrays:  # noqa: ARG001
    """What the records of a partition are, in a few bytes."""
    records = partition.records
    digests = "".join(_hashed([records.starts, records.items, records.values, records.days]))
    return {"digests": np.frombuffer(bytes.fromhex(digests), np.uint8)}


def _hashed(arrays: Sequence[np.ndarray[Any, Any]]) -> list[str]:
    with ThreadPoolExecutor(_HASHED_AT_ONCE) as pool:
        return list(pool.map(sha256_of, arrays))


def sha256_of(array: np.ndarray[Any, Any]) -> str:
    """Of all bytes of an array, piece by piece, as memory allows."""
    digest = hashlib.sha256()
    for begin in range(0, len(array), 1 << 22):
        digest.update(np.ascontiguousarray(array[begin : begin + (1 << 22)]).data)
        make_room()
    return digest.hexdigest()
