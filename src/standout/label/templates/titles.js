/* Titles as people write them, brought to one form: the same as standout.matching.titles. */

const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const LETTERS = { "ß": "ss", "ς": "σ", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i" };
const LETTER = /[ßςæœøłđðþı]/g;
const SILENT = /['’‘`´ʼ.]/g;
const NOT_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;
const LEADING = /^(?:the|a|an) (?=.)/;
const TRAILING = /^(.+), (the|a|an|la|le|les|l'|il|lo|gli|i|el|los|las|der|die|das|den|det|de|het|een|un|une|una|uno|ein|eine|en|et|o|os|as|um|uma)$/i;
const YEAR = /^\(\s*([0-9]{4})\s*(?:[-–—]\s*(?:[0-9]{4})?\s*)?\)$/;
const BRACKET = /^([^]*\S)\s*\(([^()]+)\)$/;
const ALSO = /^(?:a\.?k\.?a\.?|aka)[ :]+/i;
const MOST_BRACKETS = 4;
const SIMPLE = /^[a-z0-9 ]+$/;
const NOT_ASCII = /[^\x00-\x7f]/;

/* Lower case, without accents, punctuation and leading articles; "&" is "and". Signs alone stay as they are. */
function normalisedTitle(text) {
  let plain = text.trim();
  if (/\s\s|[^\S ]/.test(plain)) plain = plain.replace(/\s+/g, " ");
  const trailing = plain.includes(", ") && TRAILING.exec(plain);
  if (trailing) plain = `${trailing[2]} ${trailing[1]}`;
  const lowered = plain.toLowerCase();
  if (SIMPLE.test(lowered)) return lowered.replace(LEADING, "");
  const letters = NOT_ASCII.test(plain) ? plain.normalize("NFKD").toLowerCase().normalize("NFKD").replace(ACCENTS, "")
    .replace(LETTER, letter => LETTERS[letter]) : lowered;
  const kept = letters.replaceAll("&", " and ").replace(SILENT, "").replace(NOT_WORDS, " ").trim();
  return kept.replace(LEADING, "") || lowered;
}

/* A title taken apart: every form it may be known by, the fullest first, and its year if it has one. */
function parsedTitle(text, year = null) {
  let rest = text.trim(), own = null;
  const bracket = rest.endsWith(")") ? rest.lastIndexOf("(") : 0, ending = bracket > 0 && YEAR.exec(rest.slice(bracket));
  if (ending) {
    own = Number(ending[1]);
    rest = rest.slice(0, bracket).trimEnd();
  }
  const names = [rest];
  for (let main = rest; names.length < 2 * MOST_BRACKETS && main.endsWith(")");) {
    const found = BRACKET.exec(main);
    if (!found) break;
    main = found[1];
    names.push(main, found[2].replace(ALSO, ""));
  }
  const keys = names.map(normalisedTitle).filter(key => key !== "");
  return { keys: keys.length > 1 ? [...new Set(keys)] : keys, year: year ?? own };
}
