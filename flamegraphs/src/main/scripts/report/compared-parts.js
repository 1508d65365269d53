// Two parts of the run beside each other: how many outliers either has, and what made them late.
import {bar, label, named} from '../shared/causes.js';
import {goTo} from '../shared/contents.js';
import {el, table} from '../shared/dom.js';
import {count, counted, duration, share} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';
import {selected} from './budget.js';
import {comparedSizes, inWords, PARTS} from './selection.js';

/** One part: its latency divided among causes, how many outliers each is the largest cause of, and how long it is. */
function* sideOf({outliers, parts, state}, key) {
  const {chosen, size} = parts[key];
  const {latencyNs, sums} = yield* selected({outliers, chosen});
  const numbers = new Map();
  chosen.forEach((one, i) => one && numbers.set(outliers.causeOf(i), (numbers.get(outliers.causeOf(i)) || 0) + 1));
  return {name: PARTS[key], interval: state[key], size, latencyNs, sums, numbers, ns: new Map(sums.map(sum => [sum.cause, sum.ns])), seconds: Math.max(1e-9, (state[key].toNs - state[key].fromNs) / 1e9)};
}

/** The columns of one part, each with what it shows and what it sorts by for a cause. */
function columnsOf({name, latencyNs, ns, numbers, seconds}) {
  const took = cause => ns.get(cause) || 0;
  return [
    {title: `Outliers of ${name}`, number: true, about: `Outliers of ${name} that it is the largest cause of.`, shown: cause => numbers.has(cause) ? count(numbers.get(cause)) : '', value: cause => numbers.get(cause) || 0},
    {title: `Share of ${name}`, number: true, about: `Of the latency of the outliers of ${name}.`, shown: cause => took(cause) > 0 ? share(took(cause), latencyNs) : '', value: cause => took(cause) / (latencyNs || 1)},
    {title: `A second of ${name}`, number: true, about: `What it took of the latency of the outliers of ${name}, for each second that ${name} lasts.`, shown: cause => took(cause) > 0 ? duration(took(cause) / seconds) : '', value: cause => took(cause) / seconds}
  ];
}

/** Percentage points, as whole numbers. */
function points(part) {
  const whole = Math.round(100 * part);
  return whole === 0 ? 'same' : (whole > 0 ? '+' : '−') + Math.abs(whole);
}

function causesOf(a, b) {
  const causes = [...new Set([...a.sums, ...b.sums].map(sum => sum.cause))];
  const part = ({ns, latencyNs}, cause) => (ns.get(cause) || 0) / (latencyNs || 1);
  const grown = cause => part(b, cause) - part(a, cause);
  causes.sort((one, other) => part(b, other) + part(a, other) - part(b, one) - part(a, one));
  const columns = [{title: 'Cause', shown: cause => named(cause), value: label}, ...columnsOf(a), ...columnsOf(b),
    {title: 'Points, B − A', number: true, about: 'By how many percentage points its share of B is larger than its share of A.', shown: cause => points(grown(cause)), value: grown}];
  return sortable('parts', table('Causes of A and B', columns, causes.map(cause => columns.map(({shown}) => shown(cause)))),
      causes.map(cause => columns.map(({value}) => value(cause))));
}

function whole({name, interval, size, sums, latencyNs}) {
  return [el('h4', null, `${name}, due ${inWords(interval)}: ${counted(size, 'outlier')}, which took ${duration(latencyNs)}`),
    size > 0 ? bar(sums, latencyNs, true) : ''];
}

function* content(selection) {
  const a = yield* sideOf(selection, 'a');
  const b = yield* sideOf(selection, 'b');
  const {outliers} = selection;
  return [el('h3', null, 'A and B compared'),
    el('p', {class: 'lead'}, `${comparedSizes(selection)}.`
      + (selection.narrowed ? ' Only those that are selected by cause, place, group or latency count.' : '')
      + (outliers.count > outliers.size ? ` Both are of the ${count(outliers.size)} outliers in this page.` : '')),
    whole(a), whole(b), causesOf(a, b),
    el('p', null, el('button', {type: 'button', onclick: () => goTo(document.getElementById('flames'))}, 'Flame graph of the difference'))].flat();
}

/** A box with the comparison, which is empty as long as nothing is compared. */
export function comparedParts({selection}) {
  const box = el('div', {class: 'compared', hidden: true});
  let shown = '';
  selection.onRest(function* () {
    if (shown !== selection.partsKey) {
      shown = selection.partsKey;
      const some = selection.compared ? yield* content(selection) : [];
      box.replaceChildren(...some);
      box.hidden = !selection.compared;
    }
  });
  return box;
}
