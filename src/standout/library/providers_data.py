"""The data that a provider publishes something about, here or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from standout.data.contents import refuse_replaced
from standout.data.dataset import AnyDataset, Dataset
from standout.engines.base import Engine
from standout.errors import BadInput
from standout.library.bulletins import place_of
from standout.library.engine_choice import on_spark, reads_on_spark, under
from standout.library.reading import Reading, as_dataset


@dataclass(frozen=True)
class ProvidersData:
    """What a provider publishes about: the data, and how and where it is read."""

    data: Any
    reading: Reading
    engine: str | Engine | None
    spark_master: str | None

    def __post_init__(self) -> None:
        if reads_on_spark(self.engine, self.spark_master) and place_of(self.data) is None:
            raise BadInput("--engine spark: reads a file, a folder or a table; give its place")

    @property
    def on_spark(self) -> bool:
        return self.engine == "spark"

    @property
    def place(self) -> str | Path | None:
        """Where people's rows are; none for those that are in no file."""
        return self.data.source.path if isinstance(self.data, Dataset) else place_of(self.data)

    @property
    def name(self) -> str:
        return str(place_of(self.data) or "the data")

    @contextmanager
    def opened(self) -> Iterator[AnyDataset]:
        """The data, here or on a cluster."""
        if self.on_spark:
            with on_spark(self.data, self.reading, self.spark_master) as on_cluster:
                yield on_cluster
        else:
            dataset = under(self.engine, as_dataset(self.data, self.reading))
            yield dataset
            refuse_replaced(dataset.mapped_from)


def refuse_skipping(skip_bad_rows: bool) -> None:
    """With noise no row may be left out because of others."""
    if skip_bad_rows:
        raise BadInput(
            "--skip-bad-rows: not with --epsilon, since one person's rows may decide which rows of others are bad; "
            "mend the file first"
        )
