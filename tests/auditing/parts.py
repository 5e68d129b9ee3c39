"""Parts of audits that several runs have in common, computed once: for tests that are not about computing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any
from unittest.mock import patch

from standout.auditing.checkpoint import Checkpoints


@contextmanager
def computed_once() -> Iterator[None]:
    """As long as this lasts, runs of this process go on with each other's parts, as the same run would after a kill:
    those of the same data, settings and version. Only runs with a folder have such parts."""
    known: dict[tuple[bytes, str, str], Any] = {}

    def remembering(keep: Callable[..., Any], kind: str) -> Callable[..., Any]:
        def kept(self: Checkpoints, name: str, compute: Callable[[], Any]) -> Any:
            def once() -> Any:
                place = (self._fingerprint, kind, name)
                if place not in known:
                    known[place] = compute()
                return deepcopy(known[place])  # whoever gets it may change it

            return keep(self, name, compute if self.folder is None else once)

        return kept

    with (
        patch.object(Checkpoints, "arrays", remembering(Checkpoints.arrays, "arrays")),
        patch.object(Checkpoints, "document", remembering(Checkpoints.document, "document")),
    ):
        yield
