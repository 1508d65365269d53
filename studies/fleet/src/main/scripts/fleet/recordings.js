// What the page rests on: what was found, what was left out and why, and in what recordings differ.
import {el, place, table} from '../shared/dom.js';
import {count, counted, shortened} from '../shared/format.js';

const MOST_SKIPPED = 500;
const MOST_VALUES = 5;

function facts(all) {
  return Object.entries(all).filter(([, values]) => Object.keys(values).length > 1).map(([name, values]) => {
    const largest = Object.entries(values).sort(([, one], [, other]) => other - one);
    const shown = largest.slice(0, MOST_VALUES).map(([value, recordings]) => `${shortened(value, 60)} (${count(recordings)})`).join(', ');
    return [shortened(name, 60), el('span', {class: 'place'}, shown + (largest.length > MOST_VALUES ? ` and ${counted(largest.length - MOST_VALUES, 'other value')}` : ''))];
  });
}

export function fillRecordings(section, {sources, facts: all}) {
  const differ = facts(all);
  section.append(el('p', null, `Found in ${sources.asked.map(one => shortened(one, 200)).join(', ')}: ${counted(sources.found, 'recording')}, of which ${count(sources.reused)} had been read before`
      + (sources.otherFiles ? `, and ${counted(sources.otherFiles, 'file')} of other kinds.` : '.')),
  ...(sources.skipped.length ? [el('h3', null, `Skipped: ${counted(sources.skipped.length, 'recording')}`), table('Skipped recordings', [{title: 'Recording'}, {title: 'Why'}],
      sources.skipped.slice(0, MOST_SKIPPED).map(one => [place(shortened(one.source, 200)), el('span', {class: 'place'}, shortened(one.why, 400))])),
  ...(sources.skipped.length > MOST_SKIPPED ? [el('p', {class: 'note'}, `The first ${count(MOST_SKIPPED)}; fleet.json has all of them.`)] : [])] : []),
  ...(differ.length ? [el('h3', null, 'What differs between recordings'), table('What differs between recordings', [{title: ''}, {title: 'Values, and how many recordings have them'}], differ)] : []));
  return true;
}
