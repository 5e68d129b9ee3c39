"""Histories that come as a web page or as XML: YouTube's `watch-history.html`, and the games of a Steam profile.

They are taken apart by their marks, not as documents: the one may have a hundred thousand entries, and neither is ours.
"""

from __future__ import annotations

import re

from standout.errors import BadInput
from standout.label.person.history import History, Sheet
from standout.label.person.json_histories import game_history, video, video_history

_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " ", "emsp": " "}
_ENTITY = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]{2,6}));")
_LINK = re.compile(r'<a href="(https://(?:www\.|music\.)?youtube\.com/[^"]*)">([^<]*)</a>')
_DATE = re.compile(r"<br>([^<]+)(?:<br>)?</div>")
_GAME = re.compile(r"<game>(.*?)</game>", re.DOTALL)
_NUMBER = re.compile(r"<appID>(\d{1,12})</appID>")
_NAME = re.compile(r"<name>(?:<!\[CDATA\[(.*?)\]\]>|([^<]*))</name>", re.DOTALL)


def web_history(text: str, file: str) -> History:
    """What such a page says, or one line that says that it is none."""
    sheet = Sheet(file, ())
    if "<gamesList>" in text[:2_000]:
        return game_history([_game(found) for found in _GAME.findall(text)], sheet)
    cells = text.split('class="outer-cell')[1:]
    videos = [one for cell in cells if (one := _video(cell)) is not None]
    if not videos:
        raise BadInput(f"{file}: this is a web page or XML without a history that is known; name a text or CSV file")
    return video_history(videos, sheet)


def _video(cell: str) -> dict[str, str] | None:
    """The video of a cell: the first link is it, the second its channel."""
    links = _LINK.findall(cell)
    if not links or "/results?search_query" in links[0][0]:
        return None
    (address, title), (owner, channel) = links[0], links[1] if len(links) > 1 else ("", "")
    date = _DATE.search(cell)
    return video(
        unescaped(address), unescaped(title), unescaped(channel), unescaped(owner), "Google Ads" in cell,
        unescaped(date[1]).strip() if date else "",
    )  # fmt: skip


def _game(found: str) -> dict[str, str]:
    number, name = _NUMBER.search(found), _NAME.search(found)
    said = "" if name is None else name[1] if name[1] is not None else unescaped(name[2])
    return {"id": number[1] if number else "", "name": said.strip()}


def unescaped(text: str) -> str:
    """Text without the few escapes that these pages use."""
    return _ENTITY.sub(_sign, text)


def _sign(found: re.Match[str]) -> str:
    if found[3]:
        return _NAMED.get(found[3], found[0])
    number = int(found[1]) if found[1] else int(found[2], 16)
    return chr(number) if 0 < number < 0xD800 or 0xDFFF < number < 0x110000 else found[0]
