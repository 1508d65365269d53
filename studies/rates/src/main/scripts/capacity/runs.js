// Every run in figures and in its own words.
import {el, table} from '../shared/dom.js';
import {rate, shortened} from '../shared/format.js';
import {VERDICTS} from './verdicts.js';

export function fillRuns(section, {runs}) {
  if (runs.length === 0) {
    return false;
  }
  section.append(table('Every run', [{title: 'Rate', number: true}, {title: 'Verdict', about: 'What the run says on its own, as if there were no chance. All of them together decide.'},
    {title: 'For', about: 'To search, or to confirm an end of the interval.'}, {title: 'Achieved', number: true, about: 'Iterations per second that were completed.'}, {title: 'Status'}, {title: 'Why'}],
  runs.map(run => [rate(run.perSecond), VERDICTS[run.verdict].text, run.purpose === 'confirm' ? 'confirmation' : 'search', run.achievedPerSecond > 0 ? rate(run.achievedPerSecond) : '', run.status,
    el('span', {class: 'place'}, shortened(run.sentence, 300))])));
  return true;
}
