"""What a command does not need is not loaded."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder


class _NoPandas(MetaPathFinder):
    """Finds no pandas, and keeps others from finding it."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:  # noqa: ARG002
        if name == "pandas":
            raise ModuleNotFoundError("pandas is not looked for now", name=name)


def spare_pandas() -> None:
    """Let PyArrow think that there is no pandas, where nobody has loaded it yet.

    PyArrow loads pandas, half a second, as soon as it makes an array of anything: it might be a series. A command reads
    files, so it never is. Whoever asks for a data frame still gets one: PyArrow then looks again.
    """
    if "pandas" in sys.modules:
        return
    import pyarrow as pa

    blind = _NoPandas()
    sys.meta_path.insert(0, blind)
    try:
        pa.array(())
    finally:
        sys.meta_path.remove(blind)
