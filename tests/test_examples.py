"""The notebooks in examples/ run from top to bottom, and are kept with what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

HOURS = 6 * 3_600
"""Time never decides: a kernel that died is noticed at once, a slow one is waited for."""

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.ipynb"))
LARGEST = 200_000


def opened(file: Path) -> Any:
    return nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]


def shown(notebook: Any) -> list[list[str]]:
    """What kinds of output each cell of code has; what is said beside the results does not count."""
    return [
        [output.output_type for output in cell.outputs if output.get("name") != "stderr"]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_a_notebook_runs_from_top_to_bottom_and_shows_what_is_kept(file: Path, tmp_path: Path) -> None:
    kept, notebook = opened(file), opened(file)
    client = NotebookClient(
        notebook, timeout=None, startup_timeout=HOURS, iopub_timeout=HOURS,
        resources={"metadata": {"path": str(tmp_path)}},
    )  # fmt: skip
    client.execute()
    assert shown(notebook) == shown(kept), "run it again: jupyter execute --inplace examples/*.ipynb"
    assert list(tmp_path.iterdir()) == [], "an example leaves nothing behind"


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_a_notebook_is_kept_with_what_it_shows(file: Path) -> None:
    notebook = opened(file)
    assert file.stat().st_size < LARGEST
    assert any("text/html" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ()))
    assert "error" not in [kind for kinds in shown(notebook) for kind in kinds]
    assert "import standout as so" in notebook.cells[1].source
    assert "pip install 'standout[notebook]'" in notebook.cells[0].source


def test_there_are_three_notebooks() -> None:
    assert [file.stem for file in EXAMPLES] == [
        "comparing_protections",
        "owners_audit",
        "your_own_attack_and_adversary",
    ]
