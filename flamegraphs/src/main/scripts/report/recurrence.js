// Whether outliers come back after equal times, such as every second, and how surely that is no accident.
import {busyPeriods} from './busy-periods.js';

/** Fewer beginnings tell nothing, and more of a cause than that nothing new. */
const FEWEST = 12;
const MOST = 1000;

/** Within so many turns the beginnings have to keep their place; from one such section to the next it may drift. */
const SECTION = 20;

/** To find the time more exactly, once it is known that there is one. */
const LONG_SECTION = 200;

/** Turns in the longest run, at least; and how many tries it takes to tell one time from the next. */
const LEAST_TURNS = 12;
const TRIES = 3;

const SHORTEST_NS = 1e7;
const LEAST_ITERATIONS = 20;

/** In so many reports that hold no rhythm, one may claim to. */
const LEVEL = 0.01;

/** Beginnings belong together that are no farther from the middle than this, in turns; a rhythm worth a sentence has most of them there, in most turns. */
const NEAR = 0.1;
const MOST_OF = 0.5;

/** One beginning for each busy period, whatever number of outliers it has: {cause, runs}, the times of each run in order. */
export function beginnings(outliers) {
  const period = busyPeriods(outliers);
  const byCause = new Map();
  for (let i = 0; i < outliers.size; i++) {
    if (i === 0 || period[i] !== period[i - 1]) {
      const runs = byCause.get(outliers.cause[i]) || new Map();
      byCause.set(outliers.cause[i], runs);
      runs.has(outliers.run[i]) ? runs.get(outliers.run[i]).push(outliers.sinceNs[i]) : runs.set(outliers.run[i], [outliers.sinceNs[i]]);
    }
  }
  return [...byCause].map(([cause, runs]) => ({cause, runs: [...runs.values()]}));
}

/**
 * Where the beginnings stand within turns of a length. Every turn has one vote, the mean direction of its beginnings, so that many at once count
 * no more than one. act({x, y, length, turns, from}) hears of every section with more than one vote: the sum of its votes and of their squared lengths.
 */
function eachSection(runs, everyNs, turns, act) {
  for (const times of runs) {
    let section = null;
    for (let i = 0; i < times.length;) {
      const turn = Math.floor(times[i] / everyNs);
      let [x, y, n] = [0, 0, 0];
      for (; i < times.length && Math.floor(times[i] / everyNs) === turn; i++, n++) {
        const angle = 2 * Math.PI * (times[i] / everyNs - turn);
        x += Math.cos(angle);
        y += Math.sin(angle);
      }
      const at = Math.floor(turn / turns);
      if (!section || section.at !== at) {
        section && section.votes > 1 && act(section);
        section = {at, x: 0, y: 0, length: 0, votes: 0};
      }
      section.x += x / n;
      section.y += y / n;
      section.length += (x * x + y * y) / (n * n);
      section.votes++;
    }
    section && section.votes > 1 && act(section);
  }
}

/**
 * How improbable it is that votes of random directions agree so well, as −ln of a bound. The squared sum of k votes over the sum of their squares has the
 * moments of an exponential variable at most, so of K sections together s is exceeded with at most exp(K − s) (s / K)^K (Chernoff's bound).
 */
export function surprise(runs, everyNs, turns = SECTION) {
  let [sum, sections] = [0, 0];
  eachSection(runs, everyNs, turns, ({x, y, length}) => {
    sum += length > 1e-12 ? (x * x + y * y) / length : 0;
    sections++;
  });
  return sum <= sections ? 0 : sum - sections - sections * Math.log(sum / sections);
}

/** The lengths of turns that are tried, each as far from the next as the beginnings of a section can tell. */
function tried(shortestNs, extentNs) {
  const list = [];
  for (let everyNs = shortestNs; everyNs <= extentNs / LEAST_TURNS; everyNs *= 1 + 1 / (TRIES * Math.min(SECTION, extentNs / everyNs))) {
    list.push(everyNs);
  }
  return list;
}

/** What most agree on near a length that is known roughly. */
function refined(runs, everyNs) {
  let best = {everyNs, much: -1};
  const steps = Math.ceil(TRIES * LONG_SECTION / SECTION);
  for (let k = -steps; k <= steps; k++) {
    const candidate = everyNs * (1 + k / (steps * SECTION));
    const much = surprise(runs, candidate, LONG_SECTION);
    best = much > best.much ? {everyNs: candidate, much} : best;
  }
  return best.everyNs;
}

/** How many begin near the middle of where they stand in their section, in how many turns of how many. */
function kept(runs, everyNs) {
  const result = {near: 0, all: 0, hits: 0, turns: 0};
  for (const times of runs) {
    const middles = new Map();
    eachSection([times], everyNs, LONG_SECTION, ({at, x, y}) => middles.set(at, Math.atan2(y, x) / (2 * Math.PI)));
    const hit = new Set();
    for (const ns of times) {
      const turn = Math.floor(ns / everyNs);
      const off = ns / everyNs - (middles.get(Math.floor(turn / LONG_SECTION)) ?? NaN);
      if (Math.abs(off - Math.round(off)) <= NEAR) {
        result.near++;
        hit.add(Math.round(off));
      }
    }
    result.all += times.length;
    result.hits += hit.size;
    result.turns += times.length ? Math.round((times[times.length - 1] - times[0]) / everyNs) + 1 : 0;
  }
  return result;
}

/**
 * The causes whose outliers come back after equal times, the surest first: {cause, everyNs, near, all, hits, turns}. intervalNs is the time between two
 * iterations, whose own rhythm outliers have of course. To be done in slices.
 */
export function* recurring(groups, intervalNs) {
  const some = groups.map(({cause, runs}) => ({cause, runs: runs.map(times => times.slice(0, MOST))}))
      .filter(({runs}) => runs.reduce((sum, times) => sum + times.length, 0) >= FEWEST);
  const extentNs = Math.max(0, ...some.flatMap(({runs}) => runs.map(times => times[times.length - 1] - times[0])));
  const lengths = tried(Math.max(SHORTEST_NS, LEAST_ITERATIONS * intervalNs), extentNs);
  const needed = Math.log(lengths.length * some.length / LEVEL);
  const found = [];
  for (const {cause, runs} of some) {
    let best = {everyNs: 0, much: 0};
    for (const everyNs of lengths) {
      const much = surprise(runs, everyNs);
      best = much > best.much ? {everyNs, much} : best;
      yield;
    }
    if (best.much > needed) {
      const everyNs = refined(runs, best.everyNs);
      const how = kept(runs, everyNs);
      if (how.near >= MOST_OF * how.all && how.hits >= MOST_OF * how.turns) {
        found.push({cause, everyNs, much: best.much, ...how});
      }
    }
  }
  return found.sort((a, b) => b.much - a.much);
}
