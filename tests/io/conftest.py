"""What tests of reading share: the content of interactions in outside words, as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from standout.data.codes import NO_DAY, NO_VALUE
from standout.data.dataset import LocalDataset
from standout.io.reading import read

Content = dict[tuple[str, str], tuple[str | None, int | None]]
"""Label of the value and day since 1970, by person and item."""


def _content(data: LocalDataset) -> Content:
    records, found = data.held.records, {}
    for person in range(data.people):
        for at in range(int(records.starts[person]), int(records.starts[person + 1])):
            value = int(records.values[at]) if data.has_values else NO_VALUE
            day = int(records.days[at]) if data.has_days else NO_DAY
            label = None if value == NO_VALUE else data.scale.labels[value]
            when = None if day == NO_DAY or data.first_day is None else data.first_day + day
            found[data.vocabulary.person(person), data.vocabulary.item(int(records.items[at]))] = (label, when)
    return found


@pytest.fixture(scope="session")
def content() -> Callable[[LocalDataset], Content]:
    return _content


ReadText = Callable[..., LocalDataset]


@pytest.fixture
def read_text(tmp_path: Path) -> ReadText:
    """Write text (or bytes) under a name and read it."""

    def write_and_read(text: str | bytes, name: str = "data.csv", **options: object) -> LocalDataset:
        file = tmp_path / name
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        return read(file, into=tmp_path / "prepared", **options)  # type: ignore[arg-type]

    return write_and_read
