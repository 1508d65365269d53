// What the iterations beyond a percentile are made of, and what would remain of it without each leading cause: as numbers.
import {LEAST_GAIN} from '../charts/percentile-curves.js';
import {cause} from '../shared/causes.js';
import {percentile} from '../shared/format.js';
import {finish} from '../shared/slices.js';
import {NO_ANSWER, selected} from './budget.js';

const ASKED = [99, 99.9];
const LEADING = 3;

/** A histogram gives the upper end of a bucket: what is so little faster counts as beyond it. */
const BUCKET = 1 - 1 / 1024;

/** A site that lowers a percentile nearly as much as its cause does. */
const ALIKE = 0.02;

/** Of a prediction that differs less, the base is the percentile itself. */
const SAME = 0.01;

function latencyOf({series}) {
  const all = series.all.filter(one => one.name === 'latency');
  return all.find(one => one.run === null) || all[0];
}

/** How surely a percentile is known: {lowNs, highNs, mostNs}, the longest of all with it, or {stalls} where it comes from few, or null. */
function certainty(data, percent) {
  const known = (data.latencyEstimates || []).find(one => one.percentile === percent);
  if (!known || known.lowNs !== undefined) {
    return known ? {lowNs: known.lowNs, highNs: known.highNs, mostNs: latencyOf(data).maxNs} : null;
  }
  const stalls = Math.max(1, Math.round(known.events));
  return stalls < 10 ? {stalls, note: known.note} : null;
}

/** Those of the page that take so long or longer, as numbers. */
function beyond(outliers, ns) {
  const members = [];
  while (members.length < outliers.size && outliers.latencyNs[outliers.worstFirst[members.length]] >= ns) {
    members.push(outliers.worstFirst[members.length]);
  }
  return members;
}

/** Where their time went, waiting carried back to what made others slow: [{cause, ns}], the largest first. */
function partsOf(outliers, members) {
  const chosen = new Float64Array(outliers.size);
  members.forEach(i => { chosen[i] = outliers.standsFor[i]; });
  return finish(selected({outliers, chosen}));
}

/** The place that nearly all of a cause comes from, by what is predicted without that; null for none. */
function onlyPlace({counterfactual}, key, k, valueNs) {
  const found = cause(key).atPlaces && counterfactual.without.find(one => one.cause === key && one.site && one.percentiles[k].valueNs <= (1 + ALIKE) * valueNs);
  return found ? found.site : null;
}

/** Whether a prediction is only a bound: below the threshold what a cause did to iterations is not known, nor what waited for those. */
export function isBound(data, without, k) {
  return without.percentiles[k].valueNs < data.run.thresholdNs || without.intervals[k]?.lowNs === 0;
}

/** What is predicted without a cause: {valueNs, bound, interval, baseNs, helps, place}; null if nothing is. */
function without(data, key, percent) {
  const {counterfactual} = data;
  const found = counterfactual && !counterfactual.refusal && counterfactual.without.find(one => one.cause === key && !one.site);
  const k = found ? counterfactual.measured.findIndex(one => one.percentile === percent) : -1;
  if (k < 0) {
    return null;
  }
  const [valueNs, baseNs] = [found.percentiles[k].valueNs, counterfactual.measured[k].valueNs];
  return {cause: key, valueNs, bound: isBound(data, found, k), baseNs, interval: found.intervals[k] || null, helps: valueNs <= (1 - LEAST_GAIN) * baseNs, place: onlyPlace({counterfactual}, key, k, valueNs)};
}

/** The slow iterations that those of a cause waited for, and themselves where they waited for nobody. */
function rootsOf(outliers, members) {
  return [...new Set(members.map(i => outliers.culprit[i] >= 0 ? outliers.culprit[i] : i))];
}

/** The place at which most of them became slow, or the slow iterations that they waited for: {because, number, roots}, number of how many; null for none. */
function siteOf(data, key, members) {
  const {outliers} = data.selection;
  const bySite = new Map();
  for (const i of members) {
    const site = outliers.site[outliers.culprit[i] >= 0 ? outliers.culprit[i] : i];
    bySite.has(site) || bySite.set(site, []);
    bySite.get(site).push(i);
  }
  const [site, there] = [...bySite].sort((a, b) => outliers.number(b[1]) - outliers.number(a[1]))[0] || [-1, []];
  const known = data.culprits && data.culprits.sites[site];
  return known && known.cause === key && known.where && outliers.number(there) >= outliers.number(members) / 2 ? {because: known.because, number: outliers.number(there), roots: rootsOf(outliers, there)} : null;
}

/** How many of these spans, [fromNs, toNs], are apart: what is reported twice, as a pause and its phase, is one. */
export function separate(spans) {
  let endNs = -Infinity;
  let number = 0;
  for (const [fromNs, toNs] of spans.slice().sort((a, b) => a[0] - b[0])) {
    number += fromNs > endNs ? 1 : 0;
    endNs = Math.max(endNs, toNs);
  }
  return number;
}

/** How many events of a cause's kind those iterations met, small ones beside a large one left out. */
function eventsOf(data, cause, roots) {
  const {outliers} = data.selection;
  const {events} = data.outliers;
  const met = events.sinceNs.map((since, k) => k).filter(k => events.kind[k] === cause.kind && roots.some(i =>
    outliers.run[i] === events.run[k] && events.sinceNs[k] < outliers.sinceNs[i] + outliers.latencyNs[i] && events.sinceNs[k] + events.ns[k] > outliers.sinceNs[i]));
  const longest = Math.max(0, ...met.map(k => events.ns[k]));
  const large = met.filter(k => events.ns[k] >= longest / 10);
  return [...new Set(large.map(k => events.run[k]))].reduce((sum, run) =>
    sum + separate(large.filter(k => events.run[k] === run).map(k => [events.sinceNs[k], events.sinceNs[k] + events.ns[k]])), 0);
}

/** What the page's members of a tail are made of. number: how many iterations of the run they stand for; late: for how many those that its first cause made late. */
function made(data, members) {
  const {outliers} = data.selection;
  const {latencyNs, sums} = partsOf(outliers, members);
  const [first] = sums;
  const number = first ? outliers.causes.findIndex(({key}) => key === first.cause) : -1;
  const because = members.filter(i => outliers.cause[i] === number);
  const roots = rootsOf(outliers, because);
  return {members, number: outliers.number(members), late: outliers.number(because), latencyNs, parts: sums, first: first ? first.cause : null, answered: first !== undefined && !NO_ANSWER.includes(first.cause), because, roots,
    site: first ? siteOf(data, first.cause, because) : null,
    events: first && outliers.causes[number].kind !== undefined ? eventsOf(data, outliers.causes[number], roots) : 0};
}

function tail(data, percent) {
  const {outliers} = data.selection;
  const series = latencyOf(data);
  const valueNs = series.rowsNs[data.series.shown.indexOf(percent)];
  if (valueNs === null || valueNs === undefined) {
    return null;
  }
  const below = valueNs < data.run.thresholdNs;
  const content = made(data, below ? [] : beyond(outliers, valueNs * BUCKET));
  return {name: percentile(percent), percent, valueNs, below, sure: certainty(data, percent), leastNs: Math.floor(valueNs * BUCKET), ...content,
    remains: content.parts.filter(part => !NO_ANSWER.includes(part.cause)).slice(0, LEADING).map(part => without(data, part.cause, percent)).filter(Boolean)};
}

/** The slowest iteration; nothing is predicted of a single one. */
function worst(data) {
  const series = latencyOf(data);
  const {outliers} = data.selection;
  const valueNs = Math.max(series.maxNs, outliers.size ? outliers.latencyNs[outliers.worstFirst[0]] : 0);
  return {name: 'worst', percent: null, valueNs, below: valueNs < data.run.thresholdNs, sure: null, remains: [],
    ...made(data, beyond(outliers, valueNs * BUCKET).slice(0, 1))};
}

/** The percentiles that people ask for; of a run with rarer outliers also the first that lies among them. */
function asked({series, run}, {rowsNs}) {
  const reached = series.shown.find((percent, i) => percent >= ASKED[0] && rowsNs[i] !== null && rowsNs[i] >= run.thresholdNs);
  return reached === undefined || reached <= ASKED[ASKED.length - 1] ? ASKED : [...ASKED, reached];
}

/** p99, p99.9 and the worst, as far as they were measured; empty if nothing was. */
export function tails(data) {
  const series = latencyOf(data);
  return !series || series.count === 0 ? [] : [...asked(data, series).map(percent => tail(data, percent)).filter(Boolean), worst(data)];
}

/** The one that a headline is about: the rarest percentile of which anything is known. */
export function foremost(all) {
  return all.slice(0, -1).reverse().find(one => one.members.length > 0) || all[all.length - 1];
}

/** Whether a prediction starts from another value than the percentile, because only a part of the run was watched. */
export function ofWatched(one, {baseNs}) {
  return Math.abs(baseNs - one.valueNs) > SAME * one.valueNs;
}
