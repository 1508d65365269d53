// The percentile curves of both sides in one plot.
import {PercentilePlot} from '../charts/percentile-plot.js';
import {named} from '../shared/causes.js';
import {shortened} from '../shared/format.js';

/** What each side is called in the plot: where room for no more than the ends of names makes both alike, with a letter. */
function names(sides) {
  const short = sides.map(({label}) => shortened(label, 24));
  return new Set(short).size === short.length ? short : sides.map(({label}, i) => shortened(label, 22) + ' ' + 'AB'[i]);
}

/** The merged series of both sides, named after their side. */
function together(sides) {
  const called = names(sides);
  return sides.flatMap(({series}, i) => {
    const merged = series.all.filter(one => one.run === null || !series.all.some(other => other.name === one.name && other.run === null));
    return merged.filter(one => one.name === 'latency' || one.name === 'service').map(one => ({...one, name: `${one.name} · ${called[i]}`, run: null}));
  });
}

export function fillPercentiles(section, {sides}) {
  const all = together(sides.filter(one => one.series));
  if (!all.some(one => one.percentiles.length > 0)) {
    return false;
  }
  const first = all.filter(one => one.name.startsWith('latency')).map(one => one.name);
  return new PercentilePlot(section, {series: {all}, run: sides[1].run, curves: [], selection: null, firstShown: first});
}
