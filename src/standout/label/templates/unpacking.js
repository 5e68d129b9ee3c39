/* Zip archives: their directory is read and checked before anything is unpacked, by the rules of standout.label.person's
   unpacking and downloads; the browser itself inflates. Nothing is unpacked beyond what the directory promised. */

const MOST_FILES = 10000;
const LARGEST_DIRECTORY = 16 * 1024 * 1024;
const LARGEST_TOGETHER = 256 * 1024 * 1024;
const SATURATED = 0xffffffff;
const END_SIZE = 22, ENTRY_SIZE = 46, LOCAL_SIZE = 30;
const YOUTUBE = /(?:^|\/)youtube[^/]*\/.*\.(?:json|html)$/;
const ARCHIVES = [
  /(?:^|\/)(?:viewingactivity|netflixviewinghistory)\.csv$/,
  /^(?:(?!deleted|orphaned|likes|lists)[^/]+\/)?(?:diary|ratings|reviews|watched)\.csv$/,
  /(?:^|\/)(?:streaminghistory(?:_music)?_?\d*|streaming_history_(?:audio|video)[^/]*|endsong[^/]*)\.json$/,
  YOUTUBE,
  /(?:^|\/)(?:history|watched|ratings)-[^/]*\.json$/,
  /(?:^|\/)(?:retail\.orderhistory\.\d+|order history|digital items|digital content orders)\.csv$/,
  /(?:^|\/)goodreads_library_export\.csv$/,
];
const READABLE = /\.(?:csv|tsv|txt|json|html|xml)$/;
const HIDDEN = /(?:^|\/)(?:__macosx\/|\.)/;

const isZip = bytes => bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));
const bytesOf = async (file, begin, end) => new Uint8Array(await file.slice(begin, end).arrayBuffer());
const viewOf = bytes => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/* The files of an archive, none of them unpacked; folders are left out. */
async function filesIn(file) {
  const { count, begin, size } = await endOf(file);
  if (count > MOST_FILES) throw new BadHistory("history.zip-many", { count, most: MOST_FILES });
  if (size > LARGEST_DIRECTORY) throw new BadHistory("history.zip-lying");
  const entries = entriesIn(await bytesOf(file, begin, begin + size), count, begin);
  if (new Set(entries.map(entry => entry.name)).size < entries.length) throw new BadHistory("history.zip-lying");
  return entries.filter(entry => !entry.name.endsWith("/"));
}

/* How many files the directory has, where it begins, and how long it is. */
async function endOf(file) {
  const from = Math.max(0, file.size - END_SIZE - 0xffff), tail = await bytesOf(file, from, file.size), view = viewOf(tail);
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50 || at + END_SIZE + view.getUint16(at + 20, true) !== tail.length) continue;
    const [disk, first, here, count] = [4, 6, 8, 10].map(place => view.getUint16(at + place, true));
    const size = view.getUint32(at + 12, true), begin = view.getUint32(at + 16, true);
    if (count === 0xffff || size === SATURATED || begin === SATURATED) throw new BadHistory("history.zip-large");
    if (disk || first || here !== count || begin + size > from + at) break;
    return { count, begin, size };
  }
  throw new BadHistory("history.zip-cut");
}

function entriesIn(directory, count, end) {
  const view = viewOf(directory), found = [];
  let at = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + ENTRY_SIZE > directory.length) throw new BadHistory("history.zip-lying");
    const mark = view.getUint32(at, true), flags = view.getUint16(at + 8, true), method = view.getUint16(at + 10, true);
    const [checksum, packed, size] = [16, 20, 24].map(place => view.getUint32(at + place, true));
    const [nameLength, extra, comment, disk] = [28, 30, 32, 34].map(place => view.getUint16(at + place, true));
    const begin = view.getUint32(at + 42, true);
    at += ENTRY_SIZE;
    const raw = directory.subarray(at, at + nameLength);
    at += nameLength + extra + comment;
    if (mark !== 0x02014b50 || disk || at > directory.length) throw new BadHistory("history.zip-lying");
    if (packed === SATURATED || size === SATURATED || begin === SATURATED) throw new BadHistory("history.zip-large");
    found.push({ name: inside(raw), raw, flags, method, checksum, packed, size, begin, limit: end });
  }
  if (at !== directory.length) throw new BadHistory("history.zip-lying");
  return apart(found, end);
}

/* The name of a file, if it leads nowhere else. */
function inside(raw) {
  const name = new TextDecoder("utf-8", { ignoreBOM: true }).decode(raw).replaceAll("\\", "/"), parts = name.split("/");
  if (parts[0] === "" || parts.includes("..") || /^[A-Za-z]:/.test(name) || /[\x00-\x1f\x7f]/.test(name)) {
    throw new BadHistory("history.zip-outside", { name: name.slice(0, 60) });
  }
  return name;
}

/* The files, each with where the next one begins; refused if one lies in another. */
function apart(entries, end) {
  const ordered = [...entries].sort((one, other) => one.begin - other.begin);
  ordered.forEach((entry, at) => { entry.limit = at + 1 < ordered.length ? ordered[at + 1].begin : end; });
  const within = entry => entry.begin < entry.limit
    && entry.begin + LOCAL_SIZE + entry.raw.length + entry.packed <= entry.limit;
  if (!ordered.every(within)) throw new BadHistory("history.zip-lying");
  return entries;
}

/* The contents of a file, if they are what the directory says. */
async function unpacked(file, entry, largest) {
  if (entry.flags & 1) throw new BadHistory("history.zip-locked");
  if (entry.size > largest) throw new BadHistory("history.zip-bomb", { name: entry.name, size: largest >> 20 });
  if (entry.method !== 0 && entry.method !== 8) throw new BadHistory("history.zip-method", { name: entry.name });
  const head = viewOf(await bytesOf(file, entry.begin, entry.begin + LOCAL_SIZE));
  if (head.byteLength < LOCAL_SIZE) throw new BadHistory("history.zip-cut");
  const nameLength = head.getUint16(26, true), begin = entry.begin + LOCAL_SIZE + nameLength + head.getUint16(28, true);
  const name = await bytesOf(file, entry.begin + LOCAL_SIZE, entry.begin + LOCAL_SIZE + nameLength);
  const same = name.length === entry.raw.length && name.every((byte, at) => byte === entry.raw[at]);
  if (head.getUint32(0, true) !== 0x04034b50 || head.getUint16(6, true) & 1 || head.getUint16(8, true) !== entry.method
    || !same || begin + entry.packed > entry.limit) throw new BadHistory("history.zip-lying");
  const content = await inflated(file.slice(begin, begin + entry.packed), entry);
  if (content.length !== entry.size || checksumOf(content) !== entry.checksum) throw new BadHistory("history.zip-lying");
  return content;
}

async function inflated(packed, entry) {
  if (entry.method === 0) return new Uint8Array(await packed.arrayBuffer());
  const content = new Uint8Array(entry.size), reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let at = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > entry.size) {
        await reader.cancel();
        throw new BadHistory("history.zip-lying");
      }
      content.set(part.value, at);
      at += part.value.length;
    }
  } catch {
    throw new BadHistory("history.zip-lying");
  }
  return content.subarray(0, at);
}

function checksumOf(bytes) {
  const table = Uint32Array.from({ length: 256 }, (_, at) => {
    let value = at;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let sum = 0xffffffff;
  for (const byte of bytes) sum = table[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/* The files with the history, by the names that services give them. */
function holdingHistory(files) {
  const named = new Map(files.map(file => [file.name.toLowerCase(), file]).filter(([name]) => !HIDDEN.test(name)));
  if (named.has("[content_types].xml")) throw new BadHistory("history.spreadsheet");
  const names = [...named.keys()].sort(), those = pattern => names.filter(name => pattern.test(name)).map(name => named.get(name));
  const found = ARCHIVES.map(those).find(some => some.length) ?? those(READABLE);
  if (!found.length || (found.length > 1 && !ARCHIVES.some(pattern => pattern.test(found[0].name.toLowerCase())))) {
    throw new BadHistory("history.zip-nothing");
  }
  if (found.reduce((sum, file) => sum + file.size, 0) > LARGEST_TOGETHER) {
    throw new BadHistory("history.zip-together", { size: LARGEST_TOGETHER >> 20 });
  }
  return found;
}

/* The history in an archive: several files of it are one, one after another. */
async function outOfArchive(file, person) {
  const wanted = holdingHistory(await filesIn(file)), found = [];
  let entries = [];
  for (const one of wanted) {
    const content = await unpacked(file, one, LARGEST);
    try {
      if (/\.json$/i.test(one.name)) entries = entries.concat(jsonEntries(content));
      else found.push(ofBytes(content, one.name, person));
    } catch (problem) {
      if (!(problem instanceof BadHistory) || !YOUTUBE.test(one.name.toLowerCase())) throw problem;
    }
  }
  if (YOUTUBE.test(wanted[0].name.toLowerCase())) entries = entries.filter(entry => isObject(entry) && "header" in entry);
  if (entries.length) found.push(ofEntries(entries, file.name, person));
  if (!found.length) throw new BadHistory("history.no-videos");
  return joined(found);
}

/* Histories of one kind as one; those of another kind than the first are left out. */
function joined(histories) {
  const alike = histories.filter(history => history.kind === histories[0].kind);
  return {
    kind: alike[0].kind,
    readings: alike[0].readings.map(({ what }, at) => ({ what, mentions: alike.flatMap(one => one.readings[at].mentions) })),
    notes: [...new Map(alike.flatMap(one => one.notes).map(note => [JSON.stringify(note), note])).values()],
  };
}
