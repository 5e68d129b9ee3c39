"""The notebooks in examples/ run from top to bottom, and are kept without outputs."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

HOURS = 6 * 3_600
"""Time never decides: a kernel that died is noticed at once, a slow one is waited for."""

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_a_notebook_runs_from_top_to_bottom(file: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook, timeout=None, startup_timeout=HOURS, iopub_timeout=HOURS,
        resources={"metadata": {"path": str(tmp_path)}},
    )  # fmt: skip
    client.execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("text/html" in output.get("data", {}) or output.get("text") for output in shown)


def test_there_are_two_notebooks_and_they_hold_no_outputs() -> None:
    assert len(EXAMPLES) == 2
    for file in EXAMPLES:
        notebook = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
        for cell in notebook.cells:
            assert not cell.get("outputs")
