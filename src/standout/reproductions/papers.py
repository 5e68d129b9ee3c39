"""The papers that can be reproduced, and running one on a dataset."""

from __future__ import annotations

from pathlib import Path

from standout.auditing.settings import Progress, no_progress
from standout.errors import BadInput
from standout.outputs.places import check_folder
from standout.reproductions.boukoros.reproduction import boukoros
from standout.reproductions.frankowski.reproduction import frankowski
from standout.reproductions.markdown import IMAGES, write_document
from standout.reproductions.narayanan.reproduction import narayanan
from standout.reproductions.rows import Reproduction
from standout.reproductions.strucks.reproduction import strucks
from standout.reproductions.zhu.reproduction import zhu

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


def reproduce_into(
    folder: Path,
    paper: str,
    data: str | None,
    *,
    seed: int = 1,
    draws: int | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> tuple[Reproduction, Path]:
    """Reproduce a paper on this data and write its document; returns the result and where the document is."""
    from standout.io.reading import read

    check_paper(paper)
    for name, number, least in (("--seed", seed, 0), ("--draws", draws, 1), ("--threads", threads, 1)):
        if number is not None and number < least:
            raise BadInput(f"{name} is {number}, but must be at least {least}")
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: is a file; choose another --out")
    check_folder(folder, {f"{paper}.md": "document", f"{IMAGES}/{paper}": "picture"}, (data,))
    if paper in READING_PAPERS:
        found = READING_PAPERS[paper](data, seed, draws, threads, progress)
        return found, write_document(found, folder)
    if data is None:
        raise BadInput(f"reproduce {paper}: no --data; name the folder of ml-1m or ml-100k, or 'sample'")
    progress(f"reading {data}", 0, 1)
    interactions = read(data)
    if interactions.people < FEWEST and interactions.has_values and interactions.has_days:
        raise BadInput(
            f"{data}: {interactions.people} people are too few to reproduce anything; at least {FEWEST} are needed"
        )
    found = PAPERS[paper](interactions, seed, draws, threads, progress)
    return found, write_document(found, folder)
