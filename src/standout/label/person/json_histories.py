"""What services give out as JSON: Spotify, YouTube, Trakt, Steam, Last.fm; and lists or tables in JSON.

| kind | an entry |
|---|---|
| spotify | `artistName`, `trackName`, `msPlayed`; or the extended history, with `master_metadata_track_name` |
| youtube | `header`, `title`, `titleUrl`, as in the `watch-history.json` of Google Takeout |
| trakt | a `movie`, or a `show` with or without its `episode` |
| steam | `appid` and `name`, as the games of an account are listed |
| lastfm | `artist` and `track`, or `name` with an `artist` that has a `#text` |

The page does the same in JavaScript (`templates/services.js`); a browser test compares the two.
"""

from __future__ import annotations

import re
from typing import Any

from standout.errors import BadInput
from standout.label.person.exports import heard
from standout.label.person.history import History, Mention, Name, Reading, Sheet
from standout.label.person.history_rows import history_from, left_out, with_year

Entry = dict[str, Any]

SHORTEST_PLAY = 30_000
"""Milliseconds; what was played for less was skipped, and Spotify itself does not count it."""

_INSIDE = (("response", "games"), ("recenttracks", "track"), ("scrobbles",), ("tracks",), ("games",))
_TRAKT_LISTS = ("history", "watched", "ratings")
_WATCHED = re.compile(r"^(?:Watched|Vous avez regardé|Has visto|Hai guardato) | angesehen$")
"""What the languages of Takeout put around a title."""
_VIDEO = re.compile(r"(?:[?&]v=|/shorts/)([\w-]{6,20})", re.ASCII)
_CHANNEL = re.compile(r"/channel/([\w-]{6,40})", re.ASCII)


def entries_of(document: Any) -> list[Any] | None:
    """The entries of a document, wherever its service keeps them; none if it has no such thing."""
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        return None
    for path in _INSIDE:
        found: Any = document
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        if isinstance(found, list):
            return found
    lists = [document[key] for key in _TRAKT_LISTS if isinstance(document.get(key), list)]
    return [entry for entries in lists for entry in entries] if lists else None


def json_history(entries: list[Any], file: str) -> History | None:
    """The history, if the entries are of a known service; none if they are a plain list or table."""
    dicts = [entry for entry in entries if isinstance(entry, dict)]
    first = dicts[0] if dicts else {}
    sheet = Sheet(file, ())
    if "master_metadata_track_name" in first or {"artistName", "trackName"} <= set(first):
        return _spotify(dicts, sheet)
    if {"header", "title"} <= set(first):
        return video_history([_viewed(entry) for entry in dicts], sheet)
    if any(isinstance(first.get(key), dict) for key in ("movie", "show")):
        mentions = tuple(mention for entry in dicts for mention in _trakt(entry))
        return history_from("trakt", sheet, Reading("titles", mentions))
    if {"appid", "name"} <= set(first):
        return game_history(
            [{"id": _text(entry.get("appid")), "name": _text(entry.get("name"))} for entry in dicts], sheet
        )
    if "artist" in first and {"track", "name"} & set(first):
        rows = [
            {part: _named(entry.get(part)) for part in ("artist", "album")} | {"track": _track(entry)}
            for entry in dicts
        ]
        return heard("lastfm", sheet, rows)
    return None


def plain_rows(entries: list[Any]) -> tuple[list[str], list[list[str]]] | None:
    """The names of columns and the rows of a table in JSON; none if the entries are no such thing."""
    if not entries or not all(isinstance(entry, dict) for entry in entries):
        return None
    names = list(dict.fromkeys(str(key) for entry in entries for key in entry))
    return names, [[_text(entry.get(name)) for name in names] for entry in entries]


def _text(value: object) -> str:
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _named(value: object) -> str:
    """A name, or that of something that has one."""
    return _text(value.get("#text") or value.get("name")) if isinstance(value, dict) else _text(value)


def _track(entry: Entry) -> str:
    return _text(entry.get("track")) or _text(entry.get("name"))


# Spotify


def _spotify(entries: list[Entry], sheet: Sheet) -> History:
    """Music that was played for half a minute, by artist, track and album: no podcasts, and nothing skipped."""
    rows = [row for entry in entries if (row := _played(entry))["artist"] and row["track"]]
    notes = left_out(len(entries) - len(rows), "not music")
    long = [row for row in rows if row["short"] != "yes"]
    notes += left_out(len(rows) - len(long), "played for less than half a minute")
    return heard("spotify", sheet, long, notes)


def _played(entry: Entry) -> dict[str, str]:
    milliseconds = entry.get("ms_played", entry.get("msPlayed"))
    short = isinstance(milliseconds, int | float) and milliseconds < SHORTEST_PLAY
    return {
        "artist": _text(entry.get("artistName") or entry.get("master_metadata_album_artist_name")),
        "track": _text(entry.get("trackName") or entry.get("master_metadata_track_name")),
        "album": _text(entry.get("albumName") or entry.get("master_metadata_album_album_name")),
        "uri": _text(entry.get("spotify_track_uri")),
        "date": _text(entry.get("ts") or entry.get("endTime")),
        "short": "yes" if short else "",
    }


# YouTube


def video_history(videos: list[dict[str, str]], sheet: Sheet) -> History:
    """What was watched, by video and by channel. Advertisements and what is no video are left out."""
    kept = [video for video in videos if video["id"] and not video["advertised"]]
    notes = left_out(len(videos) - len(kept), "no video, or an advertisement")
    by_video = [
        Mention((Name(one["id"], "id"), *([Name(one["title"])] if one["title"] else [])), one["title"] or one["id"],
                date=one["date"])
        for one in kept
    ]  # fmt: skip
    by_channel = [
        Mention((*([Name(one["channel_id"], "id")] if one["channel_id"] else []), Name(one["channel"])), one["channel"])
        for one in kept
        if one["channel"]
    ]
    return history_from(
        "youtube", sheet, Reading("videos", tuple(by_video)), Reading("channels", tuple(by_channel)), notes=notes
    )


def _viewed(entry: Entry) -> dict[str, str]:
    address = _text(entry.get("titleUrl"))
    channels = entry.get("subtitles")
    channel = channels[0] if isinstance(channels, list) and channels and isinstance(channels[0], dict) else {}
    details = entry.get("details")
    advertised = isinstance(details, list) and any("Google Ads" in _named(one) for one in details)
    return video(
        address, _text(entry.get("title")), _text(channel.get("name")), _text(channel.get("url")), advertised,
        _text(entry.get("time")),
    )  # fmt: skip


def video(address: str, title: str, channel: str, channel_address: str, advertised: bool, date: str) -> dict[str, str]:
    """A video that was watched, by the addresses of it and of its channel."""
    number, owner = _VIDEO.search(address), _CHANNEL.search(channel_address)
    plain = _WATCHED.sub("", title).strip()
    return {
        "id": number[1] if number else "",
        "title": "" if plain.startswith("https:") else plain,
        "channel": channel,
        "channel_id": owner[1] if owner else "",
        "advertised": "yes" if advertised else "",
        "date": date,
    }


# Trakt, Steam


def _trakt(entry: Entry) -> list[Mention]:
    """A film by its ids, title and year; of a series, the series."""
    value, date = _text(entry.get("rating")), ""
    for key in ("watched_at", "last_watched_at", "rated_at"):
        date = date or _text(entry.get(key))
    for key, kind in (("movie", "title"), ("show", "series")):
        work = entry.get(key)
        if isinstance(work, dict) and (title := _text(work.get("title"))):
            year, ids = _text(work.get("year")), work.get("ids")
            known = ids if isinstance(ids, dict) else {}
            numbers = [Name(text, "id") for place in ("imdb", "slug") if (text := _text(known.get(place)))]
            name = Name(title, kind, int(year) if kind == "title" and re.fullmatch(r"\d{4}", year) else None)
            return [Mention((*numbers, name), with_year(title, year if kind == "title" else ""), value, date)]
    return []


def game_history(games: list[dict[str, str]], sheet: Sheet) -> History:
    """Games by their numbers at Steam, then by name."""
    kept = [game for game in games if game["name"]]
    mentions = [
        Mention((*([Name(game["id"], "id")] if game["id"] else []), Name(game["name"])), game["name"]) for game in kept
    ]
    notes = left_out(len(games) - len(kept), "no name")
    return history_from("steam", sheet, Reading("games", tuple(mentions)), notes=notes)


def unknown_json(file: str) -> BadInput:
    """The refusal of JSON that no known service writes."""
    return BadInput(
        f"{file}: JSON of a kind that is not known; take the file as the service gave it, or write one title to a line"
    )
