// The headline of a report: the sentence that answers, how many were late, and what there is to do.
import {copyButton} from '../shared/copy-button.js';
import {el} from '../shared/dom.js';
import {count, counted, duration, fineShare, shortened, unbroken} from '../shared/format.js';
import {notices} from '../shared/notices.js';
import {advice, answers, remedies, sentence, summary} from './answer.js';

function worstNs(data) {
  const merged = data.run.runs.map(run => run.worstNs);
  const {outliers} = data.selection;
  return Math.max(0, ...merged, outliers.size ? outliers.latencyNs[outliers.worstFirst[0]] : 0);
}

/** How many were late; empty if nothing was measured. */
function counts(data) {
  const {iterations, outliers, thresholdNs} = data.run;
  if (iterations === 0) {
    return '';
  }
  const worst = `the worst took ${duration(worstNs(data))}`;
  if (outliers === 0) {
    return `None of ${counted(iterations, 'iteration')} took ${duration(thresholdNs)} or longer; ${worst}.`;
  }
  const moved = data.run.environment && data.run.environment.thresholds;
  return `${count(outliers)} of ${counted(iterations, 'iteration')} (${fineShare(outliers, iterations)}) took `
      + `${moved ? `the threshold of their time, ${shortened(moved, 60)},` : duration(thresholdNs)} or longer; ${worst}.`;
}

export function fillHeadline(section, data) {
  const shown = counts(data);
  section.append(...[el('h1', null, unbroken(sentence(data))), shown ? el('p', {class: 'lead'}, shown) : null, ...notices(data), answers(data), remedies(data)].filter(Boolean));
  const todo = advice(data);
  section.append(todo ? el('p', {class: 'notice mild'}, todo) : '');
  copyButton(() => summary(data, shown));
  return true;
}
