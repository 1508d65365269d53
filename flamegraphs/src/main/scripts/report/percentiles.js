// The percentile plot of a report.
import {PercentilePlot} from '../charts/percentile-plot.js';

export function fillPercentiles(section, data) {
  if (!data.series.all.some(one => one.percentiles.length > 0)) {
    return false;
  }
  return new PercentilePlot(section, data);
}
