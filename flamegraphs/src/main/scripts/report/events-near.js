// What the JVM reported around an outlier: its own evidence, and what the page holds of the events just before and after it.
import {el, table} from '../shared/dom.js';
import {counted, duration, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';
import {others, threadOf} from './outlier-threads.js';

const MOST = 200;

/** Of the page's events those that touch the outlier, or lie no farther from it than it is long. */
function around({outliers: {events}}, outliers, i) {
  const [sinceNs, latencyNs] = [outliers.sinceNs[i], outliers.latencyNs[i]];
  const list = [];
  events.sinceNs.forEach((since, k) => {
    const atNs = since - sinceNs;
    if (events.run[k] === outliers.run[i] && atNs <= 2 * latencyNs && atNs + events.ns[k] >= -latencyNs) {
      list.push({kind: events.kind[k], atNs, ns: events.ns[k], thread: events.thread[k] || undefined, detail: events.texts[events.text[k]]});
    }
  });
  return list;
}

/** [{kind, atNs, ns, thread, detail}] in the order in which they began; times count from the intended start. */
export function eventsNear(data, i, detail) {
  const {outliers} = data.selection;
  const own = detail ? detail.evidence : [];
  const known = new Set(own.map(one => `${one.kind} ${one.atNs} ${one.ns}`));
  return [...own, ...around(data, outliers, i).filter(one => !known.has(`${one.kind} ${one.atNs} ${one.ns}`))].sort((a, b) => a.atNs - b.atNs);
}

function when({atNs, ns}, startedNs, endedNs) {
  return atNs > endedNs ? 'after' : atNs + ns < 0 ? 'before' : atNs + ns < startedNs ? 'while it waited' : 'while it ran';
}

/** The events as a table; null if there are none. */
export function eventTable(data, i, detail) {
  const {outliers} = data.selection;
  const startedNs = outliers.inheritedNs[i] + outliers.dispatchNs[i];
  const events = eventsNear(data, i, detail);
  const thread = one => one.thread === undefined ? 'all' : threadOf(data, one.thread) + (detail && others(detail, one) ? ', another' : '');
  const shown = events.slice(0, MOST);
  return events.length === 0 ? null : [el('h3', null, 'What the JVM reported'),
    sortable('events', table('What the JVM reported', [{title: 'What'}, {title: 'When', about: 'Whether it lies before the outlier, in the time that it waited in the queue, in the time that it ran, or after it. Before and after reach as far as the outlier is long.'},
      {title: 'Thread', about: '“Another” did not run this iteration. “All” is said of what has no thread.'}, {title: 'From', number: true, about: 'Its start, from the intended start of the iteration.'}, {title: 'For', number: true}, {title: 'Detail'}],
    shown.map(one => [data.evidenceKinds[one.kind], when(one, startedNs, outliers.latencyNs[i]),
      thread(one),
      (one.atNs < 0 ? '−' : '') + duration(Math.abs(one.atNs)), one.ns > 0 ? duration(one.ns) : '', el('span', {class: 'place'}, shortened(one.detail, 200))])),
    shown.map(one => [data.evidenceKinds[one.kind], one.atNs, thread(one), one.atNs, one.ns, one.detail])),
    events.length > MOST ? el('p', {class: 'note'}, `${counted(events.length - MOST, 'later event')} more.`) : null];
}
