"""Several attributes of people as one: a class for each combination that somebody has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from standout.data.attributes import UNKNOWN, Attribute

BETWEEN = "+"
"""Between the names of attributes that are taken together."""
_NOT_KNOWN = "unknown"


def joint(attributes: Sequence[Attribute]) -> Attribute:
    """The attributes together. Somebody of whom only some are known is in a class that says so of the others; of whom
    none is known, in none."""
    codes = np.column_stack([attribute.codes for attribute in attributes])
    some = (codes != UNKNOWN).any(axis=1)
    found, places = np.unique(codes[some], axis=0, return_inverse=True)
    joined = np.full(len(codes), UNKNOWN, np.int32)
    joined[some] = places.reshape(-1)
    classes = tuple(
        " · ".join(
            _NOT_KNOWN if code == UNKNOWN else attribute.classes[code]
            for code, attribute in zip(row, attributes, strict=True)
        )
        for row in found.tolist()
    )
    notes = tuple(note for attribute in attributes for note in attribute.notes)
    return Attribute(BETWEEN.join(attribute.name for attribute in attributes), classes, joined, notes)
