// Where one outlier's latency went, as a line and in full.
import {bar as causeBar, label, named} from '../shared/causes.js';
import {el, place, table} from '../shared/dom.js';
import {counted, duration, share, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';
import {restsOn} from './budget.js';
import {when} from './when.js';

const SAID = 2;

function largest(parts) {
  return parts.filter(part => part.ns > 0).sort((a, b) => b.ns - a.ns);
}

/** The largest parts in words. reason: the cause that made the slow iteration in front slow, if it is known. */
export function words(parts, reason) {
  const order = largest(parts);
  const because = part => part.cause === 'culprits' && reason ? ` (${label(reason)})` : '';
  return order.slice(0, SAID).map(part => `${label(part.cause)}${because(part)} ${duration(part.ns)}`).join(' · ')
    + (order.length > SAID ? ` · ${order.length - SAID} more` : '');
}

function where(part) {
  return part.where.map(one => el('div', null, place(shortened(one.what, 160)), ' ',
      el('span', {class: 'note'}, one.ns > 0 ? duration(one.ns) : counted(one.count, 'time'))));
}

/** Of an outlier that the page does not know all of: the culprit that it waited for most. */
function unlisted(data, i, waited) {
  const {outliers} = data.selection;
  const culprit = outliers.culprit[i];
  return el('p', {class: 'note'}, `It waited ${duration(waited)} for slow iterations in front of it`
    + (culprit < 0 ? '.' : `, longest for the one due at ${when(data, outliers.run[culprit], outliers.sinceNs[culprit])}: ${label(outliers.causeOf(culprit))}.`));
}

function behind(data, detail, i) {
  const waited = detail.parts.filter(part => part.cause === 'culprits').reduce((sum, part) => sum + part.ns, 0);
  const known = detail.behind.reduce((sum, one) => sum + one.ns, 0);
  if (waited === 0) {
    return null;
  }
  return [el('h3', null, 'Whom it waited for'),
    detail.behind.length === 0 ? unlisted(data, i, waited) : sortable('waited-for', table('Whom it waited for', [{title: 'Waited', number: true, about: 'The part of its waiting that this iteration answers for.'}, {title: 'For the iteration due at'},
      {title: 'Which took too long by', number: true, about: 'By how much it took longer than normal.'}, {title: 'Because of'}],
        detail.behind.map(one => [duration(one.ns), when(data, one.run, one.sinceNs), duration(one.excessNs),
          named(one.cause, one.where ? [': ', place(shortened(one.where, 120))] : '')])),
    detail.behind.map(one => [one.ns, one.sinceNs, one.excessNs, label(one.cause)])),
    detail.behind.length > 0 && waited - known > Math.max(1000, waited / 100) ? el('p', {class: 'note'},
        `It waited ${duration(waited - known)} for other culprits. Listed are those that it waited for most.`) : null];
}

export function full(data, detail, i) {
  const latency = data.selection.outliers.latencyNs[i];
  const parts = detail.parts.slice().sort((a, b) => b.ns - a.ns);
  return [el('h3', null, 'Where its latency went'),
    sortable('divided', table('Where its latency went', [{title: 'Cause'}, {title: 'Took', number: true}, {title: 'Share', number: true}, {title: 'Evidence', about: 'What the time was found by: events that the JVM reported, readings of the system’s counters, stacks.'}, {title: 'Where'}],
        parts.map(part => [named(part.cause), part.ns > 0 ? duration(part.ns) : 'seen, took no time',
          part.ns > 0 ? share(part.ns, latency) : '', el('span', {class: 'keep'}, restsOn(part)), where(part)])),
    parts.map(part => [label(part.cause), part.ns, part.ns, part.events + part.stacks, part.where.length === 0 ? '' : part.where[0].what])),
    behind(data, detail, i)];
}

export function bar(parts, latency) {
  return causeBar(parts, latency, false);
}
