// What the percentile plot draws, as numbers: no picture, no page.
import {duration, percentile} from '../shared/format.js';
import {pieces} from '../shared/slices.js';

/** 99.9% lies at 1000: one of so many iterations is slower. */
export function oneIn(percent) {
  return 1 / Math.max(1e-12, 1 - percent / 100);
}

export function asPercent(oneInThatMany) {
  const percent = 100 * (1 - 1 / oneInThatMany);
  return percent.toFixed(Math.max(0, Math.round(Math.log10(oneInThatMany)) - 2)) + '%';
}

export function hoverPercent(oneInThatMany) {
  const decimals = Math.max(1, Math.ceil(Math.log10(oneInThatMany)) - 1);
  return (100 * (1 - 1 / oneInThatMany)).toFixed(decimals) + '%';
}

/** [oneIn, ns] for each point of a curve. */
export function points(percentiles, valuesNs) {
  return percentiles.map((percent, i) => [oneIn(percent), Math.max(1, valuesNs[i])]);
}

/** A curve's value: that of its first point at or beyond; null beyond its end. */
export function valueAt(curve, x) {
  let low = 0;
  let high = curve.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (curve[middle][0] < x * (1 - 1e-9)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < curve.length ? curve[low][1] : null;
}

/** How many iterations were due in a span of time: of each interval the part that lies in it. */
function iterationsBetween(series, outliers, fromNs, toNs) {
  const runs = series.all.filter(one => one.name === 'latency' && one.run !== null);
  const counted = runs.length ? runs : series.all.filter(one => one.name === 'latency');
  let sum = 0;
  for (const {intervals} of counted) {
    intervals.count.forEach((count, i) => {
      const start = (intervals.startEpochMs[i] - outliers.epochMs) * 1e6;
      const end = (intervals.endEpochMs[i] - outliers.epochMs) * 1e6;
      const inside = Math.min(end, toNs === null ? end : toNs) - Math.max(start, fromNs === null ? start : fromNs);
      sum += end > start ? count * Math.max(0, inside) / (end - start) : 0;
    });
  }
  return sum;
}

/** The tail that the selected outliers make among the iterations of their interval of time. */
export function* selectedTail(series, selection) {
  const {outliers, chosen} = selection;
  const iterations = iterationsBetween(series, outliers, selection.state.fromNs, selection.state.toNs);
  const curve = [];
  let rank = 0;
  let last = Infinity;
  yield* pieces(outliers.size, (from, to) => {
    for (let k = from; k < to; k++) {
      const i = outliers.worstFirst[k];
      if (chosen[i]) {
        rank += outliers.standsFor[i];
        // Points that lie on one another in any picture are one.
        if (rank < 1000 || iterations / rank < last * 0.998) {
          last = iterations / rank;
          curve.push([last, Math.max(1, outliers.latencyNs[i])]);
        }
      }
    }
  });
  return curve.reverse().filter((point, k, all) => point[0] >= 1 && (k === 0 || point[1] !== all[k - 1][1]));
}

/** A smaller change is none. */
export const LEAST_GAIN = 0.01;

/** Whether a prediction lowers any of the percentiles. */
export function helps(without, measured) {
  return without.percentiles.some((point, i) => point.valueNs <= (1 - LEAST_GAIN) * measured[i].valueNs);
}

const UNITS = {ns: 1, us: 1e3, 'µs': 1e3, 'μs': 1e3, ms: 1e6, s: 1e9};

/** Objectives such as "p99.9 < 50us, p99 < 1ms": [{percent, ns, text}], and what could not be read. */
export function objectives(text) {
  const read = [];
  const wrong = [];
  for (const part of text.split(/[,;]/).map(one => one.trim()).filter(Boolean)) {
    const match = /^p\s*([\d.]+)\s*<=?\s*([\d.]+)\s*(ns|us|µs|μs|ms|s)$/i.exec(part);
    const percent = match ? Number(match[1]) : NaN;
    const ns = match ? Number(match[2]) * UNITS[match[3].toLowerCase()] : NaN;
    if (percent >= 0 && percent < 100 && ns > 0) {
      read.push({percent, ns, text: percentile(percent) + ' < ' + duration(ns)});
    } else {
      wrong.push(part);
    }
  }
  return {read, wrong};
}

/**
 * How the outliers' latency divides, by how rare they are: bins [{from, to, parts: ns by number of the cause, ns, count}] between the
 * edges, which are numbers of iterations of which one is slower. An outlier counts for all that it stands for.
 */
export function* bands(selection, iterations, edges) {
  const {outliers, chosen} = selection;
  const bins = edges.slice(1).map((to, i) => ({from: edges[i], to, parts: new Float64Array(outliers.causes.length), ns: 0, count: 0}));
  let bin = bins.length - 1;
  let before = 0;
  const add = i => {
    const {parts} = bins[bin];
    const weight = outliers.standsFor[i];
    bins[bin].count += weight;
    for (let k = outliers.partStart[i]; k < outliers.partStart[i + 1]; k++) {
      const ns = weight * outliers.partNs[k];
      bins[bin].ns += ns;
      // Waiting belongs to what made the slow iteration in front slow.
      const culprit = outliers.waitedFor(i, k);
      const shares = culprit >= 0 ? outliers.excess(culprit) : [[outliers.partCause[k], 1]];
      shares.forEach(([cause, part]) => { parts[cause] += part * ns; });
    }
  };
  yield* pieces(outliers.size, (from, to) => {
    for (let rank = from; rank < to; rank++) {
      const i = outliers.worstFirst[rank];
      const rare = iterations / (before + outliers.standsFor[i] / 2);
      before += outliers.standsFor[i];
      while (bin >= 0 && rare < bins[bin].from) {
        bin--;
      }
      if (bin >= 0 && chosen[i] && rare < bins[bin].to) {
        add(i);
      }
    }
  });
  return bins;
}
