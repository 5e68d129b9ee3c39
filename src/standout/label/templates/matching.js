/* From what a history says to items of the bulletin: the same as standout.label.matching. And completion. */

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

/* The items that a name may mean, the one that most people have first. */
function fitting(name) {
  if (name.kind === "id") return itemOf(name.text) === undefined ? [] : [itemOf(name.text)];
  const title = parsedTitle(name.text, name.year);
  for (const key of title.keys) {
    const found = ofYear(withKey(key), title.year);
    if (found.length) return found.sort(morePeople);
  }
  return [];
}

function ofYear(items, year) {
  if (year === null) return items;
  const years = new Map(items.map(item => [item, parsedTitle(nameOf(item)).year]));
  const same = items.filter(item => years.get(item) === year);
  return same.length ? same : items.filter(item => years.get(item) === null);
}

function firstFitting(one) {
  for (const [place, name] of one.names.entries()) {
    const items = fitting(name);
    if (items.length) return { place, items };
  }
  return { place: -1, items: [] };
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
  const items = new Set(), unknown = new Map(), chosen = new Map();
  for (const { one, items: fits } of best.found) {
    const key = normalisedTitle(one.countsAs);
    if (fits.length) items.add(fits[0]);
    else if (!unknown.has(key)) unknown.set(key, one.countsAs);
    if (fits.length > 1 && !chosen.has(fits[0])) chosen.set(fits[0], { said: one.countsAs, fits: fits.length, item: fits[0] });
  }
  const repeated = best.reading.mentions.length - items.size - unknown.size;
  return { reading: best.reading.what, items: [...items], unknown: [...unknown.values()], chosen: [...chosen.values()], repeated };
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
