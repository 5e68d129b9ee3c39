"""A look at data before it is used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from standout.io.looking import look_at
from standout.io.reading_options import ReadingArguments, ReadingOptions, reading_options
from standout.io.sources.bringing import called
from standout.results.data_check import CheckedSource, DataCheck, SizesRead


def check_data(data: Sequence[str | Path], **options: Unpack[ReadingArguments]) -> DataCheck:
    """Everything that is wrong with these files or folders, each read as the options say; nothing is written."""
    read_as = reading_options(**options)
    sources = tuple(_checked(str(each), read_as) for each in data)
    return DataCheck(readable=all(source.readable for source in sources), sources=sources)


def _checked(data: str, options: ReadingOptions) -> CheckedSource:
    looked = look_at(data, options)
    dataset = looked.dataset
    return CheckedSource(
        data=called(data),
        readable=not looked.problems,
        problems=looked.problems,
        notes=dataset.source.notes if dataset else (),
        read=SizesRead(dataset.people, dataset.items, dataset.count) if dataset else None,
        understood=dataset.source.understood if dataset else None,
    )
