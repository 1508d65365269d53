// The highest rate in words: what is sustained, how surely that is known, and how it was found.
import {el} from '../shared/dom.js';
import {counted, estimatedRate, rate, share, shortened, unbroken} from '../shared/format.js';
import {quiet} from '../shared/quiet-line.js';

function interval({lowPerSecond, highPerSecond, width}) {
  return `${estimatedRate(lowPerSecond)} and ${estimatedRate(highPerSecond)}, ${share(width, 1)} apart`;
}

function sentence({answer, estimate, found, above, lowPerSecond, objectives}) {
  const wanted = objectives.join(' and ');
  if (answer === 'not-sustained') {
    return `Not sustained: ${wanted} does not hold even at ${rate(lowPerSecond)}, the lowest rate.`;
  }
  if (answer === 'no-verdict') {
    return found === null ? `No verdict: whether ${wanted} holds at ${rate(lowPerSecond)}, the lowest rate, could not be decided or confirmed.`
      : `No verdict: ${wanted} held at ${rate(found.perSecond)}${above ? ` and not at ${rate(above.perSecond)}` : ''}, but that was not confirmed.`;
  }
  return `Sustains ${estimate && above ? 'at least ' : ''}${rate(found.perSecond)} with ${wanted}${estimate && above ? ` (${held(found)})` : ''}.`;
}

function surely({answer, estimate, above, precision}) {
  if (answer === 'found' && above === null) {
    return 'Nothing limits it up to there, the highest rate that was to be tried (--rates).';
  }
  return estimate === null ? '' : `The limit is most likely near ${estimatedRate(estimate.perSecond)} and, with 95% confidence, between ${interval(estimate)}.`
    + (estimate.width > precision * 1.0001 ? ` That is wider than the ${share(precision, 1)} asked for: longer runs (--duration) or more of them (--max-duration) show more.` : '');
}

function held(tried) {
  return tried.confirmed === 0 ? `seen in ${counted(tried.searched, 'run')}, not confirmed` : `held in ${tried.held} of ${counted(tried.confirmed, 'confirmation run')}`;
}

function end(term, tried) {
  return tried === null ? null : quiet(term, `${rate(tried.perSecond)}, ${held(tried)}`, []);
}

export function fillHeadline(section, data) {
  const more = surely(data);
  section.append(el('h1', null, unbroken(shortened(sentence(data), 400))), ...(more ? [el('p', {class: 'lead'}, more)] : []),
      el('div', {class: 'quiet-lines'}, [end('Sustained', data.found), end('Too high', data.above), quiet('Ending', data.ending || 'not known', [])].filter(Boolean)));
  return true;
}
