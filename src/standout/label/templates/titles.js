/* Titles as people write them, brought to one form: the same as standout.matching (titles, spelling, written). */

const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const LETTERS = { "ß": "ss", "ς": "σ", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i" };
const LETTER = /[ßςæœøłđðþı]/g;
const SILENT = /['’‘`´ʼ.]/g;
const NOT_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;
const LEADING = /^(?:the|a|an) (?=.)/;
const TRAILING = /^(.+), (the|a|an|la|le|les|l'|il|lo|gli|i|el|los|las|der|die|das|den|det|de|het|een|un|une|una|uno|ein|eine|en|et|o|os|as|um|uma)$/i;
const YEAR = /^\(\s*([0-9]{4})\s*(?:[-–—]\s*(?:[0-9]{4})?\s*)?\)$/;
const BRACKET = /^([^]*\S)\s*\(([^()]+)\)$/;
const SQUARE = /\s*\[([^[\]]*)\]$/;
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

/* The names in a title as written: with all brackets, then without the last, …; those in brackets; its year. */
function namesIn(text, year = null) {
  let rest = text.trim(), own = null, years = false;
  for (let shop = SQUARE.exec(rest); shop && shop.index > 0; shop = SQUARE.exec(rest)) {
    rest = rest.slice(0, shop.index);
    if (own === null && /^[0-9]{4}$/.test(shop[1])) own = Number(shop[1]);
  }
  const bracket = rest.endsWith(")") ? rest.lastIndexOf("(") : 0, ending = bracket > 0 && YEAR.exec(rest.slice(bracket));
  if (ending) {
    own ??= Number(ending[1]);
    years = !/^\(\s*[0-9]+\s*\)$/.test(ending[0]);
    rest = rest.slice(0, bracket).trimEnd();
  }
  const mains = [rest], others = [];
  while (others.length < MOST_BRACKETS && mains.at(-1).endsWith(")")) {
    const found = BRACKET.exec(mains.at(-1));
    if (!found) break;
    mains.push(found[1]);
    others.push(found[2].replace(ALSO, ""));
  }
  return { mains, others, year: year ?? own, years };
}

/* A title taken apart: every form it may be known by, the fullest first, and its year if it has one. */
function parsedTitle(text, year = null) {
  const { mains, others, year: own } = namesIn(text, year);
  const names = [mains[0], ...others.flatMap((other, at) => [mains[at + 1], other])];
  const keys = names.map(normalisedTitle).filter(key => key !== "");
  return { keys: keys.length > 1 ? [...new Set(keys)] : keys, year: own };
}

const NUMBERS = new Map([
  ...("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    + "nineteen twenty").split(" ").map((word, at) => [word, String(at + 1)]),
  ..."ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(" ").map((word, at) => [word, String(at + 2)]),
]);
const COUNTED = new Set("part episode chapter vol volume no number pt teil partie parte".split(" "));
const ARTICLES = new Set("the a an le la les l il lo gli el los las der das den det het un une una uno ein eine".split(" "));
const SHORT = new Map([["vs", "versus"], ["dr", "doctor"], ["mr", "mister"], ["st", "saint"], ["mt", "mount"],
  ["jr", "junior"], ["ft", "fort"]]);
const LEFT_OUT = new Set(["and", "und", "et", "aka"]);

/* The second form: one way to write numerals, articles and abbreviations, without spaces. */
function foldedTitle(key) {
  let words = key.split(" ");
  if (words.length > 1 && ARTICLES.has(words[0])) words = words.slice(1);
  const number = (word, counted, first = false) => word === "i" && counted ? "1"
    : first && [...word].length === 1 ? word : NUMBERS.get(word) ?? word;
  const isNumber = word => /^\p{Nd}+$/u.test(word);
  let text = "";
  words.forEach((word, at) => {
    if (at > 0 && COUNTED.has(word) && isNumber(number(words[at + 1] ?? "", true))) return;
    if (at > 0 && LEFT_OUT.has(word)) return;
    const digits = number(word, at > 0 && COUNTED.has(words[at - 1]), at === 0);
    const kept = isNumber(digits) ? digits : SHORT.get(word) ?? word;
    text += /\p{Nd}$/u.test(text) && /^\p{Nd}/u.test(kept) ? `_${kept}` : kept;
  });
  return text || key;
}

const SEASONS = "season|series|staffel|saison|temporada|stagione|seizoen|sezon|säsong|sæson|sesong|kausi";
const PIECES = "part|volume|vol\\.?|book|chapter|collection|teil|partie|parte|deel|czesc";
const SEASON = new RegExp(`^(?:(?:limited |mini-?)series|(?:${SEASONS}|${PIECES})\\s*\\d+.*|\\d+\\. (?:sezon|évad).*)$`, "i");
const SERIES = new RegExp("^tv$|(?<![\\p{L}\\p{N}_])(?:tv|limited|mini)[ -]*(?:mini[ -]*)?series(?![\\p{L}\\p{N}_])"
  + `|^(?:${SEASONS})\\s*\\d+|^\\d+\\. (?:sezon|évad)`, "iu");
const REMARK = new RegExp("^(?:v|vg|tv|video|film|movie|book|novel|album|single|live|deluxe|uncut|unrated|3d|imax|dvd|"
  + "blu-?ray|vhs|(?:digitally )?remaster(?:ed)?|restored|extended|special|"
  + "(?:.*[^\\p{L}\\p{N}_])?(?:edition|version|cut|series|remix|mix)|dubbed|subtitled|english|french|german|spanish|italian|"
  + "japanese|\\d+|[ivxlc]+|.*#\\s*\\d.*|(?:.*[^\\p{L}\\p{N}_])?(?:book|vol\\.?|volume) \\d.*)$", "iu");
const PARTS = /\s*(?:[:;*]| [-–—] | or: )\s*/;

/* A title in the forms by which it is recognised; whether it says that it is a series. */
function writtenTitle(text, year = null) {
  const { mains, others, year: own, years } = namesIn(text, year);
  const keys = [...new Set([mains[0], mains.at(-1)].map(normalisedTitle).filter(key => key !== ""))];
  const marks = [...others, ...mains.at(-1).split(PARTS).filter(part => part !== "").slice(1)];
  const named = others.flatMap(other => other.split(/, a\.?k\.?a\.? /)).map(name => name.trim())
    .filter(name => !REMARK.test(name)).map(normalisedTitle).filter(key => key !== "");
  return { keys, form: keys.length ? foldedTitle(keys.at(-1)) : "", others: [...new Set(named.map(foldedTitle))], year: own,
    series: years || marks.some(mark => SERIES.test(mark)) };
}
