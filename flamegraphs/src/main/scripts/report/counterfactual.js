// What the percentiles would have been without a cause, or with a place fixed.
import {helps, LEAST_GAIN} from '../charts/percentile-curves.js';
import {label, named} from '../shared/causes.js';
import {el} from '../shared/dom.js';
import {expandingTable} from '../shared/expanding-table.js';
import {count, duration, percentile, share, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';
import {behindCause} from './site-words.js';
import {isBound} from './tails.js';

const SHOWN = 7;

function change(ns, measured) {
  const ratio = (measured - ns) / (measured || 1);
  return ratio >= LEAST_GAIN ? '−' + share(measured - ns, measured) : ratio <= -LEAST_GAIN ? '+' + share(ns - measured, measured) : 'same';
}

function name(without) {
  return without.site ? `${label(without.cause)} at ${shortened(without.site, 120)}` : label(without.cause);
}

/** Of a bound only that is known. */
function interval(known, bound) {
  return known && !bound ? `${duration(known.lowNs)} to ${duration(known.highNs)}` : '–';
}

function elsewhere(known, i) {
  return known ? `${duration(known.percentiles[i].valueNs)} in ${share(known.share, 1)}` : '–';
}

/** What an interval rests on: of how much JVMs differ, one of them knows nothing. */
function restsOn(runs) {
  const jvms = new Set(runs.map(run => run.fork)).size;
  return 'Where another run that is as long would have it, by how much the parts of this one differ' + (jvms > 1 ? `, and its ${jvms} JVMs.` : '. Another JVM may differ more.');
}

function figures(data) {
  const {counterfactual} = data;
  const {measured} = counterfactual;
  const columns = [{title: 'Without'}, ...measured.flatMap(point => [{title: percentile(point.percentile), number: true},
    {title: '95% confidence', number: true, about: restsOn(data.run.runs)}, {title: 'change', number: true, about: 'Against the percentile as measured.'},
    {title: 'where there was none', number: true, about: 'What was measured in the parts of the run in which removing it changes nothing, with their share of the run. A prediction far from it has left something out.'}])];
  const helpful = counterfactual.without.filter(without => helps(without, measured));
  const rows = helpful.map(without => [
    without.site ? named(without.cause, behindCause(data, without.cause, without.site, 120)) : named(without.cause),
    ...without.percentiles.flatMap((point, i) => [(isBound(data, without, i) ? '≤ ' : '') + duration(point.valueNs), interval(without.intervals[i], isBound(data, without, i)), change(point.valueNs, measured[i].valueNs), elsewhere(without.elsewhere, i)])]);
  const useless = counterfactual.without.filter(without => !helps(without, measured)).map(name);
  const lines = [
    [el('span', {class: 'note'}, 'nothing' + (data.observerEffect ? ': as measured while the sampler watched' : ': as measured')), ...measured.flatMap(point => [duration(point.valueNs), '', '', ''])],
    ...rows];
  // The row of what was measured stays on top.
  const values = [null, ...helpful.map(without => [name(without), ...without.percentiles.flatMap((point, i) => [point.valueNs, without.intervals[i]?.lowNs, (point.valueNs - measured[i].valueNs) / (measured[i].valueNs || 1),
    without.elsewhere?.percentiles[i].valueNs])])];
  return [sortable('predictions', expandingTable('Percentiles without a cause', columns, lines.map(cells => ({cells})), SHOWN, `${count(lines.length - SHOWN)} more, which lower ${percentile(measured[measured.length - 1].percentile)} by less`), values),
  useless.length === 0 ? null : el('p', {class: 'note'}, `Removed on its own, none of these lowers any of them by as much as 1%: ${useless.join('; ')}.`)];
}

export function fillCounterfactual(section, data) {
  const {counterfactual, budget} = data;
  if (budget.latencyNs === 0 || data.ofAnyProgram) {
    return false;
  }
  if (counterfactual.refusal) {
    section.append(el('p', {class: 'notice mild'}, 'Nothing is predicted. ' + counterfactual.refusal));
    return true;
  }
  section.append(el('p', null, 'The recorded queues are replayed with the time that a cause took removed, so that those who waited behind it are earlier too. '
    + 'A prediction, not a measurement: mend it, run again and compare.'), ...figures(data).filter(Boolean),
  el('p', {class: 'note'}, 'A cause is removed from outliers only: what it did to iterations below the threshold is not known, and stays, as does its part of what outliers took unseen. The lower end of an interval allows for both. Below the threshold a percentile is an upper bound, “≤”.'));
  return true;
}
