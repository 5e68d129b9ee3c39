"""The papers that can be reproduced, and running one on a dataset."""

from __future__ import annotations

from pathlib import Path

from standout.auditing.settings import Progress, no_progress
from standout.data.dataset import Dataset, LocalDataset
from standout.errors import BadInput
from standout.io.reading import read
from standout.outputs.places import check_folder
from standout.reproductions.boukoros.reproduction import boukoros
from standout.reproductions.frankowski.reproduction import frankowski
from standout.reproductions.markdown import IMAGES
from standout.reproductions.narayanan.reproduction import narayanan
from standout.reproductions.reproduced import Reproduced
from standout.reproductions.strucks.reproduction import strucks
from standout.reproductions.zhu.reproduction import zhu
from standout.results.reproduction import Reproduction

PAPERS = {"frankowski": frankowski, "narayanan": narayanan}
"""Papers about interactions."""
READING_PAPERS = {"boukoros": boukoros, "strucks": strucks, "zhu": zhu}
"""Papers that read data by themselves: several datasets, attributes of people, or profiles."""


FEWEST = 50
"""With fewer people no figure of a paper means anything."""


def check_paper(paper: str) -> None:
    """Refuse a paper that there is no reproduction of."""
    if paper not in PAPERS and paper not in READING_PAPERS:
        raise BadInput(f"no reproduction of '{paper}'; there are {', '.join(sorted((*PAPERS, *READING_PAPERS)))}")


def reproduce(
    paper: str,
    data: str | LocalDataset | None = None,
    *,
    seed: int = 1,
    draws: int | None = None,
    threads: int | None = None,
    out: str | Path | None = None,
    progress: Progress = no_progress,
) -> Reproduced:
    """Reproduce a paper on this data; a folder `out` gets `<paper>.md` and its charts."""
    check_paper(paper)
    for name, number, least in (("--seed", seed, 0), ("--draws", draws, 1), ("--threads", threads, 1)):
        if number is not None and number < least:
            raise BadInput(f"{name} is {number}, but must be at least {least}")
    named = data.source.path if isinstance(data, Dataset) else data
    if out is not None:
        kinds = {f"{paper}.md": "document", f"{paper}.json": Reproduction.recognised_by()}
        check_folder(Path(out), kinds | {f"{IMAGES}/{paper}": "picture"}, (named,))
    if paper in READING_PAPERS:
        if data is not None and named is None:
            raise BadInput(f"reproduce {paper}: reads several files, so --data must be a path; write the data first")
        reproduction = READING_PAPERS[paper](named, seed, draws, threads, progress)
    else:
        reproduction = PAPERS[paper](_interactions(paper, data, progress), seed, draws, threads, progress)
    if out is not None:
        reproduction.save(out)
    return reproduction


def _interactions(paper: str, data: str | LocalDataset | None, progress: Progress) -> LocalDataset:
    """The interactions that a paper is about; refuse so few people that no figure would mean anything."""
    if data is None:
        raise BadInput(f"reproduce {paper}: no --data; name the folder of ml-1m or ml-100k, or 'sample'")
    named = "the data" if isinstance(data, Dataset) else data
    progress(f"reading {named}", 0, 1)
    interactions = data if isinstance(data, Dataset) else read(data)
    if interactions.people < FEWEST and interactions.has_values and interactions.has_days:
        raise BadInput(
            f"{named}: {interactions.people} people are too few to reproduce anything; at least {FEWEST} are needed"
        )
    return interactions
