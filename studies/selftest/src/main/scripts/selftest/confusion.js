// The confusion matrix: a row for each fault, a column for each answer that was given, right ones along the diagonal.
import {el} from '../shared/dom.js';
import {share} from '../shared/format.js';
import {WORTH, worthOf} from './answers.js';

/** An answer with a smaller share in every row has no column of its own. */
const TELLING = 0.01;
const SMALL = 0.001;
const STRONGEST = 46;
const HUES = {right: 'teal', part: 'teal', wrong: 'rust', none: 'grey'};

/** Right answers in the order of the rows, then wrong ones, then what is no answer. */
function columnsOf(faults, abstentions) {
  const given = new Map();
  faults.forEach(fault => Object.entries(fault.answers).forEach(([answer, part]) => given.set(answer, Math.max(given.get(answer) || 0, part))));
  const right = [...new Set(faults.flatMap(fault => fault.causes))];
  const rest = [...given.keys()].filter(answer => given.get(answer) >= TELLING && !right.includes(answer));
  const silent = answer => worthOf(answer, {causes: [], mayAnswer: []}, abstentions) === 'none';
  return [...right, ...rest.filter(answer => !silent(answer)), ...rest.filter(silent)];
}

function cell(fault, answer, abstentions) {
  const part = fault.answers[answer] || 0;
  const worth = worthOf(answer, fault, abstentions);
  const box = el('td', {class: 'matrix-cell' + (worth === 'right' ? ' matrix-right' : '')},
      part >= SMALL ? el('span', {title: `${fault.title}: ${answer} ${share(part, 1)}, ${WORTH[worth].text}`}, part >= TELLING ? share(Math.round(part * 100) / 100, 1) : '<1%',
          el('span', {class: 'matrix-mark'}, ' ' + WORTH[worth].mark)) : worth === 'right' ? '0%' : '');
  if (part >= SMALL) {
    box.style.backgroundColor = `color-mix(in srgb, var(--${HUES[worth]}) ${Math.round(6 + part * (STRONGEST - 6))}%, transparent)`;
  }
  return box;
}

export function fillConfusion(section, {selftest}) {
  const {score, abstentions} = selftest;
  const faults = score.faults.filter(fault => fault.injections > 0);
  if (faults.length === 0) {
    return false;
  }
  const columns = columnsOf(faults, abstentions);
  section.append(
      el('p', {class: 'flame-keys'}, Object.values(WORTH).map(({mark, text}) => el('span', null, el('b', null, mark), text))),
      el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Confusion matrix'}, el('table', {class: 'matrix'}, el('caption', {class: 'unseen'}, 'Of the time of each fault’s iterations, the share that each cause was given'),
          el('thead', null, el('tr', null, el('td', null, ''), columns.map(answer => el('th', {scope: 'col'}, el('span', {class: 'matrix-head'}, answer))))),
          el('tbody', null, faults.map(fault => el('tr', null, el('th', {scope: 'row'}, fault.title), columns.map(answer => cell(fault, answer, abstentions))))))),
      el('p', {class: 'note'}, 'A row is the time of the iterations that suffered a fault, usual work and queues apart, by the cause that it was given; a framed cell is the right answer. Answers below 1% in every row have no column; a row’s rest is in its details above.'));
  return true;
}
