/* What a history says, by the kind of file it is: the same rules as standout.label.history and .exports. */

const LARGEST = 64 * 1024 * 1024;
const LONGEST = 1000;
const LIST_HEADERS = new Set(["title", "titles", "item", "items", "itemid", "name", "names", "isbn", "movieid", "bookid"]);
const NETFLIX_HEADERS = new Set(["title date", "titel datum", "titre date", "titulo fecha", "titulo data", "titolo data",
  "tytul data", "titel dato", "tittel dato", "nimi paivamaara", "nazev datum", "cim datum", "titlu data", "baslik tarih",
  "название дата", "назва дата", "τιτλος ημερομηνια", "タイトル 日付", "제목 날짜", "标题 日期", "標題 日期"]
  .map(names => normalisedTitle(names).split(" ").sort().join(" ")));
const CANCELLED = new Set(["cancelled", "canceled", "storniert", "annule", "annulé", "cancelado", "annullato"]);
const JSON_BEGINS = /^[{[]\s*[{["]/;
const WEB_BEGINS = /^<(?:!doctype|html|svg|\?xml|gamesList)/i;
const MOST_PROFILES = 20;   // more people than this in a file are not one household
const YEARS = new Set(["year", "releaseyear", "yearofrelease", "yearofpublication"]);
const SCROBBLED = /^(?:\d{1,2} \p{L}{3,9} \d{4}(?![\p{L}\p{N}_]).*|\d{4}-\d{2}-\d{2}[ T].*|\d{9,13})?$/u;
const FOREIGN = [
  [/^(?:\x1f\x8b|PAR1|SQLite format 3|%PDF)/, "history.not-text"],
];

/* What cannot be read: the key of the message that says why, and what is filled in. */
class BadHistory extends Error {
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/* Several people in one file, of whom one has to be chosen. */
class SeveralPeople extends BadHistory {
  constructor(people) {
    super("history.several-people", { count: people.length });
    this.people = people;
  }
}

/* What a file says: a download as it came, or a list. Of several people it is that of `person`. */
async function historyOf(file, person = null) {
  if (isZip(await bytesOf(file, 0, 4))) return outOfArchive(file, person);
  if (file.size > LARGEST) throw new BadHistory("history.too-large", { size: LARGEST >> 20 });
  return ofBytes(new Uint8Array(await file.arrayBuffer()), file.name, person);
}

function ofBytes(bytes, name, person = null) {
  const begin = beginOf(bytes);
  if (JSON_BEGINS.test(begin)) return ofEntries(jsonEntries(bytes), name, person);
  const { text, notes } = decodedHistory(bytes);
  return WEB_BEGINS.test(begin) ? webHistory(text) : understood(text, name, notes, person);
}

const beginOf = bytes => new TextDecoder("windows-1252").decode(bytes.subarray(0, 200)).replace(/^ï»¿/, "").trimStart();

/* The text of a file, whatever its encoding, and a note if that had to be guessed. */
function decodedHistory(bytes) {
  const begin = beginOf(bytes);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return checkedText(new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes), []);
  }
  const foreign = FOREIGN.find(([mark]) => mark.test(begin));
  if (foreign) throw new BadHistory(foreign[1]);
  try {
    return checkedText(new TextDecoder("utf-8", { fatal: true }).decode(bytes), []);
  } catch (problem) {
    if (problem instanceof BadHistory) throw problem;
    return checkedText(new TextDecoder("windows-1252").decode(bytes), [{ key: "history.western" }]);
  }
}

function checkedText(text, notes) {
  if (text.includes("\0")) throw new BadHistory("history.not-text");
  if (text.trim() === "") throw new BadHistory("history.empty");
  return { text, notes };
}

/* Rows of cells from separated text; rows without anything are left out. */
function rowsOf(text, delimiter) {
  const rows = [];
  let row = [], cell = "", quoted = false, begun = false;
  const endCell = () => { row.push(cell.trim()); cell = ""; begun = false; };
  const endRow = () => { endCell(); if (row.some(one => one !== "")) rows.push(row); row = []; };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') { cell += '"'; at += 1; } else quoted = false;
    } else if (sign === '"' && !begun) { quoted = true; begun = true; }
    else if (text.startsWith(delimiter, at)) { endCell(); at += delimiter.length - 1; }
    else if (sign === "\n" || sign === "\r") {
      endRow();
      if (sign === "\r" && text[at + 1] === "\n") at += 1;
    } else { cell += sign; begun = true; }
  }
  if (quoted) throw new BadHistory("history.open-quote");
  endRow();
  return rows;
}

const linesOf = text => text.split(/\r\n|\r|\n/).map(line => line.trim()).filter(line => line !== "");
const plainName = name => name.replace(/[\s_.-]/g, "").toLowerCase();
const asTitle = (text, year = null) => ({ kind: "title", text: bounded(text), year });
const asSeries = text => ({ kind: "series", text: bounded(text), year: null });
const asId = text => ({ kind: "id", text: bounded(text), year: null });
const mention = (names, countsAs) => ({ names, countsAs });
const yearOf = text => /^\d{4}$/.test(text ?? "") ? Number(text) : null;
const withYear = (title, year) => year ? `${title} (${year})` : title;

const leftOut = (count, key) => count ? [{ key, values: { count } }] : [];

/* What is longer than any name names nothing. */
function bounded(text) {
  if (text.length > LONGEST && [...text].length > LONGEST) throw new BadHistory("history.long-title",
    { begin: text.slice(0, 40), length: text.length, most: LONGEST });
  return text;
}

/* The rows below the header as cells by plain name. */
function named(rows) {
  const header = rows[0].map(plainName);
  return rows.slice(1).map(cells => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""])));
}

function ofOne(rows, column, person) {
  const people = [...new Set(rows.map(row => row[column] ?? ""))];
  if (person !== null) return rows.filter(row => row[column] === person);
  if (people.length > 1) throw new SeveralPeople(people);
  return rows;
}

/* "Series: Season 1: Name": its names from the fullest to the series, as which it counts if none is known. It is
   shortened only where a part says that it is a season, or where it is told to be an episode. */
function episode(text, first = [], told = false) {
  const parts = bounded(text).split(": ");
  let season = parts.findIndex((part, at) => at > 0 && SEASON.test(part));
  if (season < 0) season = told ? 1 : parts.length;
  const shorter = [];
  for (let end = parts.length - 1; end >= season; end -= 1) shorter.push(asSeries(parts.slice(0, end).join(": ")));
  return mention([...first, asTitle(text), ...shorter], parts.slice(0, season).join(": "));
}

function readNetflix(rows, person) {
  const header = rows[0].map(plainName), column = header.includes("title") ? "title" : header[0];
  const all = ofOne(named(rows), "profilename", person), kept = all.filter(row => row[column] && !row.supplementalvideotype);
  return { kind: "netflix", readings: [{ what: "titles", mentions: kept.map(row => episode(row[column])) }],
    notes: leftOut(all.length - kept.length, "history.without-title") };
}

function readLetterboxd(rows) {
  const mentions = named(rows).filter(row => row.name)
    .map(row => mention([asTitle(row.name, yearOf(row.year))], withYear(row.name, row.year)));
  return { kind: "letterboxd", readings: [{ what: "films", mentions }], notes: [] };
}

function readGoodreads(rows) {
  const all = named(rows), kept = all.filter(row => row.exclusiveshelf === "read" && row.title);
  return { kind: "goodreads", readings: [{ what: "books", mentions: kept.map(book) }],
    notes: leftOut(all.length - kept.length, "history.not-read") };
}

function book(row) {
  const numbers = [row.isbn, row.isbn13].map(text => (text ?? "").replace(/[^0-9Xx]/g, "").toUpperCase());
  const ids = new Set(numbers.flatMap(number => [number, otherIsbn(number)]).filter(number => number !== ""));
  return mention([...[...ids].map(asId), asTitle(row.title)], row.title);
}

/* The same book's number with 13 digits instead of 10, or the other way round; nothing if there is none. */
function otherIsbn(number) {
  const sum = (body, weight) => [...body].reduce((total, digit, at) => total + Number(digit) * weight(at), 0);
  if (/^\d{9}[\dX]$/.test(number)) {
    const body = `978${number.slice(0, 9)}`;
    return body + (10 - sum(body, at => at % 2 ? 3 : 1) % 10) % 10;
  }
  if (/^978\d{10}$/.test(number)) {
    const body = number.slice(3, 12), check = (11 - sum(body, at => 10 - at) % 11) % 11;
    return body + (check === 10 ? "X" : check);
  }
  return "";
}

function readImdb(rows) {
  const all = named(rows), rated = rows[0].map(plainName).includes("yourrating");
  const kept = all.filter(row => row.title && (row.yourrating || !rated));
  return { kind: "imdb", readings: [{ what: "titles", mentions: kept.map(ratedTitle) }],
    notes: leftOut(all.length - kept.length, "history.not-rated") };
}

function ratedTitle(row) {
  const titles = [...new Set([row.title, row.originaltitle].filter(text => text))];
  const names = [asId(row.const ?? ""), ...titles.map(text => asTitle(text, yearOf(row.year)))];
  if (plainName(row.titletype ?? "") === "tvepisode") return episode(row.title, names, true);
  return mention(names, withYear(row.title, row.year));
}

function isLastfm(cells) {
  return (cells.length === 4 || cells.length === 5) && cells[0] !== "" && SCROBBLED.test(cells.slice(3).join(", "));
}

const readLastfmBare = rows => heard("lastfm", rows.map(([artist, album, track]) => ({ artist, album, track })));
const readLastfm = rows => heard("lastfm", named(rows));

/* What was heard, by artist, by track and by album: the one that the bulletin knows is taken. */
function heard(kind, all, notes = []) {
  const kept = all.filter(row => row.artist);
  const ofArtist = (row, part) => {
    const both = `${row.artist} - ${row[part]}`, uri = part === "track" ? row.uri : "";
    return mention([...uri ? [asId(uri), asId(uri.split(":").at(-1))] : [], asTitle(both), asTitle(row[part])], both);
  };
  return { kind, notes: [...notes, ...leftOut(all.length - kept.length, "history.no-artist")], readings: [
    { what: "artists", mentions: kept.map(row => mention([asTitle(row.artist)], row.artist)) },
    ...["track", "album"].map(part => ({ what: `${part}s`,
      mentions: kept.filter(row => row[part]).map(row => ofArtist(row, part)) })),
  ] };
}

/* What was ordered and not cancelled: by its number, which for many books is the ISBN, then by name. */
function readAmazon(rows) {
  const productOf = row => {
    const name = row.productname || row.title || "";
    return name === "Not Available" ? "" : [...name].slice(0, LONGEST).join("");
  };
  const all = named(rows), kept = all.filter(row => productOf(row) && !CANCELLED.has(plainName(row.orderstatus ?? "")));
  const mentions = kept.map(row => {
    const number = (row.asin || row["asin/isbn"] || "").toUpperCase(), name = productOf(row);
    const ids = new Set([number, otherIsbn(number)].filter(one => one !== ""));
    return mention([...[...ids].map(asId), asTitle(name)], name);
  });
  return { kind: "amazon", readings: [{ what: "products", mentions }],
    notes: leftOut(all.length - kept.length, "history.cancelled") };
}

function readSteam(rows) {
  const all = named(rows), kept = all.filter(row => row.name);
  const mentions = kept.map(row => mention([asId(row.appid ?? ""), asTitle(row.name)], row.name));
  return { kind: "steam", readings: [{ what: "games", mentions }], notes: leftOut(all.length - kept.length, "history.no-name") };
}

/* A number, a name and something of an order: alone, the first two may be anybody's table. */
const isAmazon = names => (names.includes("asin") || names.includes("asin/isbn"))
  && (names.includes("productname") || names.includes("title")) && names.some(name => name.startsWith("order"));

/* The columns that are used, by role, in a header with usual names. The lists of names come with the page. */
function usualColumns(cells) {
  const plain = cells.map(plainName), found = {};
  for (const [role, names] of Object.entries(data.columns)) {
    const name = names.find(one => plain.includes(one));
    if (name !== undefined) found[role] = plain.indexOf(name);
  }
  if (found.item === undefined && found.title !== undefined) {
    found.item = found.title;
    delete found.title;
  }
  return found;
}

function readTable(rows, person) {
  const at = usualColumns(rows[0]);
  if (at.item === undefined) throw new BadHistory("history.no-items",
    { names: rows[0].slice(0, 12).map(name => `“${name}”`).join(", ") });
  const cell = (row, role) => at[role] === undefined ? "" : row[at[role]] ?? "";
  const years = rows[0].findIndex(name => YEARS.has(plainName(name)));
  if (years >= 0) at.year = years;
  const all = rows.slice(1).map(row => ({ user: cell(row, "user"), item: cell(row, "item"), title: cell(row, "title"),
    year: yearOf(cell(row, "year")) }));
  const mentions = ofOne(all, "user", person).filter(row => row.item).map(row => mention([asId(row.item),
    ...[row.title, row.item].filter(text => text).map(text => asTitle(text, row.year))], row.title || row.item));
  return { kind: "table", readings: [{ what: "items", mentions }], notes: [] };
}

/* A title or an id to a line. Which of the two a number is, the whole list decides. */
function readList(text) {
  let lines = linesOf(text);
  if (lines.some(line => line.length > LONGEST)) {
    throw new BadHistory("history.long-line", { most: LONGEST });
  }
  if (lines.length > 1 && LIST_HEADERS.has(plainName(lines[0]))) lines = lines.slice(1);
  const words = lines.map(line => line.replace(/[,;]+$/, ""))
    .map(line => /^".+"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line);
  return wordsHistory(words);
}

const wordsHistory = titles => ({ kind: "list", notes: [], readings: [
  { what: "titles", mentions: titles.map(word => mention([asTitle(word), asId(word)], word)) },
  { what: "ids", mentions: titles.map(word => mention([asId(word), asTitle(word)], word)) },
] });

const has = (...wanted) => names => wanted.every(name => names.includes(name));
const EXPORTS = [
  [names => NETFLIX_HEADERS.has(names.map(normalisedTitle).sort().join(" ")) || has("profilename", "title")(names),
    readNetflix],
  [has("letterboxduri", "name"), readLetterboxd],
  [has("exclusiveshelf", "title"), readGoodreads],
  [has("const", "title"), readImdb],
  [names => has("artist", "track")(names) && usualColumns(names).user === undefined, readLastfm],
  [isAmazon, readAmazon],
  [has("appid", "name"), readSteam],
];

/* What separates the columns, if this is a table: by its header, or by the file's name. */
function tableDelimiter(first, file) {
  const cells = [",", ";", "\t", "|", "::"].map(delimiter => [delimiter, rowsOf(first, delimiter)[0] ?? []]);
  const known = cells.find(([, found]) => found.length > 1 && usualColumns(found).item !== undefined);
  if (known) return known[0];
  const widest = cells.reduce((best, one) => one[1].length > best[1].length ? one : best);
  return /\.(?:csv|tsv|dat|data|tab)$/i.test(file) && widest[1].length > 1 ? widest[0] : null;
}

function understood(text, file, notes = [], person = null) {
  const read = () => {
    const first = linesOf(text)[0];
    for (const delimiter of [",", ";", "\t"]) {
      const names = (firstCells(first, delimiter)).map(plainName);
      const found = EXPORTS.find(([fits]) => fits(names));
      if (found) return found[1](rowsOf(text, delimiter), person);
    }
    if (isLastfm(firstCells(first, ","))) return readLastfmBare(rowsOf(text, ","));
    const delimiter = tableDelimiter(first, file);
    return delimiter === null ? readList(text) : readTable(rowsOf(text, delimiter), person);
  };
  const history = something(read());
  return { ...history, notes: [...notes, ...history.notes] };
}

function something(history) {
  if (!history.readings[0].mentions.length) throw new BadHistory("history.nothing-had");
  return history;
}

function firstCells(line, delimiter) {
  try {
    return rowsOf(line, delimiter)[0] ?? [];
  } catch {
    return [];
  }
}
