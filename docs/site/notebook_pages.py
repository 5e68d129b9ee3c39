"""The notebooks of examples/ as pages, with the results that are kept in them."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import nbformat

from docs.site.places import ROOT

_STYLE = re.compile(r"<style.*?</style>|<script.*?</script>", re.DOTALL | re.IGNORECASE)
_CONTROL = re.compile(r"\x1b\[[0-9;]*m")


def notebook_pages() -> dict[str, str]:
    """By place: a page for each notebook."""
    return {
        f"notebooks/{file.stem.replace('_', '-')}.md": _page(nbformat.read(file, as_version=4), file.name)  # type: ignore[no-untyped-call]
        for file in sorted((ROOT / "examples").glob("*.ipynb"))
    }


def _page(notebook: Any, name: str) -> str:
    parts = [_cell(cell) for cell in notebook.cells]
    note = f"*The notebook is `examples/{name}`; a test runs it from top to bottom.*"
    return "\n\n".join((parts[0], note, *parts[1:])) + "\n"


def _cell(cell: Any) -> str:
    if cell.cell_type == "markdown":
        return str(cell.source).strip()
    shown = [_output(output) for output in cell.outputs if output.get("name") != "stderr"]
    return "\n\n".join((f"```python\n{cell.source.rstrip()}\n```", *(part for part in shown if part)))


def _output(output: Any) -> str:
    """A result as it is shown: HTML without what would reach beyond it, else text."""
    data = output.get("data", {})
    if "text/html" in data:
        html = re.sub(r"\n\s*\n", "\n", _STYLE.sub("", data["text/html"])).strip()
        return f'<div class="notebook-output" markdown="0">\n{html}\n</div>'
    text = _CONTROL.sub("", data.get("text/plain", output.get("text", ""))).rstrip()
    return f'<pre class="notebook-output">{escape(text)}</pre>' if text else ""
