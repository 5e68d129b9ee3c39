"""What the name of a column says about its values."""

from __future__ import annotations

import re
from typing import Literal

from standout.io.columns.names import VALUES, Meant, plain_name

Named = Meant | Literal[""]

_MEANT: dict[str, Meant] = {name: meant for meant, names in VALUES.items() for name in names}


def named(column: str) -> Named:
    """What a column of this name holds: by the whole name, else by its last word that says something."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", column)
    for word in (plain_name(column), *(word.lower() for word in reversed(words))):
        if word in _MEANT:
            return _MEANT[word]
    return ""
