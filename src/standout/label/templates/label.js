/* The label of a person's list, and what moves it. */

const UNKNOWN = { one: "label.unknown-one", many: "label.unknown-many" };
const LEAST_FOUND = 0.6;       // where less of a list is found, a label would be about another list
let latest = 0, stepNow = null, labelled = false, inSight = false;

const percent = share => numeral(share, { style: "percent" });
const isRare = entry => entry.holders < data.rareBelow;
const numbersAsked = () => byId("show-numbers").checked;
const scoreAsked = () => byId("score").value;
const countsUnknown = () => byId("count-unknown").checked;

/* A bar or a group as the reader calls it; one that no message names, as the bulletin does. */
function marked(name) {
  const key = `marks.${name.replaceAll(" ", "-")}`;
  return isSaid(key) ? say(key) : name;
}

/* What is said of an item: words, and numbers only if asked for. */
function badge(entry) {
  const count = entry.holders;
  if (entry.item < 0) return make("span", "badge rare", say(countsUnknown() ? "label.not-found-rare" : "label.not-found"));
  if (isRare(entry)) return make("span", "badge rare", numbersAsked() ? say("label.rare-people", { count }) : say("label.rare"));
  return make("span", "badge", numbersAsked() ? say("shared.people", { count }) : "");
}

/* The label */

function showResult() {
  const list = tickedEntries().filter(entry => entry.item >= 0 || countsUnknown()), score = scoreAsked();
  const counts = list.map(entry => entry.holders), every = entries.size;
  const named = [...entries.values()].filter(entry => entry.item >= 0).length, enough = named / every >= LEAST_FOUND;
  const found = counts.length && enough ? assess(counts, score) : null;
  for (const name of Object.keys(data.scores)) byId(`label-${name}`).toggleAttribute("hidden", name !== score);
  point(score, found);
  byId("details").hidden = !found;
  labelled = Boolean(found);
  showJump();
  latest += 1;
  byId("audit").textContent = found ? auditWords(found, score) : "";
  byId("if-counted").textContent = found ? ifCountedWords(found, score) : "";
  if (!found) {
    byId("summary").textContent = !every ? say("label.add-first") : enough ? say("label.nothing-ticked")
      : say("label.none", { found: named, every, share: percent(named / every), needed: percent(LEAST_FOUND),
        until: data.dataUntil });
    return;
  }
  byId("summary").textContent = found.hidden ? hiddenWords(found) : labelWords(found, score);
  byId("jump").textContent = say("label.is", { mark: marked(data.scores[score].bars[found.bar].name) });
  byId("moves").textContent = moves(list, found, score);
  showNumbers(counts, found, score);
  showStep(list, found, score);
}

/* Among how many people, in as many digits as it is worth. */
function hiddenWords({ hidden, bar }) {
  const crowd = Math.exp(hidden.logCrowd), unit = crowd < 10 ? 1 : 10 ** (String(Math.trunc(crowd)).length - 2);
  const few = percent(hidden.few);
  return bar === 0 ? say("label.found-by-few", { few }) : say("label.hides-among", { few, crowd: Math.round(crowd / unit) * unit });
}

/* What the provider's own audit found of people with this label. */
function auditWords(found, score) {
  const { groups } = data.scores[score], own = groups[found.group].found_by;
  if (!own) return groups.some(group => group.found_by) ? say("label.audit-too-few") : "";
  return Object.entries(own).map(([name, { rate, low, high }]) => say(`label.audit-${name.replaceAll(" ", "-")}`,
    { rate: percent(rate), low: percent(low), high: percent(high) })).join(" ");
}

/* What the label would be if what was not found counted as rare, where that is another one. */
function ifCountedWords(found, score) {
  const ticked = tickedEntries(), count = ticked.filter(entry => entry.item < 0).length;
  if (!count || countsUnknown()) return "";
  const { bars } = data.scores[score], other = assess(ticked.map(entry => entry.holders), score).bar;
  return other === found.bar ? "" : say("label.if-counted", { count, mark: marked(bars[other].name) });
}

/* The label in a sentence, with which half of its group a bar is, if it is not all of it. */
function labelWords(found, score) {
  const { bars, groups } = data.scores[score], { name, group: place } = bars[found.bar], mark = marked(name);
  const same = bars.flatMap((bar, at) => bar.group === place ? [at] : []);
  if (same.length === 1) return `${say("label.is", { mark })}.`;
  const group = groups[place].name === name ? say("label.its-group")
    : say("label.the-group", { group: marked(groups[place].name) });
  return say(same.indexOf(found.bar) ? "label.is-half-safer" : "label.is-half-riskier", { mark, group });
}

/* Where the label is out of sight, a link at the bottom says it. */
function showJump() {
  byId("jump").hidden = !labelled || inSight;
}

/* Moves the pointer to the person's bar; the safest is on top. Bars and pointer speak the reader's language. */
function point(score, found) {
  const drawing = byId(`label-${score}`), { bars } = data.scores[score];
  const marks = bars.map(bar => marked(bar.name)).reverse();
  drawing.querySelectorAll("text:not(.you-word)").forEach((text, at) => { text.textContent = marks[at]; });
  drawing.querySelector(".you-word").textContent = say("label.you");
  drawing.classList.toggle("empty", !found);
  drawing.setAttribute("aria-label", found
    ? say("label.drawn-yours", { mark: marked(bars[found.bar].name), marks: marks.join(", ") })
    : say("label.drawn", { marks: marks.join(", ") }));
  if (found) drawing.querySelector(".you").style.transform = `translateY(${(bars.length - 1 - found.bar) * data.row}px)`;
}

function moves(list, found, score) {
  const usual = data.crowd.reduce((sum, activity) => sum + activity, 0) / data.crowd.length;
  const said = [say("label.length", { items: say("shared.items", { count: found.all }), usual: Math.round(usual) })];
  if (!found.rare) return [...said, say("label.none-rare")].join(" ");
  said.push(say("label.are-rare", { count: found.rare }));
  if (found.unknown) said.push(say("label.of-which-unknown", { count: found.unknown }));
  const popular = list.filter(entry => !isRare(entry)).map(entry => entry.holders);
  if (popular.length) {
    const bar = assess(popular, score).bar, mark = marked(data.scores[score].bars[bar].name);
    said.push(say(bar === found.bar ? "label.without-rare-still" : "label.without-rare", { mark }));
  }
  return said.join(" ");
}

function showNumbers(counts, found, score) {
  const said = [say("label.score-is", { score: numeral(found.score, { minimumFractionDigits: 3, maximumFractionDigits: 3 }) })];
  if (score !== "paper") said.push(say("label.fits-about", {
    crowd: numeral(expectedSet(counts), { maximumFractionDigits: 1 }), people: data.people }));
  byId("numbers").textContent = said.join(" ");
  byId("numbers").hidden = !numbersAsked();
}

/* Looks for the fewest items to leave out; a later change of the list makes the answer useless. */
async function showStep(list, found, score) {
  const mine = latest, { bars } = data.scores[score];
  stepNow = null;
  byId("take").hidden = true;
  if (found.bar === bars.length - 1) {
    byId("step").textContent = say("label.best");
    return;
  }
  byId("step").textContent = say("label.looking");
  const step = await oneStep(list.map(entry => entry.holders), score, found.bar, () => mine !== latest);
  if (mine !== latest) return;
  if (!step) {
    byId("step").textContent = say("label.out-of-reach");
    return;
  }
  stepNow = step.leaveOut.map(place => list[place]);
  const names = oneAfterAnother(stepNow.slice(0, 3).map(entry => `\u2068${entry.name}\u2069`));
  const first = say("label.leave-out", { count: stepNow.length, mark: marked(bars[step.bar].name) });
  const then = stepNow.length > 3 ? say("label.rarest-and-more", { names, count: stepNow.length - 3 })
    : say("label.rarest-first", { names });
  byId("step").textContent = `${first} ${then}`;
  byId("take").textContent = say("label.untick-them", { count: stepNow.length });
  byId("take").hidden = false;
}

function listenForChoices() {
  byId("show-numbers").addEventListener("change", show);
  byId("score").addEventListener("change", showResult);
  byId("count-unknown").addEventListener("change", show);
  byId("take").addEventListener("click", () => {
    const left = new Set(stepNow);
    tickWhere(entry => entry.ticked && !left.has(entry));
    byId("found").focus();
  });
}

/* What is wrong with the bulletin's dates, if anything: the rule and the words of standout.label.standing. */
function saidOfDates(date, validUntil, today) {
  if (date > today) return say("label.dated-ahead", { date });
  if (validUntil !== null && validUntil < today) return say("label.out-of-date", { date: validUntil });
  return "";
}

function showDates() {
  const now = new Date(), two = number => String(number).padStart(2, "0");
  const said = saidOfDates(data.date, data.validUntil, `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`);
  byId("dates").textContent = said && say("label.beware", { said });
  byId("dates").hidden = said === "";
}

new IntersectionObserver(([label]) => {
  inSight = label.isIntersecting;
  showJump();
}).observe(byId("summary"));
openCatalogue();
listenForFiles();
listenForTyping();
listenForList();
listenForChoices();
whenSpoken(showDates);
speak(language);
