"""The drawing engine: a chart's description becomes SVG.

Text is measured in Liberation Sans, which the engine brings along. Where the machine has it too, the engine would take
that one, and open its file anew for every letter it measures. So it begins with its own fonts, and those of the machine
come after them, for letters that its own do not have.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

_CONFIGURED_BY = "FONTCONFIG_FILE"
_NO_FOLDERS = Path(__file__).with_name("fonts.conf")
_OF_THE_MACHINE = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
_A_WORD: dict[str, Any] = {"title": "a word", "data": {"values": []}, "mark": "point", "encoding": {}}


def svg(chart: dict[str, Any]) -> str:
    """A chart in Vega-Lite, drawn. One thread asks at a time."""
    import vl_convert as vlc

    start()
    return str(vlc.vegalite_to_svg(chart))


@cache
def start() -> None:
    """Start the engine, which looks for fonts when it measures a word for the first time."""
    import vl_convert as vlc

    before = os.environ.get(_CONFIGURED_BY)
    os.environ[_CONFIGURED_BY] = str(_NO_FOLDERS)
    try:
        vlc.vegalite_to_svg(_A_WORD)
    finally:
        del os.environ[_CONFIGURED_BY]
        if before is not None:
            os.environ[_CONFIGURED_BY] = before
    for folder in (Path(place).expanduser() for place in _OF_THE_MACHINE):
        if folder.is_dir():
            vlc.register_font_directory(str(folder))
