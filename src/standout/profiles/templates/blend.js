"use strict";
/* Compares what is typed into the form with the personas in this page. Nothing leaves the page: its policy forbids it.
   The distance is the one of standout.profiles.edits; a test compares the two. */

const data = JSON.parse(document.getElementById("data").textContent);
const UNIT = 1000;     // costs are counted in thousandths, so that a tie is a tie
const FAR = 2 ** 40;   // what may not be done costs this much
const AT_FIRST = 4;    // options shown before "Show more"

/* Pairs are numbered attribute by attribute. */
const names = data.attributes.map(attribute => attribute.name);
const pairAttribute = [], pairValue = [], pairOf = data.attributes.map(() => new Map());
data.attributes.forEach((attribute, at) => attribute.values.forEach(value => {
  pairOf[at].set(value, pairAttribute.length);
  pairAttribute.push(at);
  pairValue.push(value);
}));

const personas = [];
for (let at = 0, from = 0; at < data.counts.length; from += data.sizes[at], at += 1) {
  const pairs = data.pairs.slice(from, from + data.sizes[at]), wanted = new Map();
  for (const pair of pairs) wanted.set(pairAttribute[pair], (wanted.get(pairAttribute[pair]) ?? 0) + 1);
  personas.push({ pairs, wanted, count: data.counts[at] });
}

/* What an edit of each attribute costs: [remove, add, change], in thousandths. */
function costTable(rules) {
  const usual = [rules.remove, rules.add, rules.change].map(cost => Math.round(UNIT * cost));
  return names.map((_, at) => {
    if (rules.keep.has(at)) return [FAR, FAR, FAR];
    if (rules.know.has(at)) return [0, FAR, FAR];
    return rules.noLies ? [usual[0], FAR, FAR] : usual;
  });
}

/* What the cheapest edits from a profile (one set of values for each attribute) to each persona cost. */
function distances(profile, rules) {
  const costs = costTable(rules);
  return personas.map(persona => {
    let attributes = 0, distance = 0;
    const common = new Map();
    for (const pair of persona.pairs) {
      const at = pairAttribute[pair];
      if (profile[at].has(pairValue[pair])) common.set(at, (common.get(at) ?? 0) + 1);
    }
    for (const at of persona.wanted.keys()) attributes += rules.know.has(at) ? 0 : 1;
    if (attributes < rules.minSize) return FAR;
    profile.forEach((values, at) => {
      const held = values.size, wanted = persona.wanted.get(at) ?? 0, alike = Math.min(held, wanted);
      const [remove, add, change] = costs[at];
      distance += remove * (held - alike) + add * (wanted - alike) + change * (alike - (common.get(at) ?? 0));
    });
    return Math.min(distance, FAR);
  });
}

/* What to do to the profile so that it becomes the persona, by attribute. */
function editsTo(profile, persona, rules) {
  const edits = [];
  names.forEach((_, at) => {
    if (rules.know.has(at)) return;
    const wanted = persona.pairs.filter(pair => pairAttribute[pair] === at).map(pair => pairValue[pair]);
    const old = [...profile[at]].filter(value => !wanted.includes(value));
    const fresh = wanted.filter(value => !profile[at].has(value));
    old.forEach((value, place) => edits.push(place < fresh.length
      ? { kind: "change", at, from: value, to: fresh[place] } : { kind: "remove", at, from: value }));
    fresh.slice(old.length).forEach(value => edits.push({ kind: "add", at, to: value }));
  });
  return edits;
}

/* All personas that can be reached: cheapest first, then the largest crowd. */
function options(profile, rules) {
  const found = distances(profile, rules);
  return personas.map((persona, at) => ({ persona, at, distance: found[at] }))
    .filter(option => option.distance < FAR)
    .sort((a, b) => a.distance - b.distance || b.persona.count - a.persona.count || a.at - b.at);
}

/* The form */

const form = document.getElementById("profile");
const fields = names.map((_, at) => ({
  value: document.getElementById(`value-${at}`),
  may: document.getElementById(`may-${at}`),
  know: document.getElementById(`know-${at}`),
}));
let shown = AT_FIRST;

function typed(at) {
  const text = fields[at].value.value.trim();
  const parts = data.attributes[at].several ? text.split(";").map(part => part.trim()) : [text];
  const exact = part => {
    if (pairOf[at].has(part)) return part;
    return data.attributes[at].values.find(value => value.toLowerCase() === part.toLowerCase()) ?? part;
  };
  return new Set(parts.filter(part => part !== "").map(exact));
}

function amount(id, usual, most) {
  const number = Number(document.getElementById(id).value);
  return document.getElementById(id).value !== "" && number >= 0 && number <= most ? number : usual;
}

function currentRules(profile) {
  const chosen = test => new Set(names.map((_, at) => at).filter(test));
  const know = chosen(at => fields[at].know.checked);
  return {
    know,
    keep: chosen(at => profile[at].size > 0 && !fields[at].may.checked && !know.has(at)),
    noLies: document.getElementById("no-lies").checked,
    remove: amount("remove-cost", 1, 1e6),
    add: amount("add-cost", 5, 1e6),
    change: amount("change-cost", 5, 1e6),
    minSize: Math.max(1, Math.round(amount("min-size", 2, 100))),
  };
}

/* Showing */

function make(tag, words, ...inside) {
  const element = document.createElement(tag);
  if (words) element.className = words;
  element.append(...inside);
  return element;
}

const counted = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
const exposure = attributes => attributes / data.average;
const sharedBy = profile => profile.filter(values => values.size > 0).length;

function showExposure(shared) {
  const now = exposure(shared);
  document.getElementById("exposure").textContent = shared
    ? `You share ${counted(shared, "attribute", "attributes")}; people here share ${data.average.toFixed(1)} on `
      + `average. Your exposure is ${now.toFixed(2)}: ${now > 1 ? "more than" : now < 1 ? "less than" : "just"} `
      + "the average."
    : "Fill in what your public profile shows. Leave empty what it does not.";
  const most = Math.max(names.length / data.average, 2);
  document.getElementById("now").setAttribute("width", (1000 * Math.min(now / most, 1)).toFixed(1));
  const average = (1000 / most).toFixed(1);
  document.getElementById("average").setAttribute("x1", average);
  document.getElementById("average").setAttribute("x2", average);
  document.getElementById("meter").setAttribute("aria-label", `exposure ${now.toFixed(2)}; the average is 1`);
}

function sentence(edit) {
  const name = make("b", "", names[edit.at]), words = text => document.createTextNode(text);
  const lie = () => make("span", "lie", "not true of you");
  const value = text => make("span", "value", text);
  if (edit.kind === "remove") return [make("span", "kind remove", "− Remove"), name, value(edit.from)];
  if (edit.kind === "add") return [make("span", "kind add", "+ Add"), name, value(edit.to), lie()];
  return [make("span", "kind change", "⇄ Change"), name, value(edit.from), words("to"), value(edit.to), lie()];
}

function spaced(parts) {
  return parts.flatMap((part, at) => at ? [" ", part] : [part]);
}

function card(option, profile, rules) {
  const { persona, distance } = option, edits = editsTo(profile, persona, rules);
  const beside = [...rules.know].filter(at => profile[at].size && !persona.wanted.has(at)).length;
  const left = persona.wanted.size + beside;
  const list = make("ul", "edits", ...edits.map(edit => make("li", "", ...spaced(sentence(edit)))));
  const what = edits.length ? list : make("p", "", "Nothing to do: your profile already is this persona.");
  const stays = persona.pairs.map(pair => `${names[pairAttribute[pair]]}: ${pairValue[pair]}`).join(", ");
  return make("li", "option",
    make("h3", "", counted(persona.count, "person shares this", "people share this")),
    what,
    make("p", "left", make("b", "", "Then your profile says "), stays,
      beside ? ", beside what is known of you anyway." : "."),
    make("p", "left", `Exposure ${exposure(sharedBy(profile)).toFixed(2)} → ${exposure(left).toFixed(2)} · `
      + `cost ${(distance / UNIT).toLocaleString("en")} · ${(100 * persona.count / data.people).toPrecision(2)}% of `
      + `${data.people.toLocaleString("en")} people`));
}

function nothing(rules) {
  const causes = [];
  if (rules.keep.size) causes.push("tick more of what may change");
  if (rules.noLies) causes.push("allow additions and changes");
  if (rules.minSize > 2) causes.push("ask for fewer attributes that must stay");
  return `No persona can be reached this way: ${causes.join(", or ") || "the page has no persona that fits"}.`;
}

function show() {
  const profile = names.map((_, at) => typed(at)), rules = currentRules(profile), shared = sharedBy(profile);
  fields.forEach((field, at) => { field.may.disabled = profile[at].size === 0 || field.know.checked; });
  showExposure(shared);
  const found = shared ? options(profile, rules) : [];
  const cheapest = found.filter(option => option.distance === found[0].distance).length;
  document.getElementById("options").replaceChildren(
    ...found.slice(0, shown).map(option => card(option, profile, rules)));
  document.getElementById("more").hidden = found.length <= shown;
  const summary = document.getElementById("summary"), jump = document.getElementById("jump");
  jump.hidden = !found.length;
  if (found.length) jump.textContent = counted(editsTo(profile, found[0].persona, rules).length, "edit", "edits")
    + ` → ${counted(found[0].persona.count, "person", "people")}`;
  if (!shared) summary.textContent = "";
  else if (!found.length) summary.textContent = nothing(rules);
  else if (found[0].distance === 0) summary.textContent = `You already blend in: ${counted(found[0].persona.count,
    "person shares", "people share")} all that you show.`;
  else {
    const edits = editsTo(profile, found[0].persona, rules).length;
    summary.textContent = `${counted(edits, "edit makes", "edits make")} you one of `
      + `${found[0].persona.count.toLocaleString("en")} people who share all that you then show`
      + `${cheapest > 1 ? `; ${counted(cheapest, "way costs", "ways cost")} the same` : ""}.`;
  }
}

form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("input", () => { shown = AT_FIRST; show(); });
form.addEventListener("reset", () => setTimeout(() => { shown = AT_FIRST; show(); }));
document.getElementById("more").addEventListener("click", () => {
  const first = shown;
  shown += 10;
  show();
  document.getElementById("options").children[first].querySelector("h3").setAttribute("tabindex", "-1");
  document.getElementById("options").children[first].querySelector("h3").focus();
});
show();
