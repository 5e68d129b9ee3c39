"""`standout.reproduce`: papers on paths and on data in memory; nothing is written unless a folder is named."""

from __future__ import annotations

from pathlib import Path

import pytest

import standout as so
from standout.data.index import from_arrays
from standout.errors import BadInput


def test_a_dataset_is_as_good_as_its_path(tmp_path: Path) -> None:
    data = so.read("sample")
    found = so.reproduce("frankowski", data, draws=1, out=tmp_path)
    assert found.to_json() == so.reproduce("frankowski", "sample", draws=1).to_json()
    assert (tmp_path / "frankowski.md").read_text("utf-8") == found.to_markdown()


def test_what_reads_several_files_needs_a_path() -> None:
    with pytest.raises(BadInput, match="must be a path"):
        so.reproduce("strucks", from_arrays([0, 1], [0, 1]))


@pytest.mark.parametrize(
    ("paper", "said"), [("someone", "no reproduction of 'someone'"), ("narayanan", "narayanan: no data")]
)
def test_what_cannot_be_is_refused(paper: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        so.reproduce(paper)
