// The answer in words: which remedy helps most, by how much, and what it takes into production.
import {el} from '../shared/dom.js';
import {counted, duration, shortened, unbroken} from '../shared/format.js';
import {quiet} from '../shared/quiet-line.js';
import {interval} from './words.js';

function percent(share) {
  return Math.round(100 * Math.min(1, share)) + '%';
}

function sentence({answer, remedies, metric, mostMissed}) {
  const [best] = remedies;
  if (answer === 'found') {
    return `${shortened(best.name, 80)} helps: ${metric} ${duration(best.beforeNs)} → ${duration(best.afterNs)}.`;
  }
  if (answer === 'nothing-helps') {
    return `Nothing here helps: no remedy improved ${metric} by more than chance, and an improvement of ${percent(mostMissed)} would have been seen.`;
  }
  if (mostMissed === null) {
    return remedies.every(one => one.standing === 'out') ? 'Undecided: no remedy could be measured.' : `Undecided: too few iterations were measured to know ${metric}.`;
  }
  return `Undecided: no remedy improved ${metric} by more than chance, but an improvement of up to ${percent(mostMissed)} may have been missed.`;
}

export function fillHeadline(section, data) {
  const [best] = data.remedies;
  const found = data.answer === 'found';
  section.append(el('h1', null, unbroken(sentence(data))),
      ...(found ? [el('p', {class: 'lead'}, `${interval(best.change)} in ${counted(best.rounds, 'pair')} of JVMs, certain at 95% for all remedies together.`)] : []),
      el('div', {class: 'quiet-lines'}, [found && quiet('For production', shortened(best.production, 300), []),
        data.predictionsChecked > 0 && quiet('Predictions', `${data.predictionsHeld} of ${data.predictionsChecked} that could be checked held`, []),
        quiet('Ending', data.ending || 'not known', [])].filter(Boolean)));
  return true;
}
