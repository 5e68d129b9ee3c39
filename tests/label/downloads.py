"""What services let people download, in its real layouts: invented histories as CSV, JSON, web page, XML and zip."""

from __future__ import annotations

import io
import json
import zipfile

from tests.label.histories import CASES, Case, case


def packed(files: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of these files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def zipped(
    file: str, files: dict[str, str | bytes], kind: str, reading: str, found: str, *unknown: str, repeated: int = 0,
    notes: int = 0,
) -> Case:  # fmt: skip
    return Case(file, packed(files), kind, reading, tuple(found.split()), unknown, repeated, notes)


def heard_at(track: str, artist: str, milliseconds: int) -> dict[str, object]:
    """An entry of Spotify's extended history."""
    return {
        "ts": "2024-01-01T10:00:00Z", "ms_played": milliseconds, "master_metadata_track_name": track,
        "master_metadata_album_artist_name": artist, "master_metadata_album_album_name": "An Album",
        "spotify_track_uri": "spotify:track:0000000000000000000000", "episode_name": None, "skipped": None,
    }  # fmt: skip


def watched(title: str, video: str, channel: str = "A Channel", **more: object) -> dict[str, object]:
    """An entry of YouTube's history."""
    return {
        "header": "YouTube", "title": title, "titleUrl": f"https://www.youtube.com/watch?v\u003d{video}",
        "subtitles": [{"name": channel, "url": "https://www.youtube.com/channel/UC0000000000000000000000"}],
        "time": "2024-01-01T10:00:00.000Z", "products": ["YouTube"], **more,
    }  # fmt: skip


def trakt(**work: object) -> dict[str, object]:
    return {"id": 1, "watched_at": "2024-01-01T10:00:00.000Z", "action": "watch", **work}


SPOTIFY_PLAYS = [
    {"endTime": "2024-01-01 10:00", "artistName": "Björk", "trackName": "Jóga", "msPlayed": 200_000},
    {"endTime": "2024-01-01 10:04", "artistName": "Björk", "trackName": "Hunter", "msPlayed": 100},
    {"endTime": "2024-01-01 10:05", "artistName": "Nobody Known", "trackName": "That", "msPlayed": 90_000},
]
YOUTUBE_ENTRIES = [
    watched("Watched How the Matrix was made", "vid_matrix1"),
    watched("How the Matrix was made angesehen", "vid_matrix1"),
    watched("Vous avez regardé Inconnu", "vid_unheard"),
    watched("Watched https://www.youtube.com/watch?v=vid_removed", "vid_removed"),
    watched("Watched Buy this", "vid_advert1", details=[{"name": "From Google Ads"}]),
    {"header": "YouTube", "title": "Viewed a post", "time": "2024-01-01T10:00:00.000Z"},
]
YOUTUBE_HTML = (
    '<html><head><title>My Activity</title></head><body><div class="mdl-grid">'
    '<div class="outer-cell mdl-cell mdl-cell--12-col"><div class="mdl-grid"><div class="content-cell mdl-cell">'
    'Watched\u00a0<a href="https://www.youtube.com/watch?v=vid_matrix1">How the Matrix was made</a><br>'
    '<a href="https://www.youtube.com/channel/UC0000000000000000000000">A &amp; B</a><br>Jan 1, 2024, 10:00:00 AM UTC'
    "</div></div></div>"
    '<div class="outer-cell mdl-cell mdl-cell--12-col"><div class="content-cell">Watched\u00a0'
    '<a href="https://www.youtube.com/watch?v=vid_unheard">It&#39;s new</a><br>Jan 1, 2024, 10:00:00 AM UTC</div></div>'
    '<div class="outer-cell mdl-cell mdl-cell--12-col"><div class="content-cell">Watched\u00a0'
    '<a href="https://www.youtube.com/watch?v=vid_advert1">Buy this</a><br>Jan 1, 2024</div>'
    "<div>Details:<br>&emsp;From Google Ads</div></div></div></body></html>"
)
DARK = {"title": "Dark", "year": 2017, "ids": {}}
TRAKT_ENTRIES = [
    trakt(type="movie", movie={"title": "The Matrix", "year": 1999, "ids": {"trakt": 1, "slug": "the-matrix-1999"}}),
    trakt(type="movie", movie={"title": "Redemption", "year": 1994, "ids": {"imdb": "tt0111161"}}),
    trakt(
        type="episode",
        episode={"season": 1, "number": 2, "title": "Two"},
        show=DARK,
    ),
    trakt(
        type="episode",
        episode={"season": 1, "number": 3, "title": "Three"},
        show=DARK,
    ),
    trakt(type="movie", movie={"title": "Unheard Of", "year": 2020, "ids": {}}),
]
AMAZON_ORDERS = (
    '"Website","Order ID","Order Date","Currency","Unit Price","ASIN","Product Condition",'
    '"Quantity","Order Status","Product Name"\n'
    '"Shop","1-1","2024-01-01T10:00:00Z","EUR","9.99","B0CABLE001","New","1","Closed","Some other name"\n'
    '"Shop","1-2","2024-01-01T10:00:00Z","EUR","9.99","0439023483","New","1","Closed","A novel"\n'
    '"Shop","1-3","2024-01-01T10:00:00Z","EUR","9.99","B0NOTHING1","New","1","Closed","A thing, ""unheard"" of"\n'
    '"Shop","1-4","2024-01-01T10:00:00Z","EUR","9.99","B0NOTHING2","New","1","Cancelled","Never came"\n'
)
STEAM_XML = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><gamesList><steamID64>0</steamID64><games>'
    "<game><appID>440</appID><name><![CDATA[Castles]]></name><hoursOnRecord>2</hoursOnRecord></game>"
    "<game><appID>441</appID><name>Cats &amp; Dogs</name></game></games></gamesList>"
)
LETTERBOXD_FILES: dict[str, str | bytes] = {
    "watched.csv": "Date,Name,Year,Letterboxd URI\n2024-01-01,The Matrix,1999,https://example.org/a\n"
    "2024-01-01,Schindler’s List,1993,https://example.org/b\n",
    "ratings.csv": "Date,Name,Year,Letterboxd URI,Rating\n2024-01-01,The Matrix,1999,https://example.org/a,4.5\n",
    "diary.csv": "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
    "2024-01-01,Solaris,1972,https://example.org/c,5,,,2024-01-01\n",
    "watchlist.csv": "Date,Name,Year,Letterboxd URI\n2024-01-01,Not Seen Yet,2025,https://example.org/d\n",
    "deleted/diary.csv": "Date,Name,Year,Letterboxd URI\n2024-01-01,Taken Back,2020,https://example.org/e\n",
    "likes/films.csv": "Date,Name,Year,Letterboxd URI\n2024-01-01,The Matrix,1999,https://example.org/a\n",
    "profile.csv": "Date Joined,Username\n2020-01-01,nobody\n",
}

DOWNLOADS = {
    "netflix in japanese": case(
        "rireki.csv",
        "タイトル,日付\nDark: シーズン1: 秘密,2024/2/1\nThe Matrix,2024/1/1\n",
        "netflix",
        "titles",
        "m2",
        "Dark: シーズン1: 秘密",
    ),
    "letterboxd zip": zipped(
        "letterboxd-nobody-2024.zip", LETTERBOXD_FILES, "letterboxd", "films", "m3 m2 m10", repeated=1
    ),
    "letterboxd zip, packed again": zipped(
        "again.zip",
        {f"letterboxd-x/{name}": text for name, text in LETTERBOXD_FILES.items()},
        "letterboxd",
        "films",
        "m3 m2 m10",
        repeated=1,
    ),
    "netflix zip": zipped(
        "netflix-report.zip",
        {
            "CONTENT_INTERACTION/ViewingActivity.csv": "Profile Name,Start Time,Title,Supplemental Video Type\n"
            "Ann,2024-01-01 10:00:00,The Matrix,\n",
            "CONTENT_INTERACTION/MyList.csv": "Profile Name,Title Name\nAnn,Not Seen\n",
        },
        "netflix",
        "titles",
        "m2",
    ),
    "spotify": case(
        "StreamingHistory_music_0.json", json.dumps(SPOTIFY_PLAYS), "spotify", "artists", "a1", "Nobody Known", notes=1
    ),
    "spotify, extended": case(
        "Streaming_History_Audio_2024_1.json",
        json.dumps(
            [
                heard_at("Jóga", "Björk", 99_000),
                heard_at("Fog", "The Lighthouse Keepers", 31_000),
                heard_at("Skipped", "Nobody", 200),
                {**heard_at("", "", 99_000), "episode_name": "A talk"},
            ]
        ),
        "spotify",
        "artists",
        "a1 a2",
        notes=2,
    ),
    "spotify zip": zipped(
        "my_spotify_data.zip",
        {
            "Spotify Account Data/StreamingHistory_music_0.json": json.dumps(SPOTIFY_PLAYS),
            "Spotify Account Data/StreamingHistory_music_1.json": json.dumps(SPOTIFY_PLAYS[:1]),
            "Spotify Account Data/StreamingHistory_podcast_0.json": json.dumps(
                [{"podcastName": "X", "episodeName": "Y"}]
            ),
            "Spotify Account Data/Read_Me_First.pdf": b"%PDF-1.4",
        },
        "spotify",
        "artists",
        "a1",
        "Nobody Known",
        repeated=1,
        notes=1,
    ),
    "youtube": case(
        "watch-history.json",
        json.dumps(YOUTUBE_ENTRIES),
        "youtube",
        "videos",
        "vid_matrix1",
        "Inconnu",
        "vid_removed",
        repeated=1,
        notes=1,
    ),
    "youtube page": case("watch-history.html", YOUTUBE_HTML, "youtube", "videos", "vid_matrix1", "It's new", notes=1),
    "youtube zip, in german": zipped(
        "takeout-20240101.zip",
        {
            "Takeout/YouTube und YouTube Music/Verlauf/Wiedergabeverlauf.html": YOUTUBE_HTML,
            "Takeout/YouTube und YouTube Music/Verlauf/Suchverlauf.html": "<html><body>nothing watched</body></html>",
            "Takeout/YouTube und YouTube Music/Abos/Abos.csv": "Kanal-ID\nUC1\n",
            "Takeout/archive_browser.html": "<html></html>",
        },
        "youtube",
        "videos",
        "vid_matrix1",
        "It's new",
        notes=1,
    ),
    "youtube zip with json": zipped(
        "takeout.zip",
        {
            "Takeout/YouTube and YouTube Music/history/watch-history.json": json.dumps(YOUTUBE_ENTRIES[:2]),
            "Takeout/YouTube and YouTube Music/history/search-history.json": json.dumps(
                [
                    {
                        "header": "YouTube",
                        "title": "Searched for dark",
                        "titleUrl": "https://www.youtube.com/results?search_query=dark",
                    }
                ]
            ),
            "Takeout/YouTube and YouTube Music/playlists/likes.json": json.dumps(
                [{"contentDetails": {"videoId": "x"}}]
            ),
        },
        "youtube",
        "videos",
        "vid_matrix1",
        repeated=1,
        notes=1,
    ),
    "trakt": case(
        "history-1.json",
        json.dumps(TRAKT_ENTRIES),
        "trakt",
        "titles",
        "m2 tt0111161 m9",
        "Unheard Of (2020)",
        repeated=1,
    ),
    "trakt zip": zipped(
        "trakt-nobody.zip",
        {
            "history-1.json": json.dumps(TRAKT_ENTRIES[:1]),
            "watched-movies.json": json.dumps(
                [{"plays": 1, "last_watched_at": "2024", "movie": {"title": "Solaris", "year": 1972}}]
            ),
            "watchlist.json": json.dumps([{"movie": {"title": "Not Seen"}}]),
        },
        "trakt",
        "titles",
        "m2 m3",
    ),
    "amazon": case(
        "Retail.OrderHistory.1.csv",
        AMAZON_ORDERS,
        "amazon",
        "products",
        "B0CABLE001 0439023483",
        'A thing, "unheard" of',
        notes=1,
    ),
    "amazon zip": zipped(
        "Your Orders.zip",
        {"Your Amazon Orders/Order History.csv": AMAZON_ORDERS, "Your Amazon Orders/Refund Details.csv": "a,b\n1,2\n"},
        "amazon",
        "products",
        "B0CABLE001 0439023483",
        'A thing, "unheard" of',
        notes=1,
    ),
    "steam": case(
        "games.json",
        json.dumps(
            {
                "response": {
                    "game_count": 2,
                    "games": [
                        {"appid": 440, "name": "Castles", "playtime_forever": 5},
                        {"appid": 9, "name": "Unplayed"},
                    ],
                }
            }
        ),
        "steam",
        "games",
        "440",
        "Unplayed",
    ),
    "steam xml": case("games.xml", STEAM_XML, "steam", "games", "440", "Cats & Dogs"),
    "steam csv": case(
        "games.csv", "appid,name,hours\n440,Castles,2\n,Team Castle 2,3\n", "steam", "games", "440", repeated=1
    ),
    "last.fm json": case(
        "lastfm.json",
        json.dumps(
            {
                "recenttracks": {
                    "track": [{"artist": {"#text": "Björk"}, "name": "Jóga", "album": {"#text": "Homogenic"}}]
                }
            }
        ),
        "lastfm",
        "artists",
        "a1",
    ),
    "last.fm stats": case(
        "lastfmstats.json",
        json.dumps(
            {"username": "x", "scrobbles": [{"track": "Jóga", "artist": "Björk", "album": "Homogenic", "date": 1}]}
        ),
        "lastfm",
        "artists",
        "a1",
    ),
    "a list in json": case(
        "list.json", json.dumps(["The Matrix", " Dark ", "Unheard"]), "list", "titles", "m2 m9", "Unheard"
    ),
    "a table in json": case(
        "table.json",
        json.dumps([{"title": "Dark", "rating": 5}, {"title": "Solaris", "rating": None, "year": 1972}]),
        "table",
        "items",
        "m9 m3",
    ),
    "a list in a zip": zipped("mine.zip", {"list.txt": "Dark\nThe Matrix\n"}, "list", "titles", "m9 m2"),
}

ALL_CASES = CASES | DOWNLOADS
