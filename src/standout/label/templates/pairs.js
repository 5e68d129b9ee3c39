/* What a person's list speaks for: the same as standout.label.pairs.factoring, number by number; a test compares the two. */

const UNKNOWN = { one: "pairs.unknown-one", many: "pairs.unknown-many" };
const SHOWN = 10;

const badge = entry => entry.item < 0 ? make("span", "badge", say("pairs.not-known")) : make("span", "badge", "");

function scoresFor(items) {
  const spoken = new Float64Array(data.factors[0].length);
  for (const item of items) data.factors[item].forEach((part, at) => { spoken[at] += part; });
  return data.factors.map((row, item) => row.reduce((sum, part, at) => sum + part * spoken[at], 0) * data.scales[item]);
}

/* The items that these speak for most, best first, without these; equal ones in the order of the file. */
function recommendedFor(items, count = SHOWN) {
  const scores = scoresFor(items), own = new Set(items);
  return data.ids.map((_, item) => item).filter(item => !own.has(item)).sort((a, b) => scores[b] - scores[a] || a - b)
    .slice(0, count).map(item => ({ item, score: scores[item] }));
}

function showResult() {
  const items = tickedEntries().map(entry => entry.item).filter(item => item >= 0);
  const found = items.length ? recommendedFor(items) : [];
  byId("recommended").replaceChildren(...found.map(({ item }) => {
    const add = make("button", "", say("pairs.i-have-it"));
    add.type = "button";
    add.setAttribute("aria-label", say("pairs.i-have", { title: plain(nameOf(item)) || plain(data.ids[item]) }));
    add.addEventListener("click", () => { addItem(item); show(); });
    return make("li", "", make("div", "", make("bdi", "", plain(nameOf(item)) || plain(data.ids[item])), " ", add));
  }));
  byId("summary").textContent = found.length ? say("pairs.from-yours", { count: items.length })
    : say(entries.size ? "pairs.none-known" : "pairs.add-first");
}

openCatalogue();
listenForFiles();
listenForTyping();
listenForList();
speak(language);
