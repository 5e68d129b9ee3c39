"""Files may have any name that the system allows: also one that is not text in UTF-8."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from unittest.mock import patch

import pytest

from standout.errors import BadInput
from standout.io.reading import read
from tests.cli.running import standout
from tests.robustness.inputs import make

ODD = "na\udcffme"


def odd(name: str, folder: Path) -> str:
    """An input under a name that is no text."""
    made, place = make(name, folder), folder / f"{ODD}-{name}"
    (shutil.copytree if made.is_dir() else shutil.copy)(made, place)
    return str(place)


@pytest.mark.parametrize(
    "name",
    [
        "good.csv",
        "good.dat",
        "good.jsonl",
        "good.parquet",
        "good.csv.gz",
        "good.csv.zst",
        "ml-100k",
        "netflix",
        "prepared",
    ],
)
def test_data_of_every_kind_is_read_and_written(name: str, tmp_path: Path) -> None:
    source = odd(name, tmp_path)
    plain = standout(
        "protect", str(tmp_path / name), "--with", "trim:keep=3", "--out", "plain.parquet", folder=tmp_path
    )
    done = standout("protect", source, "--with", "trim:keep=3", "--out", f"{ODD}.parquet", folder=tmp_path)
    assert (plain.status, done.status) == (0, 0), done.errors
    assert (tmp_path / f"{ODD}.parquet").read_bytes() == (tmp_path / "plain.parquet").read_bytes()


def test_results_and_other_inputs_may_have_such_names(tmp_path: Path) -> None:
    commands = [
        ["prepare", odd("good.csv", tmp_path), "--titles", odd("titles.csv", tmp_path), "--out", f"{ODD}.standout"],
        ["publish", f"{ODD}.standout", "--out", f"{ODD}.json", "--page", f"{ODD}.html"],
        ["check", odd("history.txt", tmp_path), "--bulletin", f"{ODD}.json", "--out", f"{ODD}-check"],
        ["advise", odd("history.csv", tmp_path), "--data", f"{ODD}.standout", "--out", f"{ODD}-advise"],
        ["blend", odd("profile.json", tmp_path), "--personas", odd("personas.json", tmp_path), "--out", f"{ODD}-blend"],
        ["link", f"{ODD}.standout", f"{ODD}.standout", "--truth", odd("truth.csv", tmp_path), "--out", f"{ODD}-link"],
        ["sample", "--people", "20", "--items", "30", "--interactions", "100", "--out", f"{ODD}-sample"],
    ]
    for words in commands:
        done = standout(*words, folder=tmp_path)
        assert done.status == 0, (words, done.errors)
    assert json.loads((tmp_path / f"{ODD}-link" / "link.json").read_text(encoding="utf-8"))["lineups"]
    summary = json.loads(standout("prepare", f"{ODD}.standout", "--json", folder=tmp_path).output)
    assert summary["files"] == [r"na\udcffme-good.csv"]


def test_a_temporary_folder_may_have_any_name_where_there_is_a_place_for_results(tmp_path: Path) -> None:
    (tmp_path / ODD).mkdir()
    with patch.object(tempfile, "tempdir", str(tmp_path / ODD)):
        done = standout("personas", str(make("profiles.csv", tmp_path)), folder=tmp_path)
        assert done.status == 0, done.errors
        with pytest.raises(BadInput, match="set TMPDIR to another folder"):
            read(make("good.csv", tmp_path))
