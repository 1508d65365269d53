// Two runs in words: what changed for certain, what is not known, and on what that rests.
import {el} from '../shared/dom.js';
import {counted, duration, fineShare, shortened, unbroken} from '../shared/format.js';
import {notices} from '../shared/notices.js';
import {quiet} from '../shared/quiet-line.js';

const ORDERS = {
  paired: 'The two were measured in turns, so that a machine that changes meanwhile changes for both.',
  unpaired: 'The two were not measured in turns: a machine that changed meanwhile is part of the difference.'
};

function listed(rows) {
  const names = rows.map(row => row.figure);
  return names.length < 2 ? names.join('') : names.slice(0, -1).join(', ') + ' and ' + names[names.length - 1];
}

function sentence({rows, sides, noVerdict}) {
  if (noVerdict) {
    return `${shortened(sides[0].label, 40)} and ${shortened(sides[1].label, 40)}, side by side.`;
  }
  const better = rows.filter(row => row.verdict === 'improved');
  const worse = rows.filter(row => row.verdict === 'regressed');
  const label = shortened(sides[1].label, 40);
  if (better.length + worse.length === 0) {
    return `No detectable difference between ${shortened(sides[0].label, 40)} and ${label}.`;
  }
  return `${label} is ` + [better.length ? 'better in ' + listed(better) : '', worse.length ? 'worse in ' + listed(worse) : ''].filter(Boolean).join(', and ') + '.';
}

function side({label, run, budget}) {
  return `${shortened(label, 60)}: ${counted(run.outliers, 'outlier')} of ${counted(run.iterations, 'iteration')} (${fineShare(run.outliers, run.iterations)}) took ${duration(run.thresholdNs)} or longer, ${duration(budget.latencyNs)} in all.`;
}

/** What another tool recorded: latencies, and nothing that explains them. */
function recorded({label, tool, of, runs, count}) {
  return [`${shortened(label, 60)}: ${tool}${of ? ', ' + shortened(of, 100) : ''}`, runs > 1 ? counted(runs, 'run') : '', count === null ? '' : counted(count, 'value')].filter(Boolean).join(', ') + '.';
}

function headlineOfRecorded(section, data) {
  section.append(el('h1', null, unbroken(sentence(data))), ...data.sides.map(one => el('p', {class: 'lead'}, recorded(one))),
      ...(data.noVerdict ? [el('p', {class: 'notice mild'}, 'No verdict. ' + data.noVerdict)] : []),
      el('div', {class: 'quiet-lines'}, ...(data.basis ? [quiet('Basis', data.basis, [])] : []), quiet('Limits', data.limits.join(' '), [])));
  return true;
}

export function fillHeadline(section, data) {
  if (data.limits) {
    return headlineOfRecorded(section, data);
  }
  section.append(el('h1', null, unbroken(sentence(data))), ...data.sides.map(one => el('p', {class: 'lead'}, side(one))),
      ...data.sides.flatMap(one => notices(one)),
      ...(data.sides[0].run.thresholdNs !== data.sides[1].run.thresholdNs ? [el('p', {class: 'notice mild'}, `The thresholds differ: outlier rate and excess latency count ${duration(data.thresholdNs)} for both, the budgets and flame graphs each side’s own.`)] : []),
      el('div', {class: 'quiet-lines'}, quiet('Basis', data.basis || 'not known', []), quiet('Order', [ORDERS[data.pairing] || data.pairing, data.course].filter(Boolean).join(' '), [])));
  return true;
}
