"""Fonts of pictures on paper: the same ones everywhere.

What turns a drawing into a picture brings Liberation Sans along. Where the machine has a font of that name too, it
would take that one. So it begins with its own fonts, and those of the machine come after them, for letters that its own
do not have.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

_CONFIGURED_BY = "FONTCONFIG_FILE"
_NO_FOLDERS = Path(__file__).with_name("fonts.conf")
_OF_THE_MACHINE = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
_A_WORD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text x="1" y="8">a</text></svg>'


@cache
def take_own_fonts() -> None:
    """Draw a word, for which fonts are looked for the first time."""
    import vl_convert as vlc

    before = os.environ.get(_CONFIGURED_BY)
    os.environ[_CONFIGURED_BY] = str(_NO_FOLDERS)
    try:
        vlc.svg_to_png(_A_WORD)
    finally:
        del os.environ[_CONFIGURED_BY]
        if before is not None:
            os.environ[_CONFIGURED_BY] = before
    for folder in (Path(place).expanduser() for place in _OF_THE_MACHINE):
        if folder.is_dir():
            vlc.register_font_directory(str(folder))
