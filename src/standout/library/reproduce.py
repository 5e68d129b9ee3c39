"""`standout.reproduce`: the tables of a published paper beside our own figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from standout.auditing.settings import Progress, no_progress
from standout.data.dataset import LocalDataset
from standout.library.reading import Reading, as_dataset, at_hand
from standout.reproductions import papers
from standout.reproductions.reproduced import Reproduced


def reproduce(
    paper: str,
    data: Any = None,
    *,
    seed: int = 1,
    draws: int | None = None,
    threads: int | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> Reproduced:
    """Put every figure and table of a paper beside our own figures, and say why they differ.

    `paper` is "boukoros", "frankowski", "narayanan", "strucks" or "zhu". `data` is a path such as the folder of
    ml-1m, or "sample"; for frankowski and narayanan also a dataset or what is in memory. zhu runs on an invented
    population without it. A folder `out` gets `<paper>.md` with its charts.

    >>> import standout as so
    >>> found = so.reproduce("frankowski", "sample", draws=1)
    >>> found.document.by_table()["figure 4"][0].what
    'set-intersection, k = 1'
    >>> sorted(found.to_arrow().column_names)
    ['high', 'low', 'n', 'ours', 'published', 'remark', 'table', 'unit', 'what']
    """
    papers.check_paper(paper)
    given: str | LocalDataset | None = str(data) if isinstance(data, str | Path) else None
    if data is not None and given is None:
        given = at_hand(as_dataset(data, Reading()))
    return papers.reproduce(
        paper, given, seed=seed, draws=draws, threads=threads, out=out, progress=progress or no_progress
    )
