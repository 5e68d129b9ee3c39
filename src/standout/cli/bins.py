"""What `--bin` says, for the commands that read profiles."""

from __future__ import annotations

from standout.errors import BadInput


def parse_bins(given: list[str]) -> dict[str, float] | None:
    """The widths that --bin names, by attribute; none where there are none."""
    widths: dict[str, float] = {}
    for part in given:
        attribute, equals, width = part.rpartition("=")
        try:
            number = float(width)
        except ValueError:
            number = 0.0
        if not equals or not attribute.strip() or not 0 < number < float("inf"):
            raise BadInput(f"--bin {part}: write attribute=width with a width above 0, e.g. age=5")
        if attribute.strip() in widths:
            raise BadInput(f"--bin: '{attribute.strip()}' is given twice; give it once")
        widths[attribute.strip()] = number
    return widths or None
