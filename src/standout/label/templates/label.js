/* The page: a person's list, its label, and what moves it. Nothing leaves the page: its policy forbids it. */

const data = readData();
const AT_FIRST = 100;          // items shown before "Show more"
const byId = id => document.getElementById(id);
const entries = new Map();     // by item, or by the name of what was not found: {item, name, holders, ticked}
let shown = AT_FIRST, latest = 0, offered = [], active = -1, stepNow = null, labelled = false, inSight = false;

function readData() {
  const element = document.getElementById("data"), found = JSON.parse(element.textContent);
  element.remove();
  return found;
}

function make(tag, words, ...inside) {
  const element = document.createElement(tag);
  if (words) element.className = words;
  element.append(...inside);
  return element;
}

const counted = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
const plain = text => text.replace(/[\n\r\t]/g, " ").replace(/\p{C}/gu, "").slice(0, 200);
const isRare = entry => entry.holders < data.rareBelow;
const numbersAsked = () => byId("show-numbers").checked;
const scoreAsked = () => byId("score").value;

/* The list */

function addItem(item) {
  const there = entries.get(item);
  if (there) there.ticked = true;
  else entries.set(item, { item, name: plain(nameOf(item)) || plain(data.ids[item]), holders: data.holders[item], ticked: true });
}

function addUnknown(name) {
  const key = normalisedTitle(name);
  if (!entries.has(key)) entries.set(key, { item: -1, name: plain(name), holders: 0, ticked: true });
  else entries.get(key).ticked = true;
}

const rarestFirst = () => [...entries.values()].sort((a, b) => a.holders - b.holders || (a.name < b.name ? -1 : 1));
const tickedEntries = () => rarestFirst().filter(entry => entry.ticked);

/* What is said of an item: words, and numbers only if asked for. */
function badge(entry) {
  if (entry.item < 0) return make("span", "badge rare", "not found: rare");
  const people = numbersAsked() ? ` ${counted(entry.holders, "person", "people")}` : "";
  if (isRare(entry)) return make("span", "badge rare", `rare${people && `:${people}`}`);
  return make("span", "badge", people.trim());
}

function row(entry) {
  const box = make("input", "");
  box.type = "checkbox";
  box.checked = entry.ticked;
  box.addEventListener("change", () => { entry.ticked = box.checked; showLabel(); });
  return make("li", "", make("label", "", box, make("bdi", "", entry.name), badge(entry)));
}

function showItems() {
  const all = rarestFirst();
  byId("items").replaceChildren(...all.slice(0, shown).map(row));
  byId("more").hidden = all.length <= shown;
  byId("list").hidden = all.length === 0;
  byId("unknown").hidden = !all.some(entry => entry.item < 0);
  byId("list-title").textContent = `Your ${counted(all.length, "item")}`;
}

function show() {
  showItems();
  showLabel();
}

function tickWhere(test) {
  for (const entry of entries.values()) entry.ticked = test(entry);
  show();
}

/* The label */

function showLabel() {
  const list = tickedEntries(), counts = list.map(entry => entry.holders), score = scoreAsked();
  const found = counts.length ? assess(counts, score) : null;
  for (const name of Object.keys(data.scores)) byId(`label-${name}`).toggleAttribute("hidden", name !== score);
  point(score, found);
  byId("details").hidden = !found;
  labelled = Boolean(found);
  showJump();
  latest += 1;
  if (!found) {
    byId("summary").textContent = entries.size ? "Nothing is ticked, so there is nothing to find you by."
      : "Add what you have, and your label appears here.";
    return;
  }
  const mark = data.scores[score].bars[found.bar].name;
  byId("summary").textContent = `Your label: ${mark}${halfWords(found, score)}.`;
  byId("jump").textContent = `Your label: ${mark}`;
  byId("moves").textContent = moves(list, found, score);
  showNumbers(counts, found, score);
  showStep(list, found, score);
}

/* Which half of its group a bar is, if it is not all of it. */
function halfWords(found, score) {
  const { bars, groups } = data.scores[score];
  const same = bars.flatMap((bar, at) => bar.group === bars[found.bar].group ? [at] : []);
  if (same.length === 1) return "";
  const half = same.indexOf(found.bar) ? "safer" : "less safe";
  const group = groups[bars[found.bar].group].name;
  return `, the ${half} half of ${group === bars[found.bar].name ? "its group" : `the group “${group}”`}`;
}

/* Where the label is out of sight, a link at the bottom says it. */
function showJump() {
  byId("jump").hidden = !labelled || inSight;
}

/* Moves the pointer to the person's bar; the safest is on top. */
function point(score, found) {
  const drawing = byId(`label-${score}`), { bars } = data.scores[score];
  const marks = bars.map(bar => bar.name).reverse().join(", ");
  drawing.classList.toggle("empty", !found);
  drawing.setAttribute("aria-label", `Privacy label${found ? `: ${bars[found.bar].name}` : ""}. `
    + `The bars, from the safest to the riskiest: ${marks}.`);
  if (found) drawing.querySelector(".you").style.transform = `translateY(${(bars.length - 1 - found.bar) * data.row}px)`;
}

function moves(list, found, score) {
  const usual = data.crowd.reduce((sum, activity) => sum + activity, 0) / data.crowd.length;
  const length = `You have ${counted(found.all, "item")}; people there have ${Math.round(usual).toLocaleString("en")} on `
    + "average. The more there are, the easier you are to find.";
  if (!found.rare) return `${length} None of them is rare.`;
  const rare = `${counted(found.rare, "is rare", "are rare")}${found.unknown ? `, of which ${
    counted(found.unknown, "was", "were")} not found and ${found.unknown === 1 ? "counts" : "count"} as rare` : ""}.`;
  const popular = list.filter(entry => !isRare(entry)).map(entry => entry.holders);
  const { bars } = data.scores[score];
  const without = popular.length ? ` Without the rare ones your label would ${
    withoutWords(bars[assess(popular, score).bar].name, bars[found.bar].name)}.` : "";
  return `${length} ${rare}${without}`;
}

const withoutWords = (mark, now) => `${mark === now ? "still " : ""}be: ${mark}`;

function showNumbers(counts, found, score) {
  const set = score === "better" ? ` A random 5% to 20% of the list fits about ${expectedSet(counts).toLocaleString("en",
    { maximumFractionDigits: 1 })} of ${data.people.toLocaleString("en")} people.` : "";
  byId("numbers").textContent = `Score ${found.score.toFixed(3)}; 1 is the most private, 0 the least.${set}`;
  byId("numbers").hidden = !numbersAsked();
}

/* Looks for the fewest items to leave out; a later change of the list makes the answer useless. */
async function showStep(list, found, score) {
  const mine = latest, { bars } = data.scores[score];
  stepNow = null;
  byId("take").hidden = true;
  if (found.bar === bars.length - 1) {
    byId("step").textContent = "There is none: this is the best label.";
    return;
  }
  byId("step").textContent = "Looking …";
  const step = await oneStep(list.map(entry => entry.holders), score, found.bar, () => mine !== latest);
  if (mine !== latest) return;
  if (!step) {
    byId("step").textContent = "Out of reach: even a single one of these items does not get there.";
    return;
  }
  stepNow = step.leaveOut.map(place => list[place]);
  const names = stepNow.slice(0, 3).map(entry => `\u2068${entry.name}\u2069`).join("; ");
  const more = stepNow.length > 3 ? ` and ${(stepNow.length - 3).toLocaleString("en")} more` : "";
  byId("step").textContent = `Leave out ${counted(stepNow.length, "item")}, and your label is: ${bars[step.bar].name}. `
    + `Fewer will not do. The rarest go first: ${names}${more}.`;
  byId("take").textContent = stepNow.length === 1 ? "Untick it" : "Untick them";
  byId("take").hidden = false;
}

/* Files */

function tell(text, wrong = false) {
  byId("told").textContent = text;
  byId("told").classList.toggle("wrong", wrong);
}

async function readFile(file) {
  if (file.size > LARGEST) throw new BadHistory(`It is larger than ${LARGEST >> 20} MB; take one person's history.`);
  const { text, notes } = decodedHistory(new Uint8Array(await file.arrayBuffer()));
  return takeIn(understood(text, file.name, notes));
}

/* Puts a history into the list, and says what was found in it. */
function takeIn(history) {
  const found = match(history), lines = history.readings.find(reading => reading.what === found.reading).mentions.length;
  found.items.forEach(addItem);
  found.unknown.forEach(addUnknown);
  const parts = [`${counted(found.items.length, "item")} found among ${counted(lines, "line")}`];
  if (found.unknown.length) parts.push(`${found.unknown.length.toLocaleString("en")} not found, which count as rare`);
  if (found.repeated) parts.push(`${found.repeated.toLocaleString("en")} repeated`);
  if (found.chosen.length) parts.push(`${found.chosen.length.toLocaleString("en")} could mean several items, and the one that `
    + "most people have was taken");
  found.inexact.slice(0, 10).forEach(({ wrote, item }) => parts.push(`you wrote “${wrote}”, we took “${nameOf(item)}”`));
  if (found.inexact.length > 10) parts.push(`${(found.inexact.length - 10).toLocaleString("en")} more are called otherwise`);
  return `${[...parts, ...history.notes].join("; ")}.`;
}

async function openFiles(files) {
  const told = [];
  let wrong = false;
  tell("Reading …");
  for (const file of files) {
    try {
      told.push(`${plain(file.name)}: ${await readFile(file)}`);
    } catch (problem) {
      wrong = true;
      told.push(`${plain(file.name)} cannot be taken. ${problem instanceof BadHistory ? plain(problem.message)
        : "It could not be read."}`);
    }
  }
  tell(told.join(" "), wrong);
  show();
}

function listenForFiles() {
  const drop = byId("drop"), file = byId("file");
  file.addEventListener("change", async () => { await openFiles([...file.files]); file.value = ""; });
  document.addEventListener("dragover", event => { event.preventDefault(); drop.classList.add("over"); });
  document.addEventListener("dragleave", event => { if (!event.relatedTarget) drop.classList.remove("over"); });
  document.addEventListener("drop", event => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files.length) openFiles([...event.dataTransfer.files]);
  });
}

/* Typing, with completion */

const field = byId("title"), choices = byId("offered");

function offer(items) {
  offered = items;
  active = -1;
  choices.replaceChildren(...items.map((item, at) => {
    const name = plain(nameOf(item)) || plain(data.ids[item]);
    const option = make("li", "", make("bdi", "", name), badge({ item, holders: data.holders[item] }));
    option.id = `offer-${at}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.addEventListener("mousedown", event => { event.preventDefault(); take(item); });
    return option;
  }));
  choices.hidden = items.length === 0;
  field.setAttribute("aria-expanded", String(items.length > 0));
  field.removeAttribute("aria-activedescendant");
}

function activate(at) {
  active = offered.length ? (at + offered.length) % offered.length : -1;
  [...choices.children].forEach((option, place) => option.setAttribute("aria-selected", String(place === active)));
  if (active >= 0) field.setAttribute("aria-activedescendant", `offer-${active}`);
}

function take(item) {
  addItem(item);
  tell(`Added: ${plain(nameOf(item))}.`);
  field.value = "";
  offer([]);
  show();
}

/* Adds what was typed as it stands: an item, if one is called so, else something that the bulletin does not know. */
function takeTyped() {
  const text = field.value.trim();
  if (text === "") return;
  const items = [asTitle(text), asId(text)].map(name => fitting(name).items).find(found => found.length);
  if (items) {
    take(items[0]);
    return;
  }
  addUnknown(text);
  tell(`“${plain(text)}” was not found, and counts as rare.`);
  field.value = "";
  offer([]);
  show();
}

function listenForTyping() {
  field.addEventListener("input", () => offer(completions(field.value)));
  field.addEventListener("keydown", event => {
    if (event.key === "ArrowDown" && offered.length) { event.preventDefault(); activate(active + 1); }
    else if (event.key === "ArrowUp" && offered.length) { event.preventDefault(); activate(active < 0 ? -1 : active - 1); }
    else if (event.key === "Escape") { if (offered.length) offer([]); else field.value = ""; }
  });
  field.addEventListener("blur", () => offer([]));
  field.addEventListener("paste", event => {
    const text = event.clipboardData.getData("text");
    if (!/\S\s*[\r\n]+\s*\S/.test(text)) return;
    event.preventDefault();
    openFiles([new File([text], "what you pasted")]);
  });
  byId("adding").addEventListener("submit", event => {
    event.preventDefault();
    if (active >= 0) take(offered[active]); else takeTyped();
  });
}

function listenForChoices() {
  byId("show-numbers").addEventListener("change", show);
  byId("score").addEventListener("change", showLabel);
  byId("all").addEventListener("click", () => tickWhere(() => true));
  byId("none").addEventListener("click", () => tickWhere(() => false));
  byId("unknown").addEventListener("click", () => tickWhere(entry => entry.ticked && entry.item >= 0));
  byId("take").addEventListener("click", () => {
    const left = new Set(stepNow);
    tickWhere(entry => entry.ticked && !left.has(entry));
    byId("found").focus();
  });
  byId("clear").addEventListener("click", () => { entries.clear(); shown = AT_FIRST; tell(""); show(); field.focus(); });
  byId("more").addEventListener("click", () => {
    const first = shown;
    shown += 500;
    showItems();
    byId("items").children[first].querySelector("input").focus();
  });
}

/* What is wrong with the bulletin's dates, if anything: the rule and the words of standout.label.standing. */
function saidOfDates(date, validUntil, today) {
  if (date > today) return `the bulletin is dated ${date}, a day that is still to come: its date, or the clock here, is wrong`;
  if (validUntil !== null && validUntil < today) return `the bulletin was valid until ${validUntil} only; get a newer one `
    + "from its provider";
  return "";
}

function showDates() {
  const now = new Date(), two = number => String(number).padStart(2, "0");
  const said = saidOfDates(data.date, data.validUntil, `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
  byId("dates").textContent = said && `Beware: ${said}.`;
  byId("dates").hidden = said === "";
}

new IntersectionObserver(([label]) => {
  inSight = label.isIntersecting;
  showJump();
}).observe(byId("summary"));
openCatalogue();
listenForFiles();
listenForTyping();
listenForChoices();
showDates();
showLabel();
