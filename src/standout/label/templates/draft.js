/* A draft that is pasted or written: what it mentions, and how far that narrows the crowd, by popularity alone. */

const SURE_ENOUGH = 0.7, AFTER_TYPING = 400, TO_BE_SEEN = 30, FEW_PEOPLE = 10;
let finder = null, draftTimer = 0, mentionedNow = null;

/* How many people are expected to have all of these, oneself included: the estimate of standout.advising. */
function expectedToFit(counts) {
  const together = data.crowd.map((_, at) => counts.reduce((chance, count) => chance * chances(count)[at], 1));
  return 1 + (data.people - 1) * together.reduce((sum, chance) => sum + chance, 0) / Math.max(data.crowd.length, 1);
}

/* Each item once, at its surest, the rarest first. */
function readDraft(written) {
  finder ??= makeFinder(data.titles ?? [], data.holders, data.mentionWords);
  const found = new Map();
  for (const one of findMentions(written, finder)) {
    if (!found.has(one.item) || found.get(one.item).certain < one.certain) found.set(one.item, one);
  }
  return [...found.values()].sort((one, other) => data.holders[one.item] - data.holders[other.item] || one.item - other.item);
}

function mentionRow(one, all) {
  const holders = data.holders[one.item], title = plain(nameOf(one.item)), words = plain(one.words);
  const left = expectedToFit(all.filter(other => other !== one).map(other => data.holders[other.item]));
  const said = make("span", "", make("bdi", "", title));
  if (!parsedTitle(title).keys.includes(normalisedTitle(words))) said.prepend(make("bdi", "", words), " → ");
  const told = [say("draft.have-it", { count: holders }), say("draft.without-it", { count: Math.round(left) })];
  if (one.certain < SURE_ENOUGH) told.unshift(say("draft.unsure"));
  return make("li", "", said, make("span", holders < data.rareBelow ? "badge rare" : "badge", told.join(" · ")));
}

function showDraft() {
  const all = mentionedNow, summary = byId("draft-summary");
  if (!all) {
    summary.textContent = "";
    byId("draft-found").replaceChildren();
    return;
  }
  byId("draft-found").replaceChildren(...all.map(one => mentionRow(one, all)));
  if (!all.length) {
    summary.textContent = say("draft.nothing");
    return;
  }
  const fits = expectedToFit(all.map(one => data.holders[one.item])), count = Math.round(fits);
  const verdict = say(fits < FEW_PEOPLE + 1 ? "draft.few-fit" : "draft.many-fit", { count, people: data.people });
  summary.textContent = [say("draft.found", { count: all.length }), verdict].join(" ");
}

function listenForDraft() {
  const field = byId("draft");
  field.addEventListener("input", () => {
    clearTimeout(draftTimer);
    draftTimer = setTimeout(() => {
      const empty = field.value.trim() === "";
      if (!finder && !empty) byId("draft-summary").textContent = say("draft.preparing");
      draftTimer = setTimeout(() => {
        mentionedNow = empty ? null : readDraft(field.value);
        showDraft();
      }, TO_BE_SEEN);
    }, AFTER_TYPING);
  });
  whenSpoken(showDraft);
}

listenForDraft();
