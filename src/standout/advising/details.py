"""Values and dates that a person shows beside the items, in the data's codes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite

from standout.advising.who_fits import Shown
from standout.data.dataset import LocalDataset
from standout.data.scales import code_of
from standout.errors import BadInput

KINDS = ("items", "values", "dates", "all")

_FORMATS = ("%Y-%m-%d", "%m/%d/%y", "%m/%d/%Y", "%d.%m.%y", "%d.%m.%Y", "%d/%m/%Y", "%Y/%m/%d", "%d %b %Y", "%d %B %Y")


@dataclass(frozen=True)
class Details:
    """Which details are shown, and the data whose codes they become."""

    data: LocalDataset
    values: bool
    dates: bool


def details_for(show: str, data: LocalDataset) -> Details | None:
    """What `--show` asks for; refused where the data has no such thing to fit."""
    if show not in KINDS:
        raise BadInput(f"--show is '{show}', but must be {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    values, dates = show in ("values", "all"), show in ("dates", "all")
    if values and not data.has_values:
        raise BadInput(f"--show {show}: the data has no values; leave it out")
    if dates and not data.has_days:
        raise BadInput(f"--show {show}: the data has no dates; leave it out")
    return Details(data, values, dates) if values or dates else None


def shown_with(item: int, value: str, date: str, details: Details) -> Shown:
    """An item with the value and the day that the history gives, as far as they are shown and can be understood."""
    return Shown(
        item,
        value_code(value, details.data) if details.values else None,
        day_code(date, details.data) if details.dates else None,
    )


def value_code(text: str, data: LocalDataset) -> int | None:
    """The code of a value: as it is written in the data, the nearest on a scale of numbers, or the band it lies in."""
    labels, said = [label.casefold() for label in data.scale.labels], text.strip().casefold()
    if said in labels:
        return labels.index(said)
    try:
        number = float(said.replace(",", "."))
    except ValueError:
        return None
    return code_of(data.scale, number) if isfinite(number) else None


def day_code(text: str, data: LocalDataset) -> int | None:
    """The day, counted from the data's first."""
    said = text.strip()
    if said.isdecimal() and len(said) >= 9:
        seconds = int(said) // (1000 if len(said) >= 12 else 1)
        return seconds // 86_400 - (data.first_day or 0)
    for written in (said, said[:10], said.split(",")[0]):
        for style in _FORMATS:
            try:
                moment = datetime.strptime(written, style).replace(tzinfo=UTC)
            except ValueError:
                continue
            return int(moment.timestamp()) // 86_400 - (data.first_day or 0)
    return None
