"""Texts that name something with its options: `NAME` or `NAME:option=value,option=value`."""

from __future__ import annotations

from standout.errors import BadInput


def parted(text: str, typed: str, example: str) -> tuple[str, dict[str, str]]:
    """Name and options of a text; `typed` is the option of the command that takes such texts, for refusals."""
    name, _, options = text.partition(":")
    given: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in options.split(","))):
        option, equals, value = part.partition("=")
        if not equals:
            raise BadInput(f"--{typed} {text}: '{part}' is not option=value; write e.g. {example}")
        option = option.strip().replace("_", "-")
        if option in given:
            raise BadInput(f"--{typed} {text}: '{option}' is given twice; give it once")
        given[option] = value.strip()
    return name.strip(), given
