/* From what a history says to items of the bulletin: as `standout check` does, without its guesses (parts of titles and
   misspellings). And completion. */

/* The plain forms of all titles come sorted, one to a line; `starts` says where each begins. */
const catalogue = { byId: null, keyItem: null, starts: null, text: "" };

function openCatalogue() {
  catalogue.text = `\n${data.keys}\n`;
  catalogue.keyItem = Int32Array.from(data.keyItems);
  catalogue.starts = new Uint32Array(data.keyItems.length + 1);
  for (let at = 0, place = 1; at < catalogue.starts.length; at += 1) {
    catalogue.starts[at] = place;
    place = catalogue.text.indexOf("\n", place) + 1;
  }
  data.keys = data.keyItems = null;
}

/* The item with this id; the table of ids is made when it is first asked for. */
function itemOf(id) {
  catalogue.byId ??= new Map(data.ids.map((one, item) => [one, item]));
  return catalogue.byId.get(id);
}

const keyOf = at => catalogue.text.slice(catalogue.starts[at], catalogue.starts[at + 1] - 1);

/* The items whose title has exactly this plain form. */
function withKey(key) {
  let low = 0, high = catalogue.keyItem.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(middle) < key) low = middle + 1; else high = middle;
  }
  const found = [];
  for (let at = low; at < catalogue.keyItem.length && keyOf(at) === key; at += 1) found.push(catalogue.keyItem[at]);
  return found.filter(item => data.titles?.[item]);
}

const nameOf = item => data.titles?.[item] || data.ids[item];
const morePeople = (a, b) => data.holders[b] - data.holders[a] || a - b;

/* Second forms of all titles, and of their other names; made when a name is not found by its plain form. */
const second = { forms: null, others: null };

function openSecond() {
  second.forms = new Map();
  second.others = new Map();
  const add = (table, form, item) => table.has(form) ? table.get(form).push(item) : table.set(form, [item]);
  (data.titles ?? []).forEach((text, item) => {
    if (!text) return;
    const title = writtenTitle(text);
    add(second.forms, title.form, item);
    title.others.forEach(form => add(second.others, form, item));
  });
  for (const [item, text] of aliases) {
    const alias = writtenTitle(text);
    for (const form of new Set([alias.form, ...alias.others])) {
      if (!second.others.get(form)?.includes(item)) add(second.others, form, item);
    }
  }
}

/* Further names of items, from a table with a column item (or title) and columns alias: as standout.matching.aliases. */
let aliases = [];
const FURTHER = /^(?:alias(?:es)?|titles?|also(?: known as)?|original title|name)(?:[ _-].*)?$/;

/* The columns of such a table; null if the header is another one. */
function aliasColumns(header) {
  const names = header.map(cell => cell.trim().toLowerCase());
  const key = ["item", "id", "title"].map(name => names.indexOf(name)).find(at => at >= 0) ?? -1;
  const further = names.flatMap((name, at) => at !== key && FURTHER.test(name) ? [at] : []);
  return key < 0 || !names.some(name => name.startsWith("alias")) ? null : { key, byTitle: names[key] === "title", further };
}

/* Takes the names in; returns how many there are, and how many rows were about other items. */
function takeAliases(rows, { key, byTitle, further }) {
  const plainKey = text => { const { keys, year } = parsedTitle(text); return `${keys[0] ?? normalisedTitle(text)} ${year}`; };
  const byName = new Map();
  if (byTitle) (data.titles ?? []).forEach((text, item) => {
    if (text && !byName.has(plainKey(text))) byName.set(plainKey(text), item);
  });
  let others = 0, names = 0;
  for (const cells of rows) {
    const cell = (cells[key] ?? "").trim(), item = byTitle ? byName.get(plainKey(cell)) : itemOf(cell);
    if (item === undefined) {
      others += cell === "" ? 0 : 1;
      continue;
    }
    for (const name of further.flatMap(at => (cells[at] ?? "").split("|")).map(text => text.trim())) {
      if (name !== "") names += aliases.push([item, name]) > 0 ? 1 : 0;
    }
  }
  second.forms = second.others = null;
  return { names, others };
}

/* The items that may be meant, from the surest kind of match on. A series is never a film, which has one year. */
function* tiers(title, episode) {
  const fits = item => {
    const other = writtenTitle(nameOf(item));
    return !((episode || title.series) && other.year !== null && !other.series)
      && !(title.year !== null && !title.series && other.series);
  };
  const those = items => [...new Set(items)].filter(fits);
  const own = item => writtenTitle(nameOf(item)).keys.some(key => title.keys.includes(key));
  yield ["exact", those(title.keys.flatMap(withKey)).filter(own)];
  if (second.forms === null) openSecond();
  const called = (table, form) => table.get(form) ?? [];
  yield ["spelling", those(called(second.forms, title.form))];
  yield ["alternative", those(called(second.others, title.form))];
  yield ["alternative", those(title.others.flatMap(form => [...called(second.forms, form), ...called(second.others, form)]))];
}

/* What a name may mean, the item that most people have first, and by what kind of match. */
function fitting(name) {
  if (name.kind === "id") return { kind: "id", items: itemOf(name.text) === undefined ? [] : [itemOf(name.text)] };
  const title = writtenTitle(name.text, name.year), tried = [];
  if (!title.keys.length) return { kind: "", items: [] };
  for (const [kind, items] of tiers(title, name.kind === "series")) {
    const dated = items.map(item => [item, parsedTitle(nameOf(item)).year]);
    const same = dated.filter(([, year]) => title.year !== null && year === title.year);
    const open = dated.filter(([, year]) => title.year === null || year === null);
    const found = (same.length ? same : open).map(([item]) => item);
    if (found.length) return { kind, items: found.sort(morePeople) };
    tried.push(dated);
  }
  for (const dated of tried) {
    const near = dated.filter(([, year]) => Math.abs(year - title.year) === 1).map(([item]) => item);
    if (near.length) return { kind: "year", items: near.sort(morePeople) };
  }
  return { kind: "", items: [] };
}

function firstFitting(one) {
  for (const [place, name] of one.names.entries()) {
    const found = fitting(name);
    if (found.items.length) return { place, ...found };
  }
  return { place: -1, kind: "", items: [] };
}

/* One reading of a history: what every distinct mention was found to be, and how well the bulletin knows it. */
function attempt(reading) {
  const once = new Map(reading.mentions.map(one => [JSON.stringify(one), one]));
  const found = [...once.values()].map(one => ({ one, ...firstFitting(one) }));
  const share = test => found.filter(test).length / Math.max(found.length, 1);
  return { reading, found, worth: [share(({ place }) => place >= 0), share(({ place }) => place === 0)] };
}

/* The history in items, in the reading of it that the bulletin knows best; the first, if several do as well. */
function match(history) {
  const best = history.readings.map(attempt).reduce((one, other) =>
    other.worth[0] > one.worth[0] || (other.worth[0] === one.worth[0] && other.worth[1] > one.worth[1]) ? other : one);
  const items = new Map(), unknown = new Map(), chosen = new Map(), inexact = new Map();
  for (const { one, kind, items: fits } of best.found) {
    const key = normalisedTitle(one.countsAs);
    if (fits.length) {
      if (!items.has(fits[0])) items.set(fits[0], one.countsAs === data.ids[fits[0]] ? "" : one.countsAs);
    } else if (!unknown.has(key)) unknown.set(key, one.countsAs);
    if (fits.length > 1 && !chosen.has(fits[0])) chosen.set(fits[0], { said: one.countsAs, fits: fits.length, item: fits[0] });
    if (fits.length && kind !== "id" && kind !== "exact" && !inexact.has(fits[0])) {
      inexact.set(fits[0], { wrote: one.countsAs, item: fits[0], kind });
    }
  }
  const repeated = best.reading.mentions.length - items.size - unknown.size;
  return { reading: best.reading.what, items: [...items.keys()], wrote: [...items.values()], unknown: [...unknown.values()], chosen: [...chosen.values()],
    inexact: [...inexact.values()], repeated };
}

/* Items whose title begins with, has a word that begins with, or holds what was typed; the best known first. */
function completions(typed, most = 8) {
  const wanted = normalisedTitle(typed), found = [];
  if (wanted === "") return found;
  for (const pattern of [`\n${wanted}`, ` ${wanted}`, wanted]) {
    const hits = new Set();
    for (let at = catalogue.text.indexOf(pattern), seen = 0; at >= 0 && seen < 5000; seen += 1) {
      hits.add(catalogue.keyItem[keyAt(at + (pattern === wanted ? 0 : 1))]);
      at = catalogue.text.indexOf(pattern, at + 1);
    }
    for (const item of [...hits].sort(morePeople)) {
      if (found.length < most && !found.includes(item)) found.push(item);
    }
    if (found.length >= most) break;
  }
  return found;
}

/* Which key the sign at this place of the text belongs to. */
function keyAt(place) {
  let low = 0, high = catalogue.keyItem.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (catalogue.starts[middle] <= place) low = middle; else high = middle - 1;
  }
  return low;
}
