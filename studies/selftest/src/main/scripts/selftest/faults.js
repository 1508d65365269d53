// Precision, recall and rank of each fault, with the spread over the seeds.
import {el, table} from '../shared/dom.js';
import {expandingTable} from '../shared/expanding-table.js';
import {count, duration, share, shortened} from '../shared/format.js';
import {WORTH, worthOf} from './answers.js';

/** A share as a number and a length, with the lowest and the highest of several seeds. */
function meter(value, spread) {
  if (value === null) {
    return el('span', {class: 'absent'}, 'none');
  }
  const fill = el('i', {class: 'meter-fill'});
  fill.style.width = 100 * value + '%';
  const ends = [Math.min(...spread), Math.max(...spread)].map(end => share(end, 1));
  return el('span', {class: 'meter'}, share(value, 1), el('span', {class: 'meter-track', 'aria-hidden': 'true'}, fill),
      spread.length > 1 && ends[0] !== ends[1] ? el('span', {class: 'note'}, ends.join(' to ')) : '');
}

/** A figure of the fault in every seed that has it. */
function spread(bySeed, fault, figure) {
  return bySeed.map(score => score.faults.find(one => one.fault === fault.fault)).filter(one => one && one[figure] !== null).map(one => one[figure]);
}

function detail(fault, abstentions) {
  const answers = Object.entries(fault.answers);
  return [fault.note ? el('p', null, shortened(fault.note, 300) + '.') : null,
    answers.length === 0 ? null : table(`What ${fault.title} was taken for`, [{title: 'Answer'}, {title: 'Of its time', number: true}, {title: 'That is'}], answers.map(([answer, part]) => {
      const {mark, text} = WORTH[worthOf(answer, fault, abstentions)];
      return [answer, share(part, 1), `${mark} ${text}`];
    }))].filter(Boolean);
}

export function fillFaults(section, {selftest}) {
  const {score, bySeed, abstentions} = selftest;
  if (score.faults.length === 0) {
    return false;
  }
  const figure = (fault, name) => meter(fault[name], spread(bySeed, fault, name));
  section.append(
      expandingTable('Precision and recall of each cause', [{title: 'What was done'}, {title: 'Right answer'}, {title: 'Injections', number: true, about: 'How often it was done and took long enough to count.'},
        {title: 'Precision', about: 'Of the time given to the right answers, in all labelled iterations, the share that was rightly given.'},
        {title: 'Recall', about: 'Of the injected time, the share that was given to a right answer or one that may answer for a part.'},
        {title: 'Named first', about: 'Of the injections that were the largest part of their iteration, the share whose largest answer is right.'},
        {title: 'Place named', about: 'Of the right answers that have a place, the share in which the method stands first that the fault happened in.'},
        {title: 'Median', number: true, about: 'How long the injections took.'}, {title: 'Shortest to longest', number: true}],
      score.faults.map(fault => ({
        name: fault.title,
        cells: [fault.title, fault.causes.join(' or '), count(fault.injections), ...(fault.injections > 0
          ? [figure(fault, 'precision'), figure(fault, 'recall'), figure(fault, 'firstRank'), figure(fault, 'placed'), duration(fault.medianNs), `${duration(fault.shortestNs)} to ${duration(fault.longestNs)}`]
          : [el('span', {class: 'note'}, shortened(fault.note, 200)), '', '', '', '', ''])],
        detail: fault.injections > 0 ? () => detail(fault, abstentions) : null
      }))),
      el('p', {class: 'note'}, 'Only what took time in an iteration itself counts, not the queue behind it.'
        + (bySeed.length > 1 ? ' Small figures are the lowest and the highest of the seeds.' : '')));
  return true;
}
