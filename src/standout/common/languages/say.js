"use strict";
/* What the page says, in the reader's language or the one that is chosen. A message is found by its key; {names} in it are
   filled in, numbers as the language writes them, and where it counts, the plural form follows `count`.
   A page that also says things by script registers how to say them anew: `whenSpoken(redraw)`. */

const words = readWords();
const spoken = [];
let language = firstLanguage();

function readWords() {
  const element = document.getElementById("words"), found = JSON.parse(element.textContent);
  element.remove();
  return found;
}

/* The fixed one, or else the first of the reader's that the page speaks, or else English. */
function firstLanguage() {
  const wished = navigator.languages.map(one => one.split("-")[0].toLowerCase());
  return words.fixed ?? wished.find(one => words.languages.includes(one)) ?? "en";
}

function say(key, values = {}) {
  const text = words.messages[key][language];
  const form = typeof text === "string" ? text : text[new Intl.PluralRules(language).select(values.count)] ?? text.other;
  return form.replace(/\{(\w+)\}/g, (_, name) => typeof values[name] === "number" ? numeral(values[name]) : values[name]);
}

const numeral = (number, wish = {}) => number.toLocaleString(language, wish);
const isSaid = key => key in words.messages;

/* Several things one after another: "a, b and c". */
const enumerated = (things, type = "conjunction") => new Intl.ListFormat(language, { type }).format(things);

function whenSpoken(redraw) {
  spoken.push(redraw);
}

function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  document.title = say(document.documentElement.dataset.title);
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say, JSON.parse(element.dataset.values ?? "{}"));
  }
  for (const name of ["aria-label", "placeholder"]) {
    for (const element of document.querySelectorAll(`[data-say-${name}]`)) {
      element.setAttribute(name, say(element.getAttribute(`data-say-${name}`)));
    }
  }
  document.getElementById("language").value = chosen;
  for (const redraw of spoken) redraw();
}

document.getElementById("language").addEventListener("change", event => speak(event.target.value));
