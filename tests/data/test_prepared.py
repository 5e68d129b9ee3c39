"""Prepared datasets: what was written is what is opened, and damage is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.index import from_arrays
from standout.data.model import Scale, Source
from standout.data.prepared import Entries, is_prepared, open_prepared, write_prepared
from standout.data.vocabulary import numbered
from standout.errors import BadInput
from standout.io.reading import read
from standout.outputs.markers import MARKER

SCALE = Scale("numbers", ("1", "2", "3"), (1.0, 2.0, 3.0))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    people, items = np.array([0, 0, 1, 2, 2]), np.array([0, 1, 1, 0, 2])
    entries = Entries(
        people, items, np.array([0, 1, 2, NO_VALUE, 0], np.uint8), np.array([5, 0, NO_DAY, 7, 1], np.uint16)
    )
    write_prepared(
        tmp_path / "prepared",
        [entries],
        vocabulary=numbered(3, 3),
        scale=SCALE,
        first_day=100,
        source=Source(("a.csv",), "00", ("a note",)),
    )
    return tmp_path / "prepared"


def _refusal(folder: Path) -> str:
    with pytest.raises(BadInput) as refusal:
        read(folder)
    return str(refusal.value)


def test_it_holds_what_was_written(folder: Path) -> None:
    data = open_prepared(folder)
    same = from_arrays(
        [0, 0, 1, 2, 2],
        [0, 1, 1, 0, 2],
        [0, 1, 2, NO_VALUE, 0],
        [5, 0, NO_DAY, 7, 1],
        scale=SCALE,
        first_day=100,
    )
    for field in ("starts", "items", "values", "days"):
        np.testing.assert_array_equal(getattr(data.held.records, field), getattr(same.held.records, field))
    for field in ("starts", "entries"):
        np.testing.assert_array_equal(getattr(data.held.shards[0], field), getattr(same.held.shards[0], field))
    np.testing.assert_array_equal(data.holders, same.holders)
    assert (data.scale, data.first_day, data.last_day) == (SCALE, 100, 7)
    assert data.source == Source(("a.csv",), "00", ("a note",))


def test_repeats_are_found_across_batches(tmp_path: Path) -> None:
    pairs = [(0, 0), (0, 0), (0, 1), (1, 0), (1, 0), (1, 0)]
    batches = [
        Entries(np.array([person]), np.array([item]), np.array([number], np.uint8), None)
        for number, (person, item) in enumerate(pairs)
    ]
    scale = Scale("numbers", tuple("012345"), (0.0, 1.0, 2.0, 3.0, 4.0, 5.0))
    data = write_prepared(
        tmp_path / "p", batches, vocabulary=numbered(2, 2), scale=scale, first_day=None, source=Source((), "")
    )
    assert data.held.records.values.tolist() == [1, 2, 5]
    assert data.source.notes[0].startswith("3 repeated")


def test_every_file_is_checked(folder: Path) -> None:
    for file in sorted(folder.iterdir()):
        whole = file.read_bytes()
        if file.name in ("manifest.json", MARKER) or not whole:
            continue
        flipped = bytearray(whole)
        flipped[len(whole) // 2] ^= 1
        for damaged in (bytes(flipped), whole[:-1], whole + b"\0"):
            file.write_bytes(damaged)
            message = _refusal(folder)
            assert file.name in message
            assert "standout prepare" in message
        file.unlink()
        assert file.name in _refusal(folder)
        file.write_bytes(whole)
    assert read(folder).people == 3


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda _: {"name": "a web app"}, "not a prepared dataset"),
        (lambda _: ["a", "list"], "not a prepared dataset"),
        (lambda manifest: manifest | {"version": 999}, "version 999"),
        (lambda manifest: {key: manifest[key] for key in manifest if key != "scale"}, "'scale'"),
    ],
)
def test_a_foreign_or_later_manifest(folder: Path, change: Callable[[Any], Any], word: str) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(change(manifest)))
    assert word in _refusal(folder)


@pytest.mark.parametrize("text", ["", "{", "\x00", "null"])
def test_a_broken_manifest(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text)
    assert "manifest.json" in _refusal(folder)


def test_half_written_is_no_known_layout(folder: Path) -> None:
    (folder / "manifest.json").unlink()
    assert not is_prepared(folder)
    assert "no known layout" in _refusal(folder)


def test_a_failure_while_writing_leaves_the_old_one(folder: Path) -> None:
    def failing() -> Any:
        yield Entries(np.array([0]), np.array([0]), None, None)
        raise OSError("disk gone")

    with pytest.raises(OSError, match="disk gone"):
        write_prepared(
            folder,
            failing(),
            vocabulary=numbered(1, 1),
            scale=Scale("none"),
            first_day=None,
            source=Source((), ""),
        )
    assert open_prepared(folder).people == 3
    assert [path.name for path in folder.parent.iterdir()] == ["prepared"]
