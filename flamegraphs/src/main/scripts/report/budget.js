// Where the latency of all outliers went: a sentence, a bar, and what each share rests on.
import {divided, total} from '../shared/budget-sums.js';
import {bar, cause, label, named} from '../shared/causes.js';
import {el, place, ranked, table} from '../shared/dom.js';
import {expandingTable} from '../shared/expanding-table.js';
import {count, counted, duration, share, shortened} from '../shared/format.js';
import {pieces} from '../shared/slices.js';
import {sortable} from '../shared/sorted-table.js';
import {allocatedBefore, allocatedTable, allocatedWords} from './allocations.js';

/** Say that something is not known, or that nothing is to be mended. */
export const NO_ANSWER = ['not-seen', 'unexplained', 'inherited', 'usual-work', 'load', 'culprits'];
const STAYED = {'not-seen': 'was not seen', 'unexplained': 'stays unexplained', 'inherited': 'was waiting, for an unknown reason'};
const NAMED = 3;

function listed(texts) {
  return texts.length < 2 ? texts.join('') : texts.slice(0, -1).join(', ') + ' and ' + texts[texts.length - 1];
}

function sentence(budget) {
  const part = sum => share(total(sum), budget.latencyNs);
  const large = budget.causes.filter(sum => total(sum) >= budget.latencyNs / 100);
  const answers = large.filter(sum => !NO_ANSWER.includes(sum.cause)).slice(0, NAMED);
  const unknown = budget.causes.filter(sum => STAYED[sum.cause] && total(sum) > 0);
  const went = answers.map((sum, i) => `${part(sum)} ${i === 0 ? 'went ' : ''}to ${label(sum.cause)}`);
  const stayed = unknown.map(sum => `${part(sum)} ${STAYED[sum.cause]}`);
  return (went.length === 0 ? 'no cause that could be mended is known for as much as 1%' : listed(went))
    + (stayed.length === 0 ? '; nothing is left unexplained.' : `; ${listed(stayed)}.`);
}

export function restsOn(sum) {
  const texts = [];
  if (sum.events > 0) {
    texts.push(counted(sum.events, cause(sum.cause).reported ? 'event' : 'reading'));
  }
  if (sum.stacks > 0) {
    texts.push(counted(sum.stacks, 'stack'));
  }
  return texts.join(', ');
}

/** Places with their times; they need not be known for all of it. */
function places(where, allNs) {
  return sortable('places', table('Where', [{title: 'Where'}, {title: 'Took', number: true}, {title: 'Of it', number: true, about: 'Of what the cause took, with what others waited because of it.'},
    {title: 'Events or stacks', number: true, about: 'How many there are that name this place.'}],
      where.map(one => [place(shortened(one.what, 300)), one.ns > 0 ? duration(one.ns) : '', one.ns > 0 ? share(one.ns, allNs) : '', count(one.count)])), where.map(one => [one.what, one.ns, one.ns, one.count]));
}

/** By how much parts of the run differ. */
function confidence(sum) {
  return total(sum) > 0 && sum.shareLow !== undefined ? `${Math.round(100 * sum.shareLow)} to ${Math.round(100 * sum.shareHigh)}%` : '';
}

function rows(data, budget, known, carried, located) {
  const {selection} = data;
  const allocated = sum => allocatedBefore(sum.cause, data);
  return budget.causes.map(sum => ({
    name: label(sum.cause),
    cells: [[causeButton(sum.cause, selection), ...(sum.where.length === 0 ? [] : [el('div', {class: 'narrow note'}, place(shortened(sum.where[0].what, 80)))])], total(sum) > 0 ? ranked(share(total(sum), budget.latencyNs), total(sum) / (total(budget.causes[0]) || 1)) : '', ...(known ? [confidence(sum)] : []), total(sum) > 0 ? duration(total(sum)) : 'seen, took no time',
      ...(carried ? [sum.ownNs > 0 ? duration(sum.ownNs) : '', sum.carriedNs > 0 ? duration(sum.carriedNs) : ''] : []),
      count(sum.outliers), el('span', {class: 'keep'}, restsOn(sum)), ...(located ? [el('span', null, sum.where.length === 0 ? '' : place(shortened(sum.where[0].what, 80)),
        sum.where.length > 1 ? el('span', {class: 'note'}, ` and ${count(sum.where.length - 1)} more`) : '', allocated(sum) ? el('div', {class: 'note'}, allocatedWords(data)) : '')] : [])],
    detail: sum.where.length === 0 ? null : () => el('div', null, places(sum.where, total(sum)), allocated(sum) ? allocatedTable(data) : '')
  }));
}

/** Values that the rows sort by. */
function valuesOf(budget, known, carried, located) {
  return budget.causes.map(sum => [label(sum.cause), total(sum), ...(known ? [sum.shareLow] : []), total(sum), ...(carried ? [sum.ownNs, sum.carriedNs] : []),
    sum.outliers, sum.events + sum.stacks, ...(located ? [sum.where.length === 0 ? '' : sum.where[0].what] : [])]);
}

function division(data, carried) {
  return el('details', null, el('summary', null, 'How latency is divided'),
      carried ? el('p', null, 'An iteration that has to wait because the one before it took too long is not to blame for that. So waiting is '
        + 'carried back to what made the slow iteration in front, the culprit, slow: a single pause answers for everything that queued up '
        + 'behind it.') : null,
      el('p', null, 'Measured are the start and the end of every iteration, what the JVM reported, what the operating system charged, and stacks. '
        + 'The division is worked out from these: what stops all threads comes first, then waiting for a core, then what blocked the thread, '
        + 'then what its stacks show. Each takes only what earlier ones left, so the parts add up to the whole latency.'),
      el('p', null, '“Not seen” is time before the first stack of an iteration, or of iterations that stayed below the threshold and so have no '
        + 'evidence of their own. “Unexplained” is time for which nothing that was recorded gives a reason. Neither is spread over the others.'),
      data.normalNs > 0 ? el('p', null, `An iteration normally takes ${duration(data.normalNs)} (the median); only what goes beyond counts as more work than usual.`) : null);
}

/**
 * Where the latency of the selected outliers went, waiting carried back to the culprit that each waited for most. chosen: 1 for each that is
 * selected, or how many it is to count for.
 */
export function* selected(selection) {
  const {outliers, chosen} = selection;
  const sums = outliers.causes.map(({key}) => ({cause: key, ns: 0, outliers: 0}));
  const carried = new Float64Array(outliers.size);
  let latencyNs = 0;
  const add = i => {
    latencyNs += chosen[i] * outliers.latencyNs[i];
    for (let k = outliers.partStart[i]; k < outliers.partStart[i + 1]; k++) {
      const culprit = outliers.waitedFor(i, k);
      if (culprit >= 0) {
        carried[culprit] += chosen[i] * outliers.partNs[k];
      } else {
        sums[outliers.partCause[k]].ns += chosen[i] * outliers.partNs[k];
        sums[outliers.partCause[k]].outliers += chosen[i];
      }
    }
  };
  const each = (some, act) => pieces(outliers.size, (from, to) => {
    for (let i = from; i < to; i++) {
      some[i] > 0 && act(i);
    }
  });
  yield* each(chosen, add);
  yield* each(carried, i => outliers.excess(i).forEach(([cause, part]) => { sums[cause].ns += carried[i] * part; }));
  return {latencyNs, sums: sums.filter(sum => sum.ns > 0).sort((a, b) => b.ns - a.ns)};
}

function* ofSelection(selection) {
  const {latencyNs, sums} = yield* selected(selection);
  return [el('p', {class: 'lead'}, `The ${counted(selection.size, 'selected outlier')} took ${duration(latencyNs)} in all.`), bar(sums, latencyNs, true),
    sortable('selected-causes', table('Where the latency of the selected outliers went', [{title: 'Cause'}, {title: 'Share', number: true, about: 'Of the latency of the selected outliers.'}, {title: 'Time', number: true}, {title: 'Outliers', number: true, about: 'In how many of them it took time.'}],
        sums.map(sum => [causeButton(sum.cause, selection), share(sum.ns, latencyNs), duration(sum.ns), count(sum.outliers)])),
    sums.map(sum => [label(sum.cause), sum.ns, sum.ns, sum.outliers])),
    el('p', {class: 'note'}, 'Waiting is divided as the excess of the one culprit that an outlier waited for most; the table of all outliers goes by every culprit’s share.')];
}

/** A cause's name, which selects the outliers that it is the largest cause of. */
function causeButton(key, selection) {
  return selection.outliers.size === 0 ? named(key) : el('button', {type: 'button', class: 'link as-text', title: 'Show the outliers that it is the largest cause of',
    onclick: () => selection.set({cause: selection.state.cause === key ? null : key})}, named(key));
}

function ofAll(data) {
  const budget = divided(data);
  const carried = budget.causes.some(sum => sum.carriedNs > 0);
  const located = budget.causes.some(sum => sum.where.length > 0);
  const known = !data.ownPartsOnly && budget.causes.some(sum => sum.shareLow !== undefined);
  const columns = [{title: 'Cause'}, {title: 'Share', number: true, about: 'Of the latency of all outliers. The shares add up to 100%.'},
    ...(known ? [{title: '95% confidence', number: true, about: 'Where the share lies with 95% confidence, by how much the parts of the run differ.'}] : []),
    {title: 'Time', number: true, about: carried ? 'Own time and what others waited because of it, in sum over all outliers.' : 'In sum over all outliers.'},
    ...(carried ? [{title: 'Own time', number: true, about: 'What the cause took in the outliers that it happened to.'},
      {title: 'Made others wait', number: true, about: 'What outliers behind these waited because of it.'}] : []),
    {title: 'Outliers', number: true, about: 'In how many of them it took time.'},
    {title: 'Evidence', about: 'What the time was found by: events that the JVM reported, readings of the system’s counters, stacks.'},
    ...(located ? [{title: 'Mostly where', about: 'The place that took most of it. Open the row for the others.'}] : [])];
  const small = budget.causes.filter(sum => total(sum) < budget.latencyNs / 100);
  return [sortable('causes', expandingTable('Where the latency of outliers went', columns, rows(data, budget, known, carried, located), budget.causes.length - small.length,
      `${count(small.length)} more, ${share(small.reduce((sum, one) => sum + total(one), 0), budget.latencyNs)} in all`), valuesOf(budget, known, carried, located)), division(data, carried)];
}

/** The sentence and the bar. */
function lead(data) {
  const budget = divided(data);
  const waitedNs = data.budget.latencyNs - budget.latencyNs;
  return data.budget.latencyNs === 0 ? [] : [el('p', {class: 'lead'}, `Outliers took ${duration(data.budget.latencyNs)} in all. `
      + (waitedNs > 0 ? `${share(waitedNs, data.budget.latencyNs)} of it they waited for others, which is not divided. Of the other ${duration(budget.latencyNs)}, ` : 'Of that, ')
      + (budget.latencyNs > 0 ? sentence(budget) : '')),
  ...(data.ownPartsOnly ? [el('p', {class: 'notice mild'}, data.ownPartsOnly)] : []),
  bar(budget.causes.map(sum => ({cause: sum.cause, ns: total(sum)})), budget.latencyNs, true)];
}

export function fillBudget(section, data) {
  if (data.budget.latencyNs === 0) {
    return false;
  }
  const box = el('div');
  section.append(...lead(data), box);
  let painted = null;
  data.selection.onRest(function* (selection) {
    if (selection.active || painted !== 'all') {
      const content = selection.active ? yield* ofSelection(selection) : ofAll(data);
      yield;
      painted = selection.active ? 'some' : 'all';
      box.replaceChildren(...content);
    }
  });
  return true;
}
