"""Commands by way of Spark Connect, served by the one session of all tests, give what they give here.

Spark Connect needs packages that nothing else here does (`pip install 'pyspark[connect]'`); without them there is
nothing to try.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standout.engines.spark.sharing import Carried, _received
from tests.engines.spark import cluster


@pytest.mark.slow
@pytest.mark.skipif(not cluster.can_connect(), reason="Spark Connect is tried with pyspark[connect]")
def test_commands_say_what_they_say_here(answered: Path) -> None:
    found = json.loads((answered / "checks.json").read_text())
    assert not found["commands_say_the_same_by_way_of_connect"], found["commands_say_the_same_by_way_of_connect"]


def test_what_goes_along_is_kept_by_whoever_has_it() -> None:
    facts = {"people": 3}
    carried = Carried("a name of its own", facts)
    make, sent = carried.__reduce__()
    first, again = make(*sent), _received(sent[0], {"people": 3})
    assert first is again
    assert first.value == facts
    for number in range(20):
        _received(f"another {number}", number)
    assert _received(sent[0], {"people": 3}) is not first
    carried.destroy()
    assert carried.value == facts
