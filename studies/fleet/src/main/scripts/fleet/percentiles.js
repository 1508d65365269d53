// The percentile curves of all hosts and of each group.
import {PercentilePlot} from '../charts/percentile-plot.js';
import {el} from '../shared/dom.js';
import {shortened} from '../shared/format.js';
import {every} from './every-group.js';

export function fillPercentiles(section, data) {
  const groups = every(data).filter(group => group.series.all.length > 0);
  if (groups.length === 0) {
    return false;
  }
  const all = groups.flatMap(group => group.series.all.map(series => ({...series, name: group === groups[0] ? 'latency' : 'latency · ' + shortened(group.title, 40)})));
  const plot = new PercentilePlot(section, {series: {all, shown: data.all.series.shown}, run: {runs: [], thresholdNs: 0}, curves: [], selection: null, firstShown: all.slice(0, 5).map(one => one.name)});
  section.append(el('p', {class: 'note'}, 'Every percentile is of one histogram of all iterations in a group. Histograms are added up; percentiles are never averaged.'));
  return plot;
}
