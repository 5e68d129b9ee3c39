"""Reading data once, so that it is opened at once afterwards; and inventing a dataset."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Unpack

from standout.common.memory import keeping_to, parse_memory
from standout.data.dataset import LocalDataset
from standout.data.prepared import KIND, is_prepared
from standout.errors import BadInput
from standout.io.reading import check_there
from standout.io.reading import read as read_files
from standout.io.reading_options import ReadingArguments
from standout.io.sources.bringing import called, stem_of
from standout.outputs.places import check_replaced
from standout.results.prepare import DaysRead, PrepareResult, SampleResult, ValuesRead
from standout.sample import sample_folder
from standout.sample.invention import SampleSettings, draw_sample

_DAY_ZERO = date(1970, 1, 1)


def prepare(
    data: str | Path,
    *,
    out: str | Path | None = None,
    memory: str | None = None,
    tell: Callable[[str], None] = lambda _: None,
    **options: Unpack[ReadingArguments],
) -> PrepareResult:
    """Read a file or folder into a prepared dataset, a folder that every function and command opens at once.

    Without `out` it lies in `<data name>.standout` here. One that is prepared already is checked and left as it is.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import standout as so
    >>> folder = Path(tempfile.mkdtemp())
    >>> file = folder / "bought.csv"
    >>> _ = file.write_text("user,item\\nann,tea\\nann,milk\\nbob,tea\\n")
    >>> prepared = so.prepare(file, out=folder / "bought.standout")
    >>> prepared.people, so.read(prepared.prepared).count
    (2, 3)
    """
    check_there(str(data))
    folder = Path(data) if out is None else Path(out)
    if is_prepared(Path(data)):
        if out is not None:
            raise BadInput(f"{data}: is prepared already; copy the folder if you want another one")
        tell("already a prepared dataset: checked, and left as it is")
    else:
        folder = folder if out is not None else Path(f"{stem_of(str(data))}.standout")
        check_replaced(folder, KIND, (data, options.get("titles")))
        tell(f"reading {called(data)!r} …")
    with keeping_to(parse_memory(memory)):
        dataset = read_files(data, into=folder, **options)
    return _summary(dataset, folder)


def _summary(data: LocalDataset, folder: Path) -> PrepareResult:
    days = None
    if data.first_day is not None:
        first = _DAY_ZERO + timedelta(days=data.first_day)
        last = first + timedelta(days=data.last_day)
        days = DaysRead(first=first.isoformat(), last=last.isoformat(), count=data.last_day + 1)
    return PrepareResult(
        prepared=str(folder),
        people=data.people,
        items=data.items,
        interactions=data.count,
        values=ValuesRead(kind=data.scale.kind, labels=data.scale.labels),
        titles=data.vocabulary.titles is not None,
        files=data.source.files,
        sha256=data.source.sha256,
        notes=data.source.notes,
        days=days,
        understood=data.source.understood,
    )


def invent(
    out: str | Path,
    *,
    people: int = 2_000,
    items: int = 1_200,
    interactions: int = 150_000,
    seed: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> SampleResult:
    """Invent a dataset to try everything on, and write it into a folder; the same for the same seed.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import standout as so
    >>> made = so.invent(Path(tempfile.mkdtemp()) / "made", people=50, items=40, interactions=500)
    >>> made.people, made.interactions
    (50, 500)
    """
    place = Path(out)
    check_replaced(place, sample_folder.KIND, ())
    folder = draw_sample(place, SampleSettings(people, items, interactions, seed), progress=progress)
    files = tuple(str(folder / name) for name in sample_folder.FILES)
    return SampleResult(people=people, items=items, interactions=interactions, seed=seed, files=files)
