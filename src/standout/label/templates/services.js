/* What services give out as JSON, as a web page or as XML: the rules of standout.label.person's json_histories and
   web_histories. A test compares the two. */

const SHORTEST_PLAY = 30000;
const INSIDE = [["response", "games"], ["recenttracks", "track"], ["scrobbles"], ["tracks"], ["games"]];
const TRAKT_LISTS = ["history", "watched", "ratings"];
const WATCHED = /^(?:Watched|Vous avez regardé|Has visto|Hai guardato) | angesehen$/g;
const VIDEO = /(?:[?&]v=|\/shorts\/)([\w-]{6,20})/;
const CHANNEL = /\/channel\/([\w-]{6,40})/;
const SIGNS = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", emsp: " " };
const LINK = /<a href="(https:\/\/(?:www\.|music\.)?youtube\.com\/[^"]*)">([^<]*)<\/a>/g;

const isObject = value => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = value => typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
const namedOf = value => isObject(value) ? textOf(value["#text"] || value.name) : textOf(value);

function jsonEntries(bytes) {
  let found;
  try {
    found = entriesOf(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw new BadHistory("history.broken-json");
  }
  if (found === null) throw new BadHistory("history.unknown-json");
  return found;
}

/* The entries of a document, wherever its service keeps them. */
function entriesOf(found) {
  if (Array.isArray(found)) return found;
  if (!isObject(found)) return null;
  for (const path of INSIDE) {
    const inner = path.reduce((value, key) => isObject(value) ? value[key] : undefined, found);
    if (Array.isArray(inner)) return inner;
  }
  const lists = TRAKT_LISTS.map(key => found[key]).filter(Array.isArray);
  return lists.length ? lists.flat() : null;
}

/* The history of a service, or a list or a table in JSON. */
function ofEntries(entries, file, person) {
  const known = person === null ? ofService(entries.filter(isObject)) : null;
  if (known) return something(known);
  if (person === null && entries.length && entries.every(entry => typeof entry === "string")) {
    return something(wordsHistory(entries.map(entry => entry.trim()).filter(entry => entry !== "")));
  }
  if (!entries.length || !entries.every(isObject)) throw new BadHistory("history.unknown-json");
  const names = [...new Set(entries.flatMap(Object.keys))];
  const cells = cell => /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const rows = [names, ...entries.map(entry => names.map(name => textOf(entry[name])))];
  return understood(rows.map(row => row.map(cells).join(",")).join("\n"), "table.csv", [], person);
}

function ofService(entries) {
  const first = entries[0] ?? {};
  if ("master_metadata_track_name" in first || ("artistName" in first && "trackName" in first)) return readSpotify(entries);
  if ("header" in first && "title" in first) return videoHistory(entries.map(viewed));
  if (isObject(first.movie) || isObject(first.show)) {
    return { kind: "trakt", readings: [{ what: "titles", mentions: entries.flatMap(onTrakt) }], notes: [] };
  }
  if ("appid" in first && "name" in first) {
    return gameHistory(entries.map(({ appid, name }) => ({ id: textOf(appid), name: textOf(name) })));
  }
  if ("artist" in first && ("track" in first || "name" in first)) {
    return heard("lastfm", entries.map(entry => ({ artist: namedOf(entry.artist), album: namedOf(entry.album),
      track: textOf(entry.track) || textOf(entry.name) })));
  }
  return null;
}

function readSpotify(entries) {
  const rows = entries.map(entry => ({
    artist: textOf(entry.artistName || entry.master_metadata_album_artist_name),
    track: textOf(entry.trackName || entry.master_metadata_track_name),
    album: textOf(entry.albumName || entry.master_metadata_album_album_name),
    uri: textOf(entry.spotify_track_uri),
    short: (entry.ms_played ?? entry.msPlayed) < SHORTEST_PLAY,
  })).filter(row => row.artist && row.track);
  const long = rows.filter(row => !row.short);
  return heard("spotify", long, [...leftOut(entries.length - rows.length, "history.not-music"),
    ...leftOut(rows.length - long.length, "history.short-plays")]);
}

/* What was watched, by video and by channel. Advertisements and what is no video are left out. */
function videoHistory(videos) {
  const kept = videos.filter(one => one.id && !one.advertised);
  const byVideo = kept.map(one => mention([asId(one.id), ...one.title ? [asTitle(one.title)] : []], one.title || one.id));
  const byChannel = kept.filter(one => one.channel)
    .map(one => mention([...one.channelId ? [asId(one.channelId)] : [], asTitle(one.channel)], one.channel));
  return { kind: "youtube", notes: leftOut(videos.length - kept.length, "history.no-video"),
    readings: [{ what: "videos", mentions: byVideo }, { what: "channels", mentions: byChannel }] };
}

function viewed(entry) {
  const channel = Array.isArray(entry.subtitles) && isObject(entry.subtitles[0]) ? entry.subtitles[0] : {};
  const advertised = Array.isArray(entry.details) && entry.details.some(one => namedOf(one).includes("Google Ads"));
  return video(textOf(entry.titleUrl), textOf(entry.title), textOf(channel.name), textOf(channel.url), advertised);
}

function video(address, title, channel, channelAddress, advertised) {
  const plainTitle = title.replace(WATCHED, "").trim();
  return { id: VIDEO.exec(address)?.[1] ?? "", title: plainTitle.startsWith("https:") ? "" : plainTitle, channel,
    channelId: CHANNEL.exec(channelAddress)?.[1] ?? "", advertised };
}

/* A film by its ids, title and year; of a series, the series. */
function onTrakt(entry) {
  for (const [key, make] of [["movie", asTitle], ["show", asSeries]]) {
    const work = entry[key], title = isObject(work) ? textOf(work.title) : "";
    if (!title) continue;
    const year = key === "movie" ? textOf(work.year) : "", ids = isObject(work.ids) ? work.ids : {};
    const numbers = ["imdb", "slug"].map(place => textOf(ids[place])).filter(text => text !== "").map(asId);
    return [mention([...numbers, make(title, yearOf(year))], withYear(title, year))];
  }
  return [];
}

function gameHistory(games) {
  const kept = games.filter(game => game.name);
  const mentions = kept.map(game => mention([...game.id ? [asId(game.id)] : [], asTitle(game.name)], game.name));
  return { kind: "steam", readings: [{ what: "games", mentions }], notes: leftOut(games.length - kept.length, "history.no-name") };
}

/* YouTube's watch-history.html, and the games of a Steam profile, taken apart by their marks. */
function webHistory(text) {
  if (text.slice(0, 2000).includes("<gamesList>")) {
    return something(gameHistory([...text.matchAll(/<game>(.*?)<\/game>/gs)].map(([, found]) => inGame(found))));
  }
  const videos = text.split('class="outer-cell').slice(1).map(inCell).filter(one => one !== null);
  if (!videos.length) throw new BadHistory("history.a-web-page");
  return something(videoHistory(videos));
}

function inCell(cell) {
  const [first, second] = [...cell.matchAll(LINK)];
  if (!first || first[1].includes("/results?search_query")) return null;
  return video(unescaped(first[1]), unescaped(first[2]), unescaped(second?.[2] ?? ""), unescaped(second?.[1] ?? ""),
    cell.includes("Google Ads"));
}

function inGame(found) {
  const name = /<name>(?:<!\[CDATA\[(.*?)\]\]>|([^<]*))<\/name>/s.exec(found);
  return { id: /<appID>(\d{1,12})<\/appID>/.exec(found)?.[1] ?? "", name: (name?.[1] ?? unescaped(name?.[2] ?? "")).trim() };
}

function unescaped(text) {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]{2,6}));/g, (all, decimal, hexadecimal, name) => {
    if (name) return SIGNS[name] ?? all;
    const number = decimal ? Number(decimal) : parseInt(hexadecimal, 16);
    return (number > 0 && number < 0xd800) || (number > 0xdfff && number < 0x110000) ? String.fromCodePoint(number) : all;
  });
}
