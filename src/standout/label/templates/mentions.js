/* Finds items in prose: the same as standout.mentioning (tokens, title_forms, phrases, support, finder), step by step; a
   test compares the two. The lists of words come with the page. */

const MARKED = "\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0900-\\u0903\\u093a-\\u094f\\u0e31-\\u0e3a\\u0e47-\\u0e4e";
const ONE_LETTER = `(?:[\\p{L}\\p{Nl}\\p{No}]|[${MARKED}])`;
const WORD = new RegExp(`&|[0-9]+|(?:${ONE_LETTER}\\.){2,}${ONE_LETTER}?(?!${ONE_LETTER})|${ONE_LETTER}+(?:['’‘\`´ʼ]${ONE_LETTER}+)*|\\p{Nd}+`, "gu");
const FRACTIONS = { "½": " 1/2", "¼": " 1/4", "¾": " 3/4" };
const OWNED = /^(?:[\p{L}\p{N}_.]+ ){0,3}[\p{L}\p{N}_]+['’]s? (?=[\p{L}\p{N}_])/u;
const DIGITS = /^\p{Nd}+$/u;
const TITLE_ARTICLES = new Set(["the", "a", "an"]);
const COUNTING = new Set(["part", "vol", "volume", "episode", "chapter"]);
const IN_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"];
const IN_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii"];
const NUMERALS = new Map([...IN_WORDS, ...IN_ROMAN].map((word, at) => [word, at % IN_WORDS.length + 1]));
const ENDINGS = ["ing", "ers", "ies", "es", "ed", "er", "ly", "s", "d", "n"];
const FULL_NAME = 0, PART_OF_NAME = 1;
const LONGEST_TITLE = 24, ORDINARY_FROM = 3, MISSPELT_FROM = 5, MISSPELT_ALONE_FROM = 7, MOST_NEAR = 300, LARGEST_DRAFT = 1000000;
const PARTING = new Set("\n;!?()[]{}|<>\"“”„«»*");
const STOPS = /[.!?…\n]/, LISTED = /[,;:>|\n•/()[\]=]|(?:^|\s)[-–—*]+\s/, QUOTING = "\"“”„«»*_'‘’`";
const YEAR_IN_BRACKETS = /^["”“»'’*_]*\s*[([]\s*$/;

/* Words */

const onePlain = text => /^[\x00-\x7f]*$/.test(text) ? text : text.replace(/[½¼¾]/g, sign => FRACTIONS[sign]).normalize("NFKC");

function plainWord(said) {
  if (said === "&") return "and";
  const letters = NOT_ASCII.test(said) ? said.normalize("NFKD").toLowerCase().normalize("NFKD").replace(ACCENTS, "")
    .replace(LETTER, letter => LETTERS[letter]) : said.toLowerCase();
  return letters.replace(SILENT, "");
}

const wordsOf = text => (onePlain(text).match(WORD) ?? []).map(plainWord).filter(word => word !== "");

function caseOf(said) {
  const letters = [...said].filter(sign => /\p{L}/u.test(sign));
  const isUpper = sign => sign !== sign.toLowerCase(), isLower = sign => sign !== sign.toUpperCase() && !isUpper(sign);
  if (!letters.length || !(isUpper(letters[0]) || isLower(letters[0]))) return "none";
  if (isLower(letters[0])) return "lower";
  return letters.length > 1 && letters.every(isUpper) ? "upper" : "capital";
}

function proseOf(written) {
  const plain = onePlain(written), tokens = [];
  let last = 0;
  for (const found of plain.matchAll(WORD)) {
    const said = found[0], word = plainWord(said), end = found.index + said.length;
    if (word === "") continue;
    const owning = said.length > 3 && "'’‘`´ʼ".includes(said.at(-2)) && "sS".includes(said.at(-1));
    tokens.push({ word, start: found.index, end, case: caseOf(said), gap: plain.slice(last, found.index),
      bare: owning ? plainWord(said.slice(0, -2)) : "" });
    last = end;
  }
  return { plain, tokens, tail: plain.slice(last) };
}

const gapAfter = (text, place) => place + 1 < text.tokens.length ? text.tokens[place + 1].gap : text.tail;

/* How usual words are */

function makeVocabulary(lists) {
  const sets = Object.fromEntries(Object.entries(lists).filter(([, list]) => typeof list === "string")
    .map(([name, list]) => [name, new Set(list.split(" "))]));
  const usual = new Set([...sets.function, ...sets.elsewhere, ...sets.usual]), known = new Map();
  function everyday(word) {
    if (usual.has(word) || DIGITS.test(word)) return true;
    for (const ending of ENDINGS) {
      if (!word.endsWith(ending) || word.length - ending.length < 3) continue;
      const stem = word.slice(0, -ending.length);
      const doubled = stem.at(-1) === stem.at(-2) && usual.has(stem.slice(0, -1));
      if (doubled || usual.has(stem) || usual.has(`${stem}e`) || usual.has(`${stem}y`)) return true;
    }
    return false;
  }
  const isEveryday = word => {
    if (!known.has(word)) known.set(word, everyday(word));
    return known.get(word);
  };
  const cues = Object.fromEntries(Object.entries(lists.cues).map(([kind, parts]) => [kind,
    Object.fromEntries(Object.entries(parts).map(([name, list]) => [name, new Set(list.split(" "))]))]));
  return { ...sets, cues, isEveryday };
}

/* Forms of titles */

function formsOf(title, vocabulary) {
  const names = namesIn(title), main = names.mains.at(-1), found = new Map();
  const inOrder = name => {
    const moved = name.includes(", ") && TRAILING.exec(name.trim().split(/\s+/).join(" "));
    return moved ? `${moved[2]} ${moved[1]}` : name;
  };
  const add = (name, kind) => {
    const all = wordsOf(name), article = all.length > 1 && TITLE_ARTICLES.has(all[0]) ? all[0] : "";
    const words = article ? all.slice(1) : all;
    if (!words.length || (kind === PART_OF_NAME && saysLittle(words, vocabulary))) return;
    for (const variant of [words, ...joinedForms(name, words, article), ...numberedForms(words)]) {
      const phrase = variant.join(" ");
      if (!found.has(phrase)) found.set(phrase, { phrase, article, kind });
    }
  };
  const written = [main, ...names.others].filter(name => name === main || !REMARK.test(name)).map(inOrder);
  for (const name of written) add(name, FULL_NAME);
  for (const name of written) for (const part of partsOfName(name)) add(part, PART_OF_NAME);
  return { forms: [...found.values()], year: names.year };
}

const saysLittle = (words, vocabulary) => words.length < 3 && words.every(vocabulary.isEveryday)
  && !(words.length === 2 && DIGITS.test(words[1]));

function partsOfName(name) {
  const parts = name.split(PARTS).filter(part => part.trim() !== ""), found = parts.length > 1 ? [parts[0], parts.at(-1)] : [];
  if (name.includes(" and the ")) found.push(name.slice(name.indexOf(" and the ") + 9));
  const owner = OWNED.exec(name);
  return owner ? [...found, name.slice(owner[0].length)] : found;
}

function joinedForms(name, words, article) {
  const found = [];
  if (name.replace(/^-+|-+$/g, "").includes("-")) {
    const joined = wordsOf(name.replaceAll("-", ""));
    found.push(article ? joined.slice(1) : joined);
  }
  if (words.length > 2 && words.every(word => [...word].length === 1 && /\p{L}/u.test(word))) found.push([words.join("")]);
  return found;
}

function numberedForms(words) {
  if (words.length < 2) return [];
  const numbers = new Map();
  words.forEach((word, place) => {
    const number = numberOf(words, place);
    if (number) numbers.set(place, number);
  });
  if (!numbers.size) return [];
  const found = [];
  for (const style of [String, number => IN_WORDS[number - 1], number => IN_ROMAN[number - 1]]) {
    if (style(1) === "i" && numbers.has(0)) continue;
    const changed = words.map((word, place) => numbers.has(place) ? style(numbers.get(place)) : word);
    found.push(changed);
    const kept = changed.filter((_, place) => !(place && COUNTING.has(words[place]) && numbers.has(place + 1)));
    if (kept.length > 1 && kept.length < changed.length) found.push(kept);
  }
  return found;
}

function numberOf(words, place) {
  const word = words[place];
  if (DIGITS.test(word)) return word.length < 3 && Number(word) > 0 && Number(word) <= IN_WORDS.length ? Number(word) : 0;
  const number = NUMERALS.get(word) ?? 0;
  if (!IN_ROMAN.includes(word)) return number;
  const counted = place > 0 && COUNTING.has(words[place - 1]);
  return place && (counted || (word.length > 1 && place === words.length - 1)) ? number : 0;
}

/* Every place where a title may stand */

const before = (one, other) => one < other ? -1 : one > other ? 1 : 0;

function makePhrases(titles, vocabulary) {
  const rows = [], years = [];
  titles.forEach((title, item) => {
    const forms = title ? formsOf(title, vocabulary) : null;
    years.push(forms ? forms.year : null);
    for (const form of forms?.forms ?? []) rows.push({ ...form, item });
  });
  rows.sort((one, other) => before(one.phrase, other.phrase) || one.item - other.item);
  const following = new Map(), starts = new Map(), ends = new Map(), firsts = new Set();
  for (const row of rows) {
    const words = row.phrase.split(" ");
    firsts.add(words[0]);
    if (row.kind === PART_OF_NAME) continue;
    for (let at = 1; at < words.length; at += 1) {
      const seen = following.get(words[at]) ?? new Set();
      if (seen.size < ORDINARY_FROM) following.set(words[at], seen.add(words[at - 1]));
    }
  }
  const put = (map, key, word) => { if (!map.get(key)?.push(word)) map.set(key, [word]); };
  for (const word of firsts) if (word.length >= MISSPELT_FROM) {
    put(starts, word.slice(0, 3), word);
    put(ends, word.slice(-3), word);
  }
  return { rows, years, starts, ends, near: new Map(), ordinary: word => (following.get(word)?.size ?? 0) >= ORDINARY_FROM };
}

function lowest(rows, said, low, high) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].phrase < said) low = middle + 1;
    else high = middle;
  }
  return low;
}

function narrowed(rows, low, high, said) {
  const first = lowest(rows, said, low, high);
  if (first >= high || !rows[first].phrase.startsWith(said)) return null;
  const end = lowest(rows, `${said}!`, first, high);
  return first < end ? { low: first, high: end, said } : null;
}

function sameUntil(rows, low, high, said) {
  while (low < high && rows[low].phrase === said) low += 1;
  return low;
}

const parted = (token, gap) => [...gap].some(sign => PARTING.has(sign)) || (gap.includes(".") && token.word.length > 3);

function placesFrom(text, first, phrases, vocabulary) {
  const { rows } = phrases, { tokens } = text, found = [];
  let stretches = [{ low: 0, high: rows.length, said: "" }], longest = 0, open = null;
  for (let end = first + 1; end <= Math.min(first + LONGEST_TITLE, tokens.length); end += 1) {
    const token = tokens[end - 1];
    if (end > first + 1 && parted(tokens[end - 2], token.gap)) break;
    stretches = stretches.flatMap(({ low, high, said }) => (token.bare ? [token.word, token.bare] : [token.word])
      .map(word => narrowed(rows, low, high, said ? `${said} ${word}` : word)).filter(one => one));
    if (!stretches.length) break;
    for (const { low, high, said } of stretches) {
      const same = sameUntil(rows, low, high, said);
      if (same > low) {
        longest = end;
        found.push({ first, end, low, high: same, how: "exact" });
      }
    }
    open = { end, ...stretches[0] };
  }
  if (!open) return [...found, ...firstMisspelt(text, first, phrases, vocabulary)];
  const begun = begunTitle(text, first, open, rows, vocabulary);
  if (begun && begun.end > longest) found.push(begun);
  return [...found, ...nextMisspelt(text, first, open, rows), ...firstMisspelt(text, first, phrases, vocabulary)];
}

function begunTitle(text, first, { end, low, high, said }, rows, vocabulary) {
  const words = said.split(" ");
  while (words.length && vocabulary.function.has(words.at(-1))) words.pop();
  if (words.length < 2 || vocabulary.function.has(words[0]) || words.length !== end - first) return null;
  const unusual = words.filter(word => !vocabulary.isEveryday(word)).length;
  const cases = new Set(text.tokens.slice(first, end).map(token => token.case));
  if (!unusual || (unusual < 2 && cases.size > 1)) return null;
  const owners = new Set(rows.slice(low, Math.min(high, low + 8)).map(row => row.item));
  if (owners.size > 1 || high - low > 8 || rows[low].phrase.split(" ").length < words.length + 2) return null;
  return { first, end, low, high: low + 1, how: "begun" };
}

function nextMisspelt(text, first, { end, low, high, said }, rows) {
  const { tokens } = text, found = [];
  if (end >= tokens.length || high - low > MOST_NEAR || parted(tokens[end - 1], tokens[end].gap)) return found;
  const { word } = tokens[end];
  if (word.length < MISSPELT_FROM) return found;
  for (let row = low; row < high; row += 1) {
    const { phrase } = rows[row], rest = phrase.length > said.length ? phrase.slice(said.length + 1).split(" ") : [];
    if (!rest.length || rest[0].length < MISSPELT_FROM || rest[0] === word || !oneEdit(word, rest[0])) continue;
    if (follow(text, end + 1, rest.slice(1))) {
      found.push({ first, end: end + rest.length, low: row, high: sameUntil(rows, row, high, phrase), how: "misspelt" });
    }
  }
  return found;
}

function firstMisspelt(text, first, phrases, vocabulary) {
  const { rows } = phrases, { word } = text.tokens[first], found = [];
  if (word.length < MISSPELT_FROM) return found;
  for (const near of nearWords(word, phrases)) {
    const { low, high } = narrowed(rows, 0, rows.length, near) ?? { low: 0, high: 0 };
    if (high - low > MOST_NEAR) continue;
    for (let row = low; row < high; row += 1) {
      const { phrase } = rows[row], rest = phrase.split(" ").slice(1);
      const fits = rest.length ? phrase.length >= MISSPELT_ALONE_FROM + 1 && follow(text, first + 1, rest)
        : word.length >= MISSPELT_ALONE_FROM && !vocabulary.isEveryday(word) && !inflected(word, near);
      if (fits) found.push({ first, end: first + 1 + rest.length, low: row, high: sameUntil(rows, row, high, phrase), how: "misspelt" });
    }
  }
  return found;
}

function follow(text, place, words) {
  if (place + words.length > text.tokens.length) return false;
  return words.every((word, step) => text.tokens[place + step].word === word
    && !parted(text.tokens[place + step - 1], text.tokens[place + step].gap));
}

function nearWords(word, phrases) {
  if (!phrases.near.has(word)) {
    const near = new Set([...phrases.starts.get(word.slice(0, 3)) ?? [], ...phrases.ends.get(word.slice(-3)) ?? []]);
    phrases.near.set(word, [...near].filter(other => other !== word && oneEdit(word, other)).sort(before));
  }
  return phrases.near.get(word);
}

function oneEdit(one, other) {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at += 1;
  if (one.length === other.length) {
    return one.slice(at + 1) === other.slice(at + 1) || (one.slice(at + 2) === other.slice(at + 2)
      && one.slice(at, at + 2) === [...other.slice(at, at + 2)].reverse().join(""));
  }
  return one.length > other.length ? one.slice(at + 1) === other.slice(at) : one.slice(at) === other.slice(at + 1);
}

const inflected = (word, near) => word.replace(/[sed]+$/, "") === near.replace(/[sed]+$/, "") || word.slice(0, -1) === near.slice(0, -1);

/* What speaks for each, in points */

function spanOf(text, first, end, words) {
  const last = first ? text.tokens[first - 1] : null;
  const close = last && TITLE_ARTICLES.has(last.word) && text.tokens[first].gap.trim() === "";
  const article = close ? last.word : "";
  return { first, end, words, article, from: first - (article ? 1 : 0) };
}

function usualness(words, phrases, vocabulary) {
  if (words.every(word => DIGITS.test(word))) return "number";
  if (words.every(word => vocabulary.function.has(word))) return "function";
  if (words.some(word => !(vocabulary.names.has(word) || vocabulary.isEveryday(word) || phrases.ordinary(word)))) return "distinct";
  return words.some(word => vocabulary.names.has(word)) ? "name" : "everyday";
}

function styleOf(text) {
  const cases = text.tokens.map(token => token.case).filter(one => one !== "none");
  const high = cases.filter(one => one !== "lower").length, upper = cases.filter(one => one === "upper").length;
  return !high || (upper > 0.6 * cases.length && cases.length > 2) ? "flat" : "mixed";
}

const unusualIn = (words, vocabulary) => words.filter(word => !vocabulary.isEveryday(word)).length;

function basePoints(words, usual, vocabulary) {
  if (words.length === 1) {
    const alone = { function: -5, number: -5, everyday: -2.6, name: -2, distinct: 0.8 }[usual];
    return usual !== "distinct" || [...words[0]].length > 3 ? alone : -1.2;
  }
  const distinct = unusualIn(words, vocabulary) > 1 ? 2 : 0.8;
  return { function: -2.5, number: -3, everyday: -1.4, name: 0, distinct }[usual] + Math.min(0.8 * (words.length - 2), 2.4);
}

const beginsSentence = (text, place) => place <= 0 || STOPS.test(text.tokens[place].gap);
const isHigh = token => token.case === "capital" || token.case === "upper";

function casePoints(text, span, usual, style, vocabulary) {
  if (style === "flat") return 0;
  const tokens = text.tokens.slice(span.first, span.end), opening = beginsSentence(text, span.from);
  let loud = tokens.filter(token => !vocabulary.small.has(token.word) && token.case !== "none");
  if (!loud.length) loud = tokens;
  const high = loud.map(isHigh), count = high.filter(one => one).length;
  if (tokens.length === 1) {
    if (!high[0]) return { function: -3, everyday: -1.5, name: -1, distinct: -2.2, number: 0 }[usual];
    if (tokens[0].case === "none" || tokens[0].word === "i") return 0;
    if (opening && !span.article) return usual === "distinct" ? 0.3 : 0;
    return { function: 4.6, everyday: 2.9, name: 0.6, distinct: 1.2, number: 0 }[usual];
  }
  if (count === high.length) {
    const sure = count - (opening && !span.article && loud[0] === tokens[0] ? 1 : 0);
    return sure ? { function: 3.6, everyday: 2.8, name: 1, distinct: 1, number: 0 }[usual] : 0;
  }
  if (count) return usual === "everyday" || usual === "function" ? -0.8 : -0.2;
  const distinct = unusualIn(span.words, vocabulary) > 1 ? -0.3 : -1.6;
  return { function: -2.5, everyday: -2, name: -1, distinct, number: 0 }[usual];
}

function articlePoints(text, span, article, usual, vocabulary) {
  const weight = { function: 1, everyday: 1, number: 1, name: 0.4, distinct: 0.5 }[usual] * (span.words.length === 1 ? 1 : 0.5);
  if (article) {
    if (span.article !== article) return -2 * weight;
    const last = text.tokens[span.first - 1];
    return last.case !== "lower" && !beginsSentence(text, span.first - 1) ? 1.4 * weight : 0.3;
  }
  const word = span.first ? text.tokens[span.first - 1].word : "";
  return vocabulary.determiners.has(word) && text.tokens[span.first].gap.trim() === "" ? -2.4 * weight : 0;
}

function isQuoted(text, span) {
  let gap = text.tokens[span.first].gap;
  if (span.article && gap.trim() === "") gap = text.tokens[span.first - 1].gap;
  const left = gap.replace(/ +$/, "").slice(-1), right = gapAfter(text, span.end - 1).replace(/^[.,!?… ]+/, "").slice(0, 1);
  return left !== "" && right !== "" && QUOTING.includes(left) && QUOTING.includes(right);
}

function markPoints(text, span, usual) {
  if (isQuoted(text, span)) return usual === "function" || usual === "number" ? 5.8 : 3.5;
  const bracketed = text.tokens[span.from].gap.replace(/ +$/, "").endsWith("(") && gapAfter(text, span.end - 1).replace(/^ +/, "").startsWith(")");
  return bracketed ? 1.3 : 0;
}

const isYear = word => /^\p{Nd}{4}$/u.test(word);

function yearBehind(text, span) {
  if (span.end >= text.tokens.length) return null;
  const { word, gap } = text.tokens[span.end];
  if (!isYear(word) || Number(word) < 1880 || Number(word) > 2100) return null;
  if (YEAR_IN_BRACKETS.test(gap)) return { year: Number(word), sure: true };
  return gap.replace(/^[ ,"”'’*_]+|[ ,"”'’*_]+$/g, "") === "" ? { year: Number(word), sure: false } : null;
}

function yearTold(text, place, span, phrases, behind) {
  if (behind || place.high - place.low < 2) return behind?.year ?? null;
  const near = new Set(text.tokens.slice(span.end, span.end + 15).map(token => token.word).filter(isYear).map(Number));
  const years = phrases.rows.slice(place.low, place.high).map(row => phrases.years[row.item]).filter(year => near.has(year));
  return years.length === 1 ? years[0] : null;
}

function sentenceAround(text, first, end) {
  let start = first, stop = end;
  while (start > Math.max(0, first - 30) && !beginsSentence(text, start)) start -= 1;
  while (stop < Math.min(text.tokens.length, end + 30) && !beginsSentence(text, stop)) stop += 1;
  return [...text.tokens.slice(start, first), ...text.tokens.slice(end, stop)].map(token => token.word);
}

function cuePoints(text, span, cues, usual, vocabulary) {
  const { tokens } = text, { from } = span, inside = { start: tokens[span.first].start, end: tokens[span.end - 1].end };
  const near = tokens.slice(Math.max(from - 6, 0), span.end + 6)
    .filter(token => !(inside.start <= token.start && token.start < inside.end)).map(token => token.word);
  let points = 0;
  const ahead = tokens.slice(Math.max(from - 2, 0), from).some(token => cues.verbs.has(token.word) || cues.nouns.has(token.word));
  if (ahead && !beginsSentence(text, from)) points += 1.4;
  if (near.some(word => cues.nouns.has(word))) points += 0.9;
  if (sentenceAround(text, from, span.end).some(word => vocabulary.talk.has(word))) points += 0.5;
  const against = near.filter(word => cues.against.has(word)).length;
  if (against) points -= Math.min(2.2 + 1.3 * (against - 1), 4.8) * (points >= 0.9 ? 0.5 : 1);
  points += verbPoints(text, span, cues, vocabulary);
  return usual === "function" && span.words.length === 1 ? Math.min(points, 0.5) : points;
}

function verbPoints(text, span, cues, vocabulary) {
  const verb = text.tokens[span.end];
  if (!verb || !vocabulary.copulas.has(verb.word) || verb.gap !== " " || !beginsSentence(text, span.from)) return 0;
  return 0.9 + (text.tokens.slice(span.end + 1, span.end + 10).some(token => cues.nouns.has(token.word)) ? 1 : 0);
}

function isListed(text, span, vocabulary) {
  const { from } = span, behind = gapAfter(text, span.end - 1), following = text.tokens[span.end];
  const parts = gap => LISTED.test(gap) || STOPS.test(gap);
  const opened = from === 0 || parts(text.tokens[from].gap) || vocabulary.joining.has(text.tokens[from - 1].word);
  return opened && (!following || parts(behind) || vocabulary.joining.has(following.word) || yearBehind(text, span) !== null);
}

function neighbourPoints(text, span, usual, vocabulary) {
  const { from } = span, alone = span.words.length === 1, last = from ? text.tokens[from - 1] : null, next = text.tokens[span.end];
  let points = 0;
  if (next && next.gap === " " && next.case === "capital" && next.word !== "i") points -= alone ? 3 : 0.8;
  if (last && text.tokens[from].gap === " ") {
    if (last.case === "capital" && last.word !== "i" && !beginsSentence(text, from - 1)) points -= alone ? 1.8 : 0.8;
    if (vocabulary.prepositions.has(last.word) && alone && (usual === "name" || usual === "distinct")) {
      points += from > 1 && text.tokens[from - 2].case === "capital" && last.word === "in" ? 0.8 : -2;
    }
  }
  return points;
}

/* Which item is meant, and how sure that is */

const yearsApart = (year, other) => year === null || other === null ? 10000 : Math.abs(year - other);

function meantRow(place, span, year, finder) {
  const { rows, years } = finder.phrases, holders = item => finder.holders[item], all = new Map();
  for (let row = place.high - 1; row >= place.low; row -= 1) all.set(rows[row].item, rows[row]);
  const full = new Map([...all].filter(([, row]) => row.kind === FULL_NAME));
  const parts = new Map([...all].filter(([item]) => !full.has(item)));
  const fitting = new Map([...all].filter(([item]) => yearsApart(year, years[item]) <= 1));
  const greatest = map => Math.max(...[...map.keys()].map(holders));
  const most = (map, byYear) => {
    const fits = new Map([...map].filter(([, row]) => row.article === span.article)), chosen = fits.size ? fits : map;
    const apart = item => year ? yearsApart(year, years[item]) : 0;
    const best = [...chosen.keys()].sort((one, other) => apart(one) - apart(other) || holders(other) - holders(one) || one - other)[0];
    const total = [...chosen.keys()].reduce((sum, item) => sum + holders(item) + 1, 0);
    return { row: chosen.get(best), share: byYear ? 1 : (holders(best) + 1) / total };
  };
  if (fitting.size) return most(fitting, true);
  if (full.size && (parts.size < 2 || 2 * greatest(full) >= greatest(parts))) return most(full, false);
  return parts.size === 1 && !full.size ? { row: [...parts.values()][0], share: 1 } : null;
}

function candidateAt(text, place, style, finder) {
  const { phrases, vocabulary } = finder, words = phrases.rows[place.low].phrase.split(" ");
  const span = spanOf(text, place.first, place.end, words), behind = yearBehind(text, span);
  const meant = meantRow(place, span, yearTold(text, place, span, phrases, behind), finder);
  if (!meant) return null;
  const { row } = meant, usual = usualness(words, phrases, vocabulary), own = phrases.years[row.item];
  let points = basePoints(words, usual, vocabulary) + casePoints(text, span, usual, style, vocabulary)
    + articlePoints(text, span, row.article, usual, vocabulary) + markPoints(text, span, usual)
    + cuePoints(text, span, vocabulary.cues[finder.kind], usual, vocabulary) + neighbourPoints(text, span, usual, vocabulary)
    + Math.max(-0.6, Math.min(0.6, 0.2 * Math.log2((finder.holders[row.item] + 1) / (finder.typical + 1))))
    - (row.kind !== FULL_NAME ? 0.6 : 0);
  if (behind && own !== null) points += Math.abs(behind.year - own) <= 1 ? (behind.sure ? 7 : 3.5) : behind.sure ? -5 : 0;
  points -= { exact: 0, misspelt: 0.6, begun: 0.8 }[place.how];
  return { span, item: row.item, points, share: meant.share, how: place.how, listed: isListed(text, span, vocabulary) };
}

const separate = (one, other) => one.end <= other.first || other.end <= one.first;

function besideInList(text, one, other, vocabulary) {
  const between = text.tokens.slice(Math.min(one.span.end, other.span.end), Math.max(one.span.first, other.span.first));
  return between.length <= 3 && between.every(token => vocabulary.joining.has(token.word) || DIGITS.test(token.word));
}

function withOthers(text, found, vocabulary) {
  const sure = found.filter(one => one.points >= 1), lists = found.filter(one => one.listed);
  return found.map(one => {
    let points = one.points + (sure.some(other => separate(other.span, one.span)) ? 0.7 : 0);
    if (one.listed) {
      const beside = lists.filter(other => separate(other.span, one.span) && besideInList(text, other, one, vocabulary));
      points += 0.6 + (beside.length ? 1.2 : 0) + (beside.some(other => other.points >= 1) ? 0.8 : 0);
    }
    return { ...one, points };
  });
}

const certainty = one => one.share / (1 + Math.exp(-Math.max(-30, Math.min(30, one.points))));

function makeFinder(titles, holders, lists) {
  const vocabulary = makeVocabulary(lists), phrases = makePhrases(titles, vocabulary);
  const sorted = [...holders].sort((one, other) => one - other), half = sorted.length >> 1;
  const typical = !sorted.length ? 0 : sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  const dated = phrases.years.filter(year => year !== null).length;
  return { vocabulary, phrases, holders, typical, kind: dated >= 0.5 * Math.max(titles.length, 1) ? "films" : "any" };
}

/* The items that a text mentions, in the order in which they stand there: {item, words, certain}. */
function findMentions(written, finder, least = 0.5) {
  const text = proseOf([...written].slice(0, LARGEST_DRAFT).join("")), style = styleOf(text), found = [];
  text.tokens.forEach((_, first) => {
    for (const place of placesFrom(text, first, finder.phrases, finder.vocabulary)) {
      const candidate = candidateAt(text, place, style, finder);
      if (candidate) found.push(candidate);
    }
  });
  const likely = withOthers(text, found, finder.vocabulary).filter(one => certainty(one) >= least), kept = [];
  const length = one => one.span.end - one.span.first;
  likely.sort((one, other) => (one.how !== "exact") - (other.how !== "exact") || length(other) - length(one)
    || other.points - one.points || one.span.first - other.span.first);
  for (const one of likely) if (kept.every(other => separate(one.span, other.span))) kept.push(one);
  return kept.sort((one, other) => one.span.first - other.span.first).map(one => ({ item: one.item, certain: certainty(one),
    words: text.plain.slice(text.tokens[one.span.from].start, text.tokens[one.span.end - 1].end) }));
}
