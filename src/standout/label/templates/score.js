/* The scores: the same as standout.label.score, step by step; a test compares the two. */

const LOW = 5, HIGH = 20;      // what an adversary knows of a record, in percent
const MOST_SHARED = 300;       // nobody else is expected to hold this many items of a list, or more
const NEWTON_STEPS = 100, NEARLY_ALL = 1 - 1e-6;
const chancesOf = new Map();   // by holders, as a list names the same few numbers again and again

function paperScore(rare, all) {
  return all ? rare / all + Math.log(all) : 0;
}

function normalisedScore(raw, norm) {
  if (norm.max <= norm.min) return raw <= norm.min ? 1 : 0;
  return Math.min(Math.max(1 - (raw - norm.min) / (norm.max - norm.min), 0), 1);
}

function groupOf(score, groups) {
  let best = 0;
  groups.forEach((group, at) => {
    if (Math.abs(score - group.centroid) < Math.abs(score - groups[best].centroid)) best = at;
  });
  return best;
}

function barOf(score, bars) {
  return bars.reduce((found, bar, at) => score > bar.above ? at : found, 0);
}

/* With what probability a person of each part of the crowd holds an item that so many others hold. */
function holding(other) {
  const crowd = data.crowd, share = Math.min(other / (data.people - 1), NEARLY_ALL);
  const total = crowd.reduce((sum, activity) => sum + activity, 0);
  if (share <= 0 || total <= 0) return crowd.map(() => 0);
  let rate = share * crowd.length / total;
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    let reached = 0, slope = 0;
    for (const activity of crowd) {
      const lacking = Math.exp(-rate * activity);
      reached += 1 - lacking;
      slope += activity * lacking;
    }
    const change = (share * crowd.length - reached) / slope;
    rate += change;
    if (change <= 1e-14 * rate) break;
  }
  return crowd.map(activity => 1 - Math.exp(-rate * activity));
}

/* How many other people hold an item; for one that the bulletin does not name, what such items have on average. */
const others = count => (count > 0 ? count : data.foldedMean) - 1;

function chances(count) {
  if (!chancesOf.has(count)) chancesOf.set(count, holding(others(count)));
  return chancesOf.get(count);
}

function knownSizes(length) {
  return Array.from({ length: HIGH - LOW + 1 }, (_, at) => Math.max(1, Math.floor(((LOW + at) * length + 50) / 100)));
}

/* The probability that a random other person holds what is known of a list. */
function meanShare(counts) {
  const length = counts.length, parts = data.crowd.length, sizes = knownSizes(length);
  const top = Math.min(sizes[sizes.length - 1], MOST_SHARED);
  const held = counts.map(chances), means = new Float64Array(top + 1);
  let total = 0;
  for (let part = 0; part < parts; part += 1) {
    means.fill(0);
    means[0] = 1;
    for (let k = 1; k <= length; k += 1) {
      const chance = held[k - 1][part];
      for (let n = Math.min(k, top); n >= 1; n -= 1) {
        means[n] = (means[n - 1] * chance * n + means[n] * (k - n)) / k;
      }
    }
    for (const size of sizes) if (size <= top) total += means[size];
  }
  return total / (parts * sizes.length);
}

function expectedSet(counts) {
  if (!counts.length || data.people < 2) return data.people;
  return 1 + (data.people - 1) * meanShare(counts);
}

/* Among how many people a list hides, with an eye on the bad cases: the same as standout.label.person.hidden_crowd. */

const STEP = 0.5, FLOOR = 14, FEW = 5, TYPICAL = 0.8;
const CAPS = [[0.9, Math.log(1.99)], [0.5, Math.log(4.99)]];   // no more is said where bad cases are so common
const LOWEST = -16, HIGHEST = 34, FINE = 8;
let worth = null;

/* For a Poisson number of others around powers of two: the mean logarithm of the crowd, and the chance that it is few. */
function worthOfOthers() {
  if (worth !== null) return worth;
  const logarithms = [], few = [];
  for (let place = 0; place <= (HIGHEST - LOWEST) * FINE; place += 1) {
    const mean = 2 ** (LOWEST + place / FINE);
    let chance = Math.exp(-mean), total = 0, bad = chance;
    for (let number = 1; number < 200 && mean <= 60; number += 1) {
      chance *= mean / number;
      total += chance * Math.log(1 + number);
      if (number < FEW) bad += chance;
    }
    logarithms.push(mean > 60 ? Math.log(1 + mean) : total);
    few.push(mean > 60 ? 0 : bad);
  }
  worth = { logarithms, few };
  return worth;
}

/* Of how many items at most a part can have others whom it fits. */
function mostKnown(bits, largest, cells) {
  let within = 0, reached = 0;
  for (const one of Float64Array.from(bits).sort()) {
    reached += one;
    if (reached > (cells + 1) * STEP) break;
    within += 1;
  }
  return Math.min(largest, Math.max(within, 1));
}

/* The mean logarithm of the crowd over all parts of the list, and how often it is few people. */
function overParts(counts) {
  const held = counts.map(chances), parts = data.crowd.length, sizes = knownSizes(counts.length);
  const shares = held.map(each => each.reduce((sum, one) => sum + one, 0) / parts);
  const bits = shares.map(share => -Math.log2(Math.max(share, 1e-12)));
  const highest = Math.log2(data.people - 1), cells = Math.trunc((highest + FLOOR) / STEP) + 1;
  const top = mostKnown(bits, sizes.at(-1), cells);
  const chance = new Float64Array((top + 1) * cells), means = new Float64Array(top + 1);
  const byPart = Array.from({ length: parts }, () => new Float64Array(top + 1).fill(0).fill(1, 0, 1));
  chance[0] = means[0] = 1;
  for (let k = 1; k <= counts.length; k += 1) {
    const steps = bits[k - 1] / STEP, whole = Math.trunc(steps), part = steps - whole;
    for (let n = Math.min(k, top); n >= 1; n -= 1) {
      const taken = n / k, kept = (k - n) / k, here = n * cells, before = here - cells - whole;
      for (let cell = 0; cell < cells; cell += 1) {
        let moved = cell >= whole ? chance[before + cell] * (1 - part) : 0;
        if (cell > whole) moved += chance[before + cell - 1] * part;
        chance[here + cell] = chance[here + cell] * kept + moved * taken;
      }
      means[n] = means[n] * kept + means[n - 1] * shares[k - 1] * taken;
      byPart.forEach((row, at) => { row[n] = row[n] * kept + row[n - 1] * held[k - 1][at] * taken; });
    }
  }
  let typical = 0, few = 0;
  for (const size of sizes) {
    const more = size <= top && means[size] > 0 ? byPart.reduce((sum, row) => sum + row[size], 0) / parts / means[size] : 0;
    const found = more > 0 ? worthOf(chance.subarray(size * cells, (size + 1) * cells), highest, more) : [0, 1];
    typical += found[0];
    few += found[1];
  }
  return [typical / sizes.length, few / sizes.length];
}

function worthOf(chance, highest, more) {
  const { logarithms, few } = worthOfOthers(), shift = highest + Math.log2(more);
  let typical = 0, bad = 0, total = 0;
  chance.forEach((one, cell) => {
    const expected = Math.min(shift - STEP * cell, highest);
    const place = Math.min(Math.max((expected - LOWEST) * FINE, 0), logarithms.length - 1.0001);
    const below = Math.trunc(place), part = place - below;
    typical += one * (logarithms[below] * (1 - part) + logarithms[below + 1] * part);
    bad += one * (few[below] * (1 - part) + few[below + 1] * part);
    total += one;
  });
  return [typical, bad + Math.max(1 - total, 0)];
}

function hiddenAmong(counts) {
  if (!counts.length || data.people < 2) return { logCrowd: Math.log(data.people), few: Number(data.people <= FEW) };
  const [typical, few] = overParts(counts);
  const logCrowd = TYPICAL * typical + (1 - TYPICAL) * Math.log(expectedSet(counts));
  return { logCrowd: Math.min(logCrowd, ...CAPS.filter(([share]) => few >= share).map(([, most]) => most)), few };
}

/* How a list of items fares: their holders in the bulletin, 0 for an item that it does not name. */
function assess(counts, score) {
  const { norm, groups, bars } = data.scores[score];
  const rare = counts.filter(count => count < data.rareBelow).length;
  const hidden = score === "hiding" ? hiddenAmong(counts) : null;
  const raw = hidden ? Math.log(data.people) - hidden.logCrowd
    : score === "paper" ? paperScore(rare, counts.length) : Math.log(data.people / expectedSet(counts));
  const found = normalisedScore(raw, norm), bar = barOf(found, bars);
  return { raw, score: found, group: hidden ? bars[bar].group : groupOf(found, groups), bar, all: counts.length, rare,
    unknown: counts.filter(count => count === 0).length, hidden };
}

/* The fewest items to leave out for the next better bar, as places in the list, the rarest first; null if there is no way.
   Between two trials the browser may do something else; `outdated` says that nobody waits for the answer any more. */
async function oneStep(counts, score, bar, outdated = () => false) {
  const popular = place => score === "paper" && counts[place] >= data.rareBelow ? 1 : 0;
  const order = counts.map((_, place) => place).sort((a, b) =>
    popular(a) - popular(b) || others(counts[a]) - others(counts[b]) || a - b);
  const reached = async leftOut => {
    await pause();
    return assess(order.slice(leftOut).map(place => counts[place]), score).bar;
  };
  let low = 0, high = counts.length - 1;
  if (bar === data.scores[score].bars.length - 1 || high < 1 || await reached(high) <= bar) return null;
  while (high - low > 1 && !outdated()) {
    const middle = Math.floor((low + high) / 2);
    if (await reached(middle) > bar) high = middle; else low = middle;
  }
  return { bar: await reached(high), leaveOut: order.slice(0, high) };
}

const pause = () => new Promise(resolve => { setTimeout(resolve); });
