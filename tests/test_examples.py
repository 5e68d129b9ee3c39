"""The notebooks in examples/ run from top to bottom, and are kept with what they show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jupyter_client.manager import KernelManager
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


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelManager]:
    """A kernel for all notebooks, which has everything imported and compiled after the first of them."""
    manager = KernelManager()
    manager.start_kernel()
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_a_notebook_runs_from_top_to_bottom_and_shows_what_is_kept(
    kernel: KernelManager, file: Path, tmp_path: Path
) -> None:
    kept, notebook = opened(file), opened(file)
    here = f"%reset -f\nimport os; os.chdir({str(tmp_path)!r}); del os"
    afresh = nbformat.v4.new_code_cell(here)  # type: ignore[no-untyped-call]
    notebook.cells.insert(0, afresh)  # none of the names that another notebook left
    client = NotebookClient(notebook, km=kernel, timeout=None, startup_timeout=HOURS, iopub_timeout=HOURS)
    try:
        client.execute()
    finally:
        if client.kc is not None:
            client.kc.stop_channels()
    notebook.cells.pop(0)
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
