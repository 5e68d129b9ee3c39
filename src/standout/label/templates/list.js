/* A person's list: from files, from typing, item by item. The page around it says what an entry looks like (`badge`), what
   is said of unknown ones (`UNKNOWN`: keys of messages), and shows what comes out (`showResult`). Nothing leaves the page: its policy forbids it. */

const data = readData();
const AT_FIRST = 100;          // items shown before "Show more"
const byId = id => document.getElementById(id);
const entries = new Map();     // by item, or by the name of what was not found: {item, name, called, kind, holders, ticked}
let shown = AT_FIRST, offered = [], active = -1, correcting = null, toldNow = () => "";

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

const plain = text => text.replace(/[\n\r\t]/g, " ").replace(/\p{C}/gu, "").slice(0, 200);

/* The list */

function addItem(item, wrote = "", kind = "") {
  const there = entries.get(item), called = plain(nameOf(item)) || plain(data.ids[item]);
  if (there) there.ticked = true;
  else entries.set(item, { item, name: plain(wrote) || called, called, kind, holders: data.holders[item], ticked: true });
}

function addUnknown(name) {
  const key = normalisedTitle(name);
  if (!entries.has(key)) entries.set(key, { item: -1, name: plain(name), holders: 0, ticked: true });
  else entries.get(key).ticked = true;
}

const rarestFirst = () => [...entries.values()].sort((a, b) => a.holders - b.holders || (a.name < b.name ? -1 : 1));
const tickedEntries = () => rarestFirst().filter(entry => entry.ticked);

function row(entry) {
  const box = make("input", "");
  box.type = "checkbox";
  box.checked = entry.ticked;
  box.addEventListener("change", () => { entry.ticked = box.checked; showResult(); });
  const inside = [make("label", "", box, make("bdi", "", entry.name), badge(entry))];
  if (entry.kind) {
    const wrong = make("button", "wrong-match", say("list.not-this"));
    wrong.type = "button";
    wrong.setAttribute("aria-label", say("list.not-this-hint", { wrote: entry.name }));
    wrong.addEventListener("click", () => refuse(entry));
    inside.push(make("p", "took", make("bdi", "", say("list.taken-for", { took: entry.called })), " ", wrong));
  }
  return make("li", "", ...inside);
}

/* A match that somebody says is wrong: what was written is not found then, until they say what it is. */
function refuse(entry) {
  entries.delete(entry.item);
  addUnknown(entry.name);
  correcting = normalisedTitle(entry.name);
  show();
  tell(() => say("list.not-found-now", { wrote: entry.name }));
  field.value = entry.name;
  offer(completions(field.value));
  field.focus();
}

function showItems() {
  const all = rarestFirst();
  byId("items").replaceChildren(...all.slice(0, shown).map(row));
  byId("more").hidden = all.length <= shown;
  byId("list").hidden = all.length === 0;
  byId("unknown").hidden = !all.some(entry => entry.item < 0);
  byId("list-title").textContent = say("list.yours", { count: all.length });
}

function show() {
  showItems();
  showResult();
}

function tickWhere(test) {
  for (const entry of entries.values()) entry.ticked = test(entry);
  show();
}

/* Files */

/* Says how it went; what to say is a function, so that it can be said again in another language. */
function tell(saying, wrong = false) {
  toldNow = saying;
  byId("told").textContent = saying();
  byId("told").classList.toggle("wrong", wrong);
}

/* Takes in a table of further names, and returns how to say so; nothing if the file is something else. */
async function furtherNames(file) {
  if (file.size > LARGEST || isZip(await bytesOf(file, 0, 4))) return null;
  const text = new TextDecoder().decode(await file.arrayBuffer()).replace(/^\ufeff/, ""), first = text.split(/\r\n|\r|\n/, 1)[0];
  const delimiter = [",", ";", "\t"].reduce((best, one) => first.split(one).length > first.split(best).length ? one : best);
  const columns = first.length < 10000 ? aliasColumns(firstCells(first, delimiter)) : null;
  if (!columns) return null;
  const { names, others } = takeAliases(rowsOf(text, delimiter).slice(1), columns);
  return () => say("list.further-names", { names, others });
}

/* Puts a history into the list, and returns how to say what was found in it. */
function takeIn(history) {
  const found = match(history), lines = history.readings.find(reading => reading.what === found.reading).mentions.length;
  const kinds = new Map(found.inexact.map(({ item, kind }) => [item, kind]));
  found.items.forEach((item, at) => addItem(item, found.wrote[at], kinds.get(item) ?? ""));
  found.unknown.forEach(addUnknown);
  return () => `${oneAfterAnother([...foundWords(found, lines), ...history.notes.map(({ key, values }) => say(key, values))])}.`;
}

const oneAfterAnother = parts => parts.reduce((one, two) => say("list.then", { one, two }));

function foundWords(found, lines) {
  const parts = [say("list.found-among", { count: found.items.length, lines: say("list.lines", { count: lines }) })];
  if (found.unknown.length) parts.push(say(UNKNOWN.many, { count: found.unknown.length }));
  if (found.repeated) parts.push(say("list.repeated", { count: found.repeated }));
  if (found.chosen.length) parts.push(say("list.several", { count: found.chosen.length }));
  for (const { wrote, item } of found.inexact.slice(0, 10)) parts.push(say("list.we-took", { wrote, took: nameOf(item) }));
  if (found.inexact.length > 10) parts.push(say("list.more-otherwise", { count: found.inexact.length - 10 }));
  return parts;
}

async function openFiles(files, person = null) {
  const told = [];
  let wrong = false;
  tell(() => say("list.reading"));
  byId("profiles").hidden = true;
  for (const file of files) {
    try {
      const saying = await furtherNames(file) ?? takeIn(await historyOf(file, person));
      told.push(() => say("list.of-file", { file: plain(file.name), told: saying() }));
    } catch (problem) {
      if (problem instanceof SeveralPeople && problem.people.length <= MOST_PROFILES) {
        told.push(() => say("list.of-file", { file: plain(file.name), told: say("list.choose-profile") }));
        offerProfiles(file, problem.people);
        continue;
      }
      wrong = true;
      told.push(() => say("list.cannot-be-taken", { file: plain(file.name), why: whyNot(problem) }));
    }
  }
  tell(() => told.map(saying => saying()).join(" "), wrong);
  show();
}

/* The people or profiles of a file, of whom one is to be chosen. */
function offerProfiles(file, people) {
  byId("profile-names").replaceChildren(...people.map(person => {
    const button = make("button", "", make("bdi", "", plain(person) || "–"));
    button.type = "button";
    button.addEventListener("click", () => openFiles([file], person));
    return button;
  }));
  byId("profiles").hidden = false;
  byId("profile-names").querySelector("button").focus();
}

const whyNot = problem => problem instanceof BadHistory ? plain(say(problem.key, problem.values)) : say("history.unreadable");

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

function take(item, wrote = "", kind = "") {
  const before = correcting === null ? null : entries.get(correcting), title = plain(nameOf(item));
  if (before) {
    entries.delete(correcting);
    addItem(item, before.name);
    tell(() => say("list.corrected", { wrote: before.name, took: title }));
  } else {
    addItem(item, wrote, kind);
    tell(() => say("list.added", { title }));
  }
  correcting = null;
  field.value = "";
  offer([]);
  show();
}

/* Adds what was typed as it stands: an item, if one is called so, else something that is not known here. */
function takeTyped() {
  const text = field.value.trim();
  if (text === "") return;
  const fits = [asTitle(text), asId(text)].map(fitting).find(found => found.items.length);
  if (fits && !(correcting !== null && normalisedTitle(text) === correcting)) {
    take(fits.items[0], fits.kind === "id" ? "" : text, fits.kind === "id" || fits.kind === "exact" ? "" : fits.kind);
    return;
  }
  correcting = null;
  addUnknown(text);
  tell(() => say(UNKNOWN.one, { title: plain(text) }));
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
    openFiles([new File([text], say("list.pasted"))]);
  });
  byId("adding").addEventListener("submit", event => {
    event.preventDefault();
    if (active >= 0) take(offered[active]); else takeTyped();
  });
}

function listenForList() {
  byId("all").addEventListener("click", () => tickWhere(() => true));
  byId("none").addEventListener("click", () => tickWhere(() => false));
  byId("unknown").addEventListener("click", () => tickWhere(entry => entry.ticked && entry.item >= 0));
  byId("clear").addEventListener("click", () => {
    entries.clear();
    correcting = null;
    shown = AT_FIRST;
    tell(() => "");
    byId("profiles").hidden = true;
    show();
    field.focus();
  });
  byId("more").addEventListener("click", () => {
    const first = shown;
    shown += 500;
    showItems();
    byId("items").children[first].querySelector("input").focus();
  });
}

whenSpoken(() => {
  byId("told").textContent = toldNow();
  show();
});
