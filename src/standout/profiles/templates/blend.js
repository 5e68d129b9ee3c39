/* Compares what is typed into the form with the personas in this page. Nothing leaves the page: its policy forbids it.
   The distance and the exposure are those of the command; tests compare them. */

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
  personas.push({ pairs, wanted, count: data.counts[at], exactly: data.exactly[at] });
}
const keyOf = pairs => [...pairs].sort((a, b) => a - b).join(",");
const crowdByKey = new Map(personas.map(persona => [keyOf(persona.pairs), persona.count]));

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
    if (attributes < rules.minSize || persona.count < (rules.crowd ?? 1)) return FAR;
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

/* How many people share all of a profile, what is known left aside: every set that many people share is a persona here,
   so one that is not is shared by fewer. 0 stands for fewer than `data.least`; null for what this page cannot know. */
function crowdOf(profile, know) {
  const pairs = [];
  let unknown = 0;
  profile.forEach((values, at) => {
    if (know.has(at)) return;
    for (const value of values) {
      if (pairOf[at].has(value)) pairs.push(pairOf[at].get(value));
      else unknown += 1;
    }
  });
  const size = pairs.length + unknown;
  if (size < data.smallest || (data.longest !== null && size > data.longest)) return null;
  return unknown ? 0 : crowdByKey.get(keyOf(pairs)) ?? 0;
}

function edited(profile, edit) {
  const values = new Set(profile[edit.at]);
  if (edit.from !== undefined) values.delete(edit.from);
  if (edit.to !== undefined) values.add(edit.to);
  return profile.map((own, at) => at === edit.at ? values : own);
}

/* The edits, the one that brings most people first, and how many share what is left after each. */
function stepsTo(profile, persona, rules) {
  const left = editsTo(profile, persona, rules), steps = [];
  let now = profile;
  while (left.length) {
    const crowds = left.map(edit => crowdOf(edited(now, edit), rules.know) ?? 0);
    const best = crowds.indexOf(Math.max(...crowds)), [edit] = left.splice(best, 1);
    now = edited(now, edit);
    steps.push({ edit, crowd: crowdOf(now, rules.know) });
  }
  return steps;
}

/* The form */

const byId = id => document.getElementById(id);
const form = byId("profile");
const fields = names.map((_, at) => ({ value: byId(`value-${at}`), know: byId(`know-${at}`) }));
const kept = new Set();   // attributes that must stay
let listed = "";          // those that can be ticked for it
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
  const number = Number(byId(id).value);
  return byId(id).value !== "" && number >= 0 && number <= most ? number : usual;
}

function currentRules(profile) {
  const chosen = test => new Set(names.map((_, at) => at).filter(test));
  const know = chosen(at => fields[at].know.checked);
  return {
    know,
    keep: chosen(at => profile[at].size > 0 && kept.has(at) && !know.has(at)),
    noLies: byId("no-lies").checked,
    remove: amount("remove-cost", 1, 1e6),
    add: amount("add-cost", 5, 1e6),
    change: amount("change-cost", 5, 1e6),
    minSize: Math.max(1, Math.round(amount("min-size", 2, 100))),
    crowd: Math.max(1, Math.round(amount("crowd", 1, 1e9))),
  };
}

/* A box to tick for each attribute that is filled in. */
function listKeeping(profile, know) {
  const filled = names.map((_, at) => at).filter(at => profile[at].size && !know.has(at));
  byId("keeping").hidden = filled.length < 2;
  if (filled.join() === listed) return;
  listed = filled.join();
  byId("keep-list").replaceChildren(...filled.map(at => {
    const box = make("input", ""), label = make("label", "", make("bdi", "", names[at]));
    box.type = "checkbox";
    box.id = label.htmlFor = `keep-${at}`;
    box.checked = kept.has(at);
    box.addEventListener("change", () => kept[box.checked ? "add" : "delete"](at));
    return make("span", "tick", box, label);
  }));
}

/* Showing */

function make(tag, words, ...inside) {
  const element = document.createElement(tag);
  if (words) element.className = words;
  element.append(...inside);
  return element;
}

const exposure = attributes => attributes / data.average;
const sharedBy = profile => profile.filter(values => values.size > 0).length;
const figure = (number, digits = 2) => numeral(number, { minimumFractionDigits: digits, maximumFractionDigits: digits });
const peopleIn = count => say("shared.people", { count });
const spelledOut = value => value === data.rare ? say("blend.rare") : value;
const exactlyIn = persona => persona.exactly
  ? say("blend.exactly", { count: persona.exactly }) : say("blend.exactly-few", { least: data.fewest });

function showExposure(profile, rules) {
  const shared = sharedBy(profile), now = exposure(shared), crowd = crowdOf(profile, rules.know);
  const sentences = [shared ? say("blend.you-show",
    { count: shared, average: figure(data.average, 1), exposure: figure(now) }) : say("blend.fill-in")];
  if (shared && crowd) sentences.push(say("blend.now-shared", { count: crowd }));
  if (shared && crowd === 0) sentences.push(say("blend.now-few", { least: data.least }));
  byId("exposure").textContent = sentences.join(" ");
  const most = Math.max(names.length / data.average, 2), average = (1000 / most).toFixed(1);
  byId("now").setAttribute("width", (1000 * Math.min(now / most, 1)).toFixed(1));
  byId("average").setAttribute("x1", average);
  byId("average").setAttribute("x2", average);
  byId("meter").setAttribute("aria-label", say("blend.meter", { exposure: figure(now) }));
}

function sentence(edit) {
  const name = make("b", "", make("bdi", "", names[edit.at]));
  const value = text => make(text === data.rare ? "span" : "bdi", "value", spelledOut(text)), lie = key => make("span", "lie", say(key));
  if (edit.kind === "remove") return [make("span", "kind remove", `− ${say("blend.remove")}`), name, value(edit.from)];
  if (edit.kind === "add") {
    return [make("span", "kind add", `+ ${say("blend.add")}`), name, value(edit.to), lie("blend.perhaps")];
  }
  return [make("span", "kind change", `⇄ ${say("blend.change")}`), name, value(edit.from), "→", value(edit.to),
    lie("blend.lie")];
}

function spaced(parts) {
  return parts.flatMap((part, at) => at ? [" ", part] : [part]);
}

function stepLine({ edit, crowd }) {
  const buys = crowd === null ? [] : [make("span", "buys", crowd
    ? say("blend.buys", { people: peopleIn(crowd) }) : say("blend.buys-few", { least: data.least }))];
  return make("li", "", ...spaced(sentence(edit)), ...buys);
}

function card(option, profile, rules) {
  const { persona, distance } = option, steps = stepsTo(profile, persona, rules);
  const beside = [...rules.know].filter(at => profile[at].size && !persona.wanted.has(at)).length;
  const what = steps.length ? make("ul", "edits", ...steps.map(stepLine)) : make("p", "", say("blend.nothing-to-do"));
  const facts = enumerated(persona.pairs.map(pair => `${names[pairAttribute[pair]]}: ${pairValue[pair]}`));
  return make("li", "option",
    make("h3", "", say("blend.option", { people: peopleIn(persona.count), exactly: exactlyIn(persona) })),
    what,
    make("p", "left", say(beside ? "blend.then-beside" : "blend.then", { facts })),
    make("p", "left", say("blend.figures", {
      before: figure(exposure(sharedBy(profile))), after: figure(exposure(persona.wanted.size + beside)),
      cost: distance / UNIT, share: numeral(persona.count / data.people, { style: "percent", maximumSignificantDigits: 2 }),
      all: data.people,
    })));
}

function causesOf(rules) {
  const causes = [];
  if (rules.keep.size) causes.push(say("blend.cause-keep"));
  if (rules.noLies) causes.push(say("blend.cause-honest"));
  if (rules.minSize > 2) causes.push(say("blend.cause-size"));
  if (rules.crowd > data.least) causes.push(say("blend.cause-crowd"));
  return causes.length ? enumerated(causes, "disjunction") : say("blend.cause-none");
}

function headline(found, profile, rules) {
  const best = found[0], steps = editsTo(profile, best.persona, rules).length;
  const said = say(steps ? "blend.headline" : "blend.as-you-are", {
    edits: say("blend.edits", { count: steps }), people: peopleIn(best.persona.count),
    things: say("blend.things", { count: best.persona.pairs.length }), exactly: exactlyIn(best.persona),
  });
  const cheapest = found.filter(option => option.distance === best.distance).length;
  return cheapest > 1 ? `${said} ${say("blend.ways", { ways: cheapest })}` : said;
}

function show() {
  const profile = names.map((_, at) => typed(at)), rules = currentRules(profile), shared = sharedBy(profile);
  listKeeping(profile, rules.know);
  showExposure(profile, rules);
  const found = shared ? options(profile, rules) : [];
  byId("options").replaceChildren(...found.slice(0, shown).map(option => card(option, profile, rules)));
  byId("more").hidden = found.length <= shown;
  byId("jump").hidden = !found.length;
  byId("summary").textContent = !shared ? "" : found.length ? headline(found, profile, rules)
    : say("blend.nothing", { causes: causesOf(rules) });
  if (found.length) {
    const count = editsTo(profile, found[0].persona, rules).length;
    byId("jump").textContent = [say("blend.edits", { count }), peopleIn(found[0].persona.count)].join(" → ");
  }
}

function again() {
  shown = AT_FIRST;
  show();
}

form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("input", again);
form.addEventListener("change", again);
form.addEventListener("reset", () => setTimeout(() => { kept.clear(); listed = ""; again(); }));
byId("example").addEventListener("click", () => {
  data.example.forEach(([at, value]) => { fields[at].value.value = value; });
  again();
});
byId("more").addEventListener("click", () => {
  const first = shown;
  shown += 10;
  show();
  const next = byId("options").children[first].querySelector("h3");
  next.setAttribute("tabindex", "-1");
  next.focus();
});
whenSpoken(show);
speak(language);
