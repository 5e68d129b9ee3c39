"""Crowds kept from one release to the next: who was in which, and who may be in the next release with whom.

A crowd of which everybody is still there stays as it is. One that somebody has left is not released alone again: what
it lacks since then would be that person's. All who are left of such crowds are put into crowds anew, among themselves,
and so are those who came: a newcomer in an old crowd would be told by what it has since then. Who would not be in a
crowd of k is left out of the release.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from standout.common.arrays import Bools, Int64s
from standout.common.documents import Unfit, decoded, read_document
from standout.common.plain import plain_path
from standout.data.dataset import AnyDataset
from standout.data.vocabulary import positions
from standout.errors import BadInput
from standout.protections.crowds.crowd_groups import Grouping

SCHEMA = "standout/crowds/1.0"
_LARGEST = 4_000_000_000


@dataclass(frozen=True)
class Earlier:
    """The crowds of an earlier release, by the people of the data: -1 for who was not in it."""

    crowds: Int64s
    whole: Bools
    """By crowd, whether all who were in it are still there."""

    @property
    def stays(self) -> Bools:
        """By person, whether their crowd stays as it is."""
        return (self.crowds >= 0) & self.whole[np.maximum(self.crowds, 0)]

    @property
    def bereft(self) -> Bools:
        """By person, whether somebody of their crowd has left."""
        return (self.crowds >= 0) & ~self.stays

    @property
    def new(self) -> Bools:
        return np.asarray(self.crowds < 0)


def written_crowds(data: AnyDataset, grouping: Grouping, k: int) -> str:
    """Who is in which crowd, for the owner alone: ids as they are in the data."""
    ids = data.vocabulary.everybody().to_pylist()
    crowds = [
        [str(ids[person]) for person in grouping.people[begin:end].tolist()]
        for begin, end in zip(grouping.starts[:-1], grouping.starts[1:], strict=True)
    ]
    text = json.dumps(crowds, ensure_ascii=True, separators=(",", ":"))
    mark = hashlib.sha256(text.encode()).hexdigest()
    return json.dumps({"schema": SCHEMA, "k": k, "sha256": mark, "crowds": crowds}, ensure_ascii=True) + "\n"


def earlier_crowds(file: Path, data: AnyDataset, k: int) -> Earlier:
    """The crowds that an earlier release was dealt in, from the file that `protect` wrote beside it."""
    name, crowds = plain_path(file), _read(file)
    if min(map(len, crowds), default=0) < k:
        raise BadInput(f"{name}: has a crowd of fewer than {k} people; give the k that it was made with")
    ids = [person for crowd in crowds for person in crowd]
    if len(set(ids)) < len(ids):
        raise BadInput(f"{name}: somebody is in two crowds; give the file as protect wrote it")
    sizes = np.array([len(crowd) for crowd in crowds], np.int64)
    places = positions(ids, data.vocabulary.people)
    if not (places >= 0).any():
        raise BadInput(f"{name}: nobody of it is in the data by id; give the crowds of an earlier release of this data")
    of_ids, there = np.repeat(np.arange(len(crowds)), sizes), places >= 0
    found = np.full(data.people, -1, np.int64)
    found[places[there]] = of_ids[there]
    return Earlier(found, np.bincount(of_ids[there], minlength=len(crowds)) == sizes)


def _read(file: Path) -> list[list[str]]:
    """The crowds of a file; anything else than what was written is refused."""
    name = plain_path(file)
    wrong = f"{name}: not a file of crowds as 'standout protect --with crowds' writes it; give that one"
    try:
        found = json.loads(decoded(read_document(file, "a file of crowds", _LARGEST)))
    except (Unfit, ValueError):
        raise BadInput(wrong) from None
    if not isinstance(found, dict) or found.get("schema") != SCHEMA or not isinstance(found.get("crowds"), list):
        raise BadInput(wrong)
    crowds = found["crowds"]
    text = json.dumps(crowds, ensure_ascii=True, separators=(",", ":"))
    if found.get("sha256") != hashlib.sha256(text.encode()).hexdigest():
        raise BadInput(f"{name}: was changed since it was written; give the file as protect wrote it")
    return [[str(person) for person in crowd] for crowd in crowds]
