"""`standout.reproduce`: the tables of a published paper beside our own figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from standout.auditing.settings import Progress, no_progress
from standout.data.dataset import LocalDataset
from standout.library.reading import Reading, as_dataset, at_hand
from standout.reproductions import papers
from standout.reproductions.reproduced import Reproduced
from standout.reproductions.stories.story import check_story, write_story
from standout.results.reproduction import Reproduction


def reproduce(
    paper: str,
    data: Any = None,
    *,
    seed: int = 1,
    draws: int | None = None,
    threads: int | None = None,
    out: str | Path | None = None,
    story: str | Path | None = None,
    progress: Progress | None = None,
) -> Reproduced:
    """Put every figure and table of a paper beside our own figures, and say why they differ.

    `paper` is "boukoros", "frankowski", "narayanan", "strucks" or "zhu". `data` is a path such as the folder of
    ml-1m, or "sample"; for frankowski and narayanan also a dataset or what is in memory. zhu runs on an invented
    population without it. A folder `out` gets `<paper>.md` with its charts, and `<paper>.json`. `story` is a
    file for the same as a page to read: claim, published figure, ours, and why they differ.

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
    if story is not None:
        check_story(paper, Path(story))
    found = papers.reproduce(
        paper, given, seed=seed, draws=draws, threads=threads, out=out, progress=progress or no_progress
    )
    if story is not None:
        write_story(found.document, Path(story))
    return found


def tell(results: str | Path, story: str | Path) -> Reproduction:
    """Tell the story of results that `reproduce` wrote before: a page with its chart."""
    document = Reproduction.read(results)
    papers.check_paper(document.paper)
    check_story(document.paper, Path(story))
    write_story(document, Path(story))
    return document
