"""The list of tests that take long is of tests that there are, and leaves these out where short ones are asked for."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.lengthy import LISTED, lengthy, listed, measured_in

ROOT = LISTED.parents[1]
REPORT = """<testsuites><testsuite>
<testcase classname="tests.io.test_ids" name="test_two[a]" time="0.15"/>
<testcase classname="tests.io.test_ids" name="test_two[b]" time="0.03"/>
<testcase classname="tests.io.test_ids" name="test_one" time="0.3"/>
<testcase classname="tests.io.test_ids.TestThem" name="test_one" time="0.1"/>
</testsuite></testsuites>"""


def test_every_test_in_the_list_is_there() -> None:
    """One that was renamed would be among the short ones again, unnoticed: write the list anew, or mend its line."""
    names = [line.split("::") for line in sorted(listed())]
    texts = {name[0]: (ROOT / name[0]).read_text("utf-8") for name in names}
    assert [name for name in names if not re.search(rf"def {name[-1]}\(", texts[name[0]])] == []


def test_cases_count_by_their_mean_and_classes_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "tests.xml").write_text(REPORT)
    assert lengthy(measured_in(tmp_path / "tests.xml")) == [
        "tests/io/test_ids.py::TestThem::test_one",
        "tests/io/test_ids.py::test_one",
    ]


def test_what_is_listed_is_left_out_where_short_tests_are_asked_for() -> None:
    file = next(name.split("::")[0] for name in sorted(listed()) if name.startswith("tests/advising/"))
    words = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", file]
    every, short = (
        {line.split("[")[0] for line in subprocess.run(each, cwd=ROOT, capture_output=True, text=True).stdout.split()}
        for each in (words, [*words, "--short"])
    )
    assert listed() & every
    assert not listed() & short
    assert {name for name in every if "::" in name} - listed() <= short
