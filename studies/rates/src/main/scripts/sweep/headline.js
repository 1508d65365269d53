// A sweep in words: where the rate can no longer be kept, and what takes over as it grows.
import {el} from '../shared/dom.js';
import {counted, rate, shortened, unbroken} from '../shared/format.js';
import {quiet} from '../shared/quiet-line.js';

function sentence({steps, saturation}) {
  const kept = steps.filter(step => step.status === 'ok');
  if (saturation === null) {
    return kept.length === 0 ? 'No rate was kept.' : `Every rate that was measured to its end was kept, up to ${rate(kept[kept.length - 1].perSecond)}.`;
  }
  return saturation.keptPerSecond === null ? `Saturates below ${rate(saturation.perSecond)}.`
    : `Saturates between ${rate(saturation.keptPerSecond)} and ${rate(saturation.perSecond)}.`;
}

function often({steps, saturation}) {
  const {rounds} = steps.find(step => step.perSecond === saturation.perSecond);
  return `${rate(saturation.perSecond)} was not kept in ${saturation.rounds} of ${counted(rounds.length, 'round')}.`
    + (saturation.keptAbove.length ? ` Higher rates were kept all the same: ${saturation.keptAbove.map(rate).join(', ')}. Near saturation, chance decides.` : '');
}

function leading(leads) {
  return leads.length === 0 ? 'At no rate are there enough outliers to say what they are made of.'
    : 'What takes most of the outliers’ latency as the rate grows: ' + leads.map(lead => lead.label + (lead.perSecond === lead.toPerSecond ? ` at ${rate(lead.perSecond)}` : ` from ${rate(lead.perSecond)} to ${rate(lead.toPerSecond)}`)).join(', ') + '.';
}

export function fillHeadline(section, data) {
  section.append(el('h1', null, unbroken(sentence(data))),
      ...(data.saturation === null ? [] : [el('p', {class: 'lead'}, often(data))]),
      el('p', {class: 'lead'}, leading(data.leads)),
      ...data.steps.filter(step => step.status === 'failed').map(step => el('p', {class: 'notice', role: 'alert'},
          el('strong', null, `Failed at ${rate(step.perSecond)}: `), shortened(step.reason, 600))),
      el('div', {class: 'quiet-lines'}, quiet('Ending', data.ending || 'not known', []),
          quiet('Order', `the rates of each round were measured in a drawn order (seed ${data.orderSeed}); every other round is the one before it backwards, so that whatever drifts steadily, drifts by as much for every rate`, [])));
  return true;
}
