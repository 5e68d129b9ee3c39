"""Prepared datasets as hostile input: flipped bits, and folders that were made on purpose, with right checksums."""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standout.data.dataset import LocalDataset
from standout.data.model import NO_SCALE, Scale, Source
from standout.data.prepared import Entries, open_prepared, write_prepared
from standout.data.vocabulary import numbered
from standout.errors import BadInput
from standout.outputs.markers import MARKER
from tests.data.crafted import ITEMS, PEOPLE, edit, reseal, write

FLIPS = 2_000


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "made"
    write(folder)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "prepared"))


def everything(data: LocalDataset) -> list[Any]:
    """All that a dataset says."""
    records, names = data.held.records, data.vocabulary
    arrays: list[Any] = [records.starts, records.items, records.values, records.days, data.holders]
    arrays += [array for shard in data.held.shards for array in (shard.starts, shard.entries)]
    texts = [names.everybody().to_pylist(), names.items.to_pylist(), names.titles and names.titles.to_pylist()]
    shards = [(shard.first_person, shard.people_count, shard.packing) for shard in data.held.shards]
    told = [data.scale, data.first_day, data.last_day, data.source, data.held.first_person, data.people]
    return [array.tolist() for array in arrays] + texts + shards + told


def refusal(folder: Path) -> str:
    with pytest.raises(BadInput) as refused:
        open_prepared(folder)
    return str(refused.value)


def test_two_thousand_flipped_bits_are_refused_or_change_nothing(folder: Path) -> None:
    chance, whole = random.Random(14), everything(open_prepared(folder))
    files = [file for file in sorted(folder.iterdir()) if file.stat().st_size]
    refused = passed = 0
    sizes = [file.stat().st_size for file in files]
    for turn in range(FLIPS):
        # every second flip in a file drawn evenly, so that small files get their share
        file = chance.choice(files) if turn % 2 else chance.choices(files, sizes)[0]
        content = file.read_bytes()
        passed += file.name == MARKER  # it says whether the folder may be replaced, and nothing about the data
        at, bit = chance.randrange(len(content)), chance.randrange(8)
        file.write_bytes(content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :])
        try:
            assert everything(open_prepared(folder)) == whole, f"bit {bit} of byte {at} of {file.name}"
        except BadInput as problem:
            assert "prepare" in str(problem), problem  # noqa: PT017
            refused += 1
        file.write_bytes(content)
    assert refused > (FLIPS - passed) * 0.99


@pytest.mark.parametrize("name", ["record_items.bin", "shard00000_entries.bin", "manifest.json", "people_text.bin"])
@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "gone"])
def test_only_plain_files_are_opened(folder: Path, name: str, kind: str) -> None:
    file = folder / name
    file.rename(folder.parent / "moved")
    if kind == "link":
        file.symlink_to(folder.parent / "moved")
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "folder":
        file.mkdir()
    assert name in refusal(folder)


def set_at(at: int, value: int) -> Callable[[Any], None]:
    def change(array: Any) -> None:
        array[at] = value

    return change


def swapped(first: int, second: int) -> Callable[[Any], None]:
    def change(array: Any) -> None:
        array[[first, second]] = array[[second, first]]

    return change


ARRAYS: list[tuple[str, Callable[[Any], Any], str]] = [
    ("record_items.bin", set_at(3, 2**31 - 1), "hold the same"),
    ("record_items.bin", set_at(3, -1), "hold the same"),
    ("record_items.bin", set_at(-1, ITEMS), "hold the same"),
    ("record_items.bin", set_at(1, 0), "hold the same"),
    ("record_items.bin", swapped(0, 1), "hold the same"),
    ("record_starts.bin", swapped(2, 7), "starts of records"),
    ("record_starts.bin", set_at(3, 2**62), "starts of records"),
    ("record_starts.bin", set_at(3, -(2**63)), "starts of records"),
    ("record_starts.bin", set_at(0, 1), "starts of records"),
    ("record_starts.bin", set_at(-1, 2**40), "starts of records"),
    ("record_starts.bin", set_at(4, 0), "starts of records"),
    ("record_values.bin", set_at(2, 3), "hold the same"),
    ("record_values.bin", set_at(2, 254), "hold the same"),
    ("record_days.bin", set_at(2, 65_534), "hold the same"),
    ("record_days.bin", set_at(2, 31), "hold the same"),
    ("shard00000_starts.bin", swapped(1, 4), "starts of the index"),
    ("shard00000_starts.bin", set_at(2, 2**30), "starts of the index"),
    ("shard00000_starts.bin", set_at(2, -5), "starts of the index"),
    ("shard00000_entries.bin", set_at(2, 65_535), "hold the same"),
    ("shard00000_entries.bin", set_at(2, 2**32 - 1), "hold the same"),
    ("shard00000_entries.bin", swapped(0, 1), "hold the same"),
    ("holders.bin", set_at(0, 2**62), "holders"),
    ("holders.bin", set_at(0, -1), "holders"),
    ("holders.bin", swapped(0, 1), "holders"),
    ("people_starts.bin", set_at(1, 2**40), "names of people"),
    ("people_starts.bin", swapped(3, 5), "names of people"),
    ("items_starts.bin", set_at(-1, 10**6), "names of items"),
    ("titles_starts.bin", set_at(2, -9), "names of titles"),
    ("titles_known.bin", set_at(2, 7), "titles"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change", "word"), ARRAYS)
def test_arrays_that_reach_outside_or_disagree_are_refused(
    folder: Path, name: str, change: Callable[[Any], Any], word: str
) -> None:
    edit(folder, name, change)
    assert word in refusal(folder)


def test_records_and_index_that_tell_two_stories_are_refused(folder: Path) -> None:
    """Both views are sound by themselves, with as many holders of every item, but of other people."""
    data = open_prepared(folder)
    starts, entries = data.held.shards[0].starts, data.held.shards[0].entries.copy()
    people = entries & 0xFFFF
    absent = next(p for p in range(PEOPLE) if p not in people[starts[0] : starts[1]] and p > people[starts[1] - 1])
    last = int(starts[1]) - 1
    edit(folder, "shard00000_entries.bin", set_at(last, int(entries[last] & ~np.uint32(0xFFFF)) | absent))
    assert "hold the same" in refusal(folder)


@pytest.mark.parametrize("kind", [np.uint16, np.uint32, np.uint64])
def test_several_shards_and_entries_of_every_size_are_compared(tmp_path: Path, kind: Any) -> None:
    """The last entry of the second shard says another person; nothing else is wrong."""
    people, levels = 65_540, {np.uint16: 0, np.uint32: 3, np.uint64: 200}[kind]
    who = np.repeat(np.arange(people), 2)
    values = (who % levels).astype(np.uint8) if levels else None
    scale = Scale("numbers", tuple(map(str, range(levels))), tuple(map(float, range(levels)))) if levels else NO_SCALE
    days = (who % 900).astype(np.uint16) if levels else None
    write_prepared(
        tmp_path / "p", [Entries(who, np.tile([0, 2], people), values, days)],
        vocabulary=numbered(people, 3), scale=scale, first_day=7 if levels else None, source=Source((), ""),
    )  # fmt: skip
    data = open_prepared(tmp_path / "p")
    assert [(shard.people_count, shard.entries.dtype) for shard in data.held.shards] == [(65_536, kind), (4, kind)]
    file = tmp_path / "p" / "shard00001_entries.bin"
    entries = np.frombuffer(file.read_bytes(), kind).copy()
    entries[-1] ^= kind(1)
    file.write_bytes(entries.tobytes())
    reseal(tmp_path / "p")
    assert "hold the same" in refusal(tmp_path / "p")


def test_a_value_beyond_the_scale_in_both_views_is_refused(folder: Path) -> None:
    """Three values take two bits, so no bit pattern but "none" is left; with four labels fewer, a code is too large."""

    def shorter(manifest: dict[str, Any]) -> None:
        manifest["scale"] = {"kind": "numbers", "labels": ["1", "2"], "positions": [1.0, 2.0]}

    reseal(folder, shorter)
    assert "outside the scale" in refusal(folder) or "hold the same" in refusal(folder)


@pytest.mark.parametrize("days", [18, 20, 25])
def test_another_last_day_is_refused(folder: Path, days: int) -> None:
    reseal(folder, lambda manifest: manifest.update(last_day=days))
    assert "last day" in refusal(folder)


def test_names_must_be_text_and_differ(folder: Path) -> None:
    text = (folder / "people_text.bin").read_bytes()
    (folder / "people_text.bin").write_bytes(b"\xff" + text[1:])
    reseal(folder)
    assert "no text" in refusal(folder)
    (folder / "people_text.bin").write_bytes(b"1" + text[1:])
    reseal(folder)
    assert "same name" in refusal(folder)


MANIFESTS: list[tuple[str, Any, str]] = [
    ("people", -1, "'people'"),
    ("people", 2**70, "'people'"),
    ("people", PEOPLE + 1, "shard_people"),
    ("people", "10", "'people'"),
    ("people", 10.0, "'people'"),
    ("people", True, "'people'"),
    ("people", None, "'people'"),
    ("items", ITEMS + 1, "size"),
    ("items", 2**31, "'items'"),
    ("interactions", 2**61, "'interactions'"),
    ("interactions", 0, "size"),
    ("first_day", None, "last_day"),
    ("first_day", 10**12, "'first_day'"),
    ("first_day", [], "'first_day'"),
    ("last_day", 40_000, "'last_day'"),
    ("last_day", -1, "'last_day'"),
    ("shard_people", [PEOPLE + 5, -5], "shard_people"),
    ("shard_people", [65_537], "shard_people"),
    ("shard_people", [0] * 5 + [PEOPLE], "shard_people"),
    ("shard_people", [4, 6], "files"),
    ("shard_people", "10", "shard_people"),
    ("titles", False, "files"),
    ("titles", 1, "titles"),
    ("scale", None, "scale"),
    ("scale", {"kind": "none", "labels": [], "positions": []}, "size"),
    ("scale", {"kind": "none", "labels": ["1"], "positions": [1.0]}, "scale"),
    ("scale", {"kind": "words", "labels": ["1"], "positions": [1.0]}, "scale"),
    ("scale", {"kind": [], "labels": ["1"], "positions": [1.0]}, "scale"),
    ("scale", {"kind": "numbers", "labels": list("123"), "positions": [3.0, 2.0, 1.0]}, "scale"),
    ("scale", {"kind": "numbers", "labels": list("123"), "positions": [1.0, 1.0, 2.0]}, "scale"),
    ("scale", {"kind": "numbers", "labels": list("123"), "positions": [1.0, 2.0]}, "scale"),
    ("scale", {"kind": "numbers", "labels": list("123"), "positions": ["1", "2", "3"]}, "positions"),
    ("scale", {"kind": "numbers", "labels": list("123"), "positions": [1, 2, 10**400]}, "a number of 401 digits"),
    ("scale", {"kind": "numbers", "labels": [1, 2, 3], "positions": [1.0, 2.0, 3.0]}, "labels"),
    ("scale", {"kind": "numbers", "labels": [str(i) for i in range(256)], "positions": list(range(256))}, "scale"),
    ("source", {"files": ["a"], "sha256": "00", "notes": ["\ud800"]}, "notes"),
    ("source", {"files": "abc", "sha256": "00", "notes": []}, "files"),
    ("source", {"files": [], "sha256": "xyz", "notes": []}, "sha256"),
    ("source", {"files": [], "sha256": "00"}, "source"),
    ("files", [], "files"),
    ("files", {}, "files"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "word"), MANIFESTS)
def test_a_manifest_that_says_what_cannot_be_is_refused(folder: Path, key: str, value: Any, word: str) -> None:
    reseal(folder, lambda manifest: manifest.update({key: value}))
    assert word in refusal(folder)


@pytest.mark.parametrize("name", ["../made/holders.bin", "/etc/passwd", "record_items.bin/../holders.bin", "other.bin"])
def test_a_manifest_cannot_name_other_files(folder: Path, name: str) -> None:
    def more(manifest: dict[str, Any]) -> None:
        manifest["files"][name] = manifest["files"]["holders.bin"]

    reseal(folder, more)
    assert "files" in refusal(folder)


@pytest.mark.parametrize("pair", [[-1, 0], [1], "ab", None, [1.5, 2], [2**64, 1], [48, -1]])
def test_sizes_and_checksums_of_files_are_whole_numbers(folder: Path, pair: Any) -> None:
    reseal(folder, lambda manifest: manifest["files"].update({"holders.bin": pair}))
    assert "'standout prepare'" in refusal(folder)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"format": "standout-prepared", "version": NaN}',
        '{"format": "standout-prepared", "version": ' + "9" * 5_000 + "}",
        '{"format": "standout-prepared", "format": "standout-prepared"}',
        " " * ((16 << 20) + 1),
        "\ufeff{}",
    ],
    ids=["deep list", "deep table", "NaN", "digits", "twice", "huge", "mark"],
)
def test_json_made_to_hurt_is_refused(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text)
    assert "manifest.json" in refusal(folder)


def test_the_manifest_has_a_checksum_over_itself(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["source"]["notes"] = ["another note"]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    assert "checksum" in refusal(folder)


def test_a_folder_of_the_first_version_is_to_be_made_again(folder: Path) -> None:
    reseal(folder, lambda manifest: manifest.update(version=1))
    assert "version 1" in refusal(folder)
    assert "make it again with 'standout prepare'" in refusal(folder)


def test_what_was_opened_can_be_sent_elsewhere(folder: Path) -> None:
    """Facts of a dataset go to a cluster; what was noted about its files must not hinder that."""
    facts = open_prepared(folder).facts
    sent = pickle.loads(pickle.dumps(facts))  # noqa: S301
    assert (sent.people, sent.scale, sent.holders.tolist()) == (facts.people, facts.scale, facts.holders.tolist())


def test_further_files_in_the_folder_do_not_matter(folder: Path) -> None:
    whole = everything(open_prepared(folder))
    (folder / "notes.txt").write_text("mine")
    assert everything(open_prepared(folder)) == whole
