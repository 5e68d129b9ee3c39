"""Mining personas: against mlxtend's FP-growth at the paper's size, and how long and large a million people are."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.peers import mlxtend_personas
from benchmarks.timing import Compared, compare
from standout.profiles.people.invented_population import NAMES, draw_population
from standout.profiles.people.population import Population
from standout.profiles.personas.mining import mine

SUPPORT = 0.001
_MILLION = """
import json, resource, time
from standout.profiles.personas.mining import mine
from benchmarks.personas import without_names
population = without_names(1_000_000)
mine(without_names(1_000), 0.1)
begin = time.perf_counter()
found = mine(population, 0.001)
seconds = time.perf_counter() - begin
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps([seconds, peak / 1e9, len(found)]))
"""


def without_names(people: int) -> Population:
    """The invented population with its sixteen attributes, one profile per person."""
    population, _ = draw_population(people)
    return population.select(tuple(name for name in population.attributes if name not in NAMES)).merged()


def against_fpgrowth() -> Compared:
    """Ours on one thread beside FP-growth, on 30,000 people; the table that FP-growth wants is made beforehand."""
    population = without_names(30_000)
    table, _ = mlxtend_personas.table_of(population, SUPPORT)
    return compare(
        lambda: mine(population, SUPPORT, threads=1), lambda: mlxtend_personas.mined(table, SUPPORT), repeats=3
    )


def million() -> Iterator[float]:
    """Seconds, peak memory in GB and number of personas for a million people, in a process of its own."""
    done = subprocess.run([sys.executable, "-c", _MILLION], check=True, capture_output=True, text=True)
    yield from json.loads(done.stdout)
