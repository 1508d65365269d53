// Two runs in words: what changed for certain, what is not known, and on what that rests.
import {comparedMarkdown} from '../shared/compared-table.js';
import {copyButton} from '../shared/copy-button.js';
import {el} from '../shared/dom.js';
import {counted, duration, fineShare, shortened, unbroken} from '../shared/format.js';
import {notices} from '../shared/notices.js';
import {quiet} from '../shared/quiet-line.js';

const ORDERS = {
  paired: 'Their JVMs were interleaved, so that a machine that changes meanwhile changes for both.',
  unpaired: 'Their JVMs were not interleaved: a machine that changed meanwhile is part of the difference.'
};

function listed(rows) {
  const names = rows.map(row => row.metric);
  return names.length < 2 ? names.join('') : names.slice(0, -1).join(', ') + ' and ' + names[names.length - 1];
}

/** What the page says first. */
export function sentence({rows, sides, noVerdict}) {
  if (noVerdict) {
    return `${shortened(sides[0].label, 40)} and ${shortened(sides[1].label, 40)}, side by side.`;
  }
  const better = rows.filter(row => row.verdict === 'improved');
  const worse = rows.filter(row => row.verdict === 'regressed');
  const label = shortened(sides[1].label, 40);
  if (better.length + worse.length === 0) {
    const alike = rows.filter(row => row.verdict === 'no-detectable-difference');
    const unknown = rows.filter(row => row.verdict !== 'no-detectable-difference');
    return alike.length === 0 ? `Whether ${shortened(sides[0].label, 40)} and ${label} differ is not known: too little was measured.`
      : `No difference found between ${shortened(sides[0].label, 40)} and ${label}` + (unknown.length === 0 ? '.' : ` in ${listed(alike)}; too little was measured to compare ${listed(unknown)}.`);
  }
  return `${label} is ` + [better.length ? 'better in ' + listed(better) : '', worse.length ? 'worse in ' + listed(worse) : ''].filter(Boolean).join(', and ') + '.';
}

/** A side's name, and where it is if that says more. */
function called({label, places, run}) {
  const more = places.length > 1 ? counted(places.length, run ? 'run' : 'file') : places.length === 0 || places[0] === label ? '' : shortened(places[0], 100);
  return el('span', null, el('b', null, shortened(label, 60)), more ? el('span', {class: 'place'}, ` (${more})`) : '', ': ');
}

function side({run, budget}) {
  return `${counted(run.outliers, 'outlier')} of ${counted(run.iterations, 'iteration')} (${fineShare(run.outliers, run.iterations)}) took ${duration(run.thresholdNs)} or longer, ${duration(budget.latencyNs)} in all.`;
}

/** What another tool recorded: latencies, and nothing that explains them. */
function recorded({tool, of, runs, count}) {
  return [`${tool}${of ? ', ' + shortened(of, 100) : ''}`, runs > 1 ? counted(runs, 'run') : '', counted(count, 'value')].filter(Boolean).join(', ') + '.';
}

function headlineOfRecorded(section, data) {
  section.append(el('h1', null, unbroken(sentence(data))), ...data.sides.map(one => el('p', {class: 'lead'}, called(one), recorded(one))),
      ...(data.noVerdict ? [el('p', {class: 'notice mild'}, 'No verdict. ' + data.noVerdict)] : []),
      el('div', {class: 'quiet-lines'}, ...(data.basis ? [quiet('Basis', data.basis, [])] : []), quiet('Limits', data.limits.join(' '), [])));
  return true;
}

/** The answer as Markdown. */
function summary(data) {
  const [a, b] = data.sides;
  return [`**${sentence(data)}**`, '', ...data.sides.map(one => `- ${one.label}: ${data.limits ? recorded(one) : side(one)}`), '', comparedMarkdown(data.rows, a.label, b.label, !data.noVerdict), '', data.basis || data.noVerdict || '', ''].join('\n');
}

export function fillHeadline(section, data) {
  copyButton(() => summary(data));
  if (data.limits) {
    return headlineOfRecorded(section, data);
  }
  section.append(el('h1', null, unbroken(sentence(data))), ...data.sides.map(one => el('p', {class: 'lead'}, called(one), side(one))),
      ...data.sides.flatMap(one => notices(one)),
      ...(data.sides[0].run.thresholdNs !== data.sides[1].run.thresholdNs ? [el('p', {class: 'notice mild'}, `The thresholds differ: outlier rate and excess latency count ${duration(data.thresholdNs)} for both, the budgets and flame graphs each side’s own.`)] : []),
      el('div', {class: 'quiet-lines'}, quiet('Basis', data.basis || 'not known', []), quiet('Order', [ORDERS[data.pairing] || data.pairing, data.ending].filter(Boolean).join(' '), [])));
  return true;
}
