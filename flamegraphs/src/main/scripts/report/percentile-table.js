// The percentiles as figures: a column per run, and how far the runs disagree.
import {seriesLabel} from '../charts/figure.js';
import {choice, el, table} from '../shared/dom.js';
import {between, count, duration, percentile, shortened} from '../shared/format.js';

/** Stands for all series beside each other. */
const EVERY = '';

function orNot(ns) {
  return ns === null ? el('span', {class: 'absent'}, 'not measurable') : duration(ns);
}

/** (highest − lowest) / median, over the runs; it needs all of them. */
function variation(values) {
  if (values.length < 2 || values.includes(null)) {
    return '';
  }
  const sorted = values.slice().sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return median > 0 ? Math.round(100 * (sorted[sorted.length - 1] - sorted[0]) / median) + '%' : '';
}

/** Rows of percentiles that none of the columns has are one line, which says from where on. */
function measurable(series, columns, row) {
  const some = series.shown.map((shown, i) => i).filter(i => columns.some(one => one.rowsNs[i] !== null));
  const first = series.shown[some.length ? some[some.length - 1] + 1 : 0];
  return {rows: some.map(i => row(series.shown[i], i)), words: first === undefined ? null
    : el('p', {class: 'note'}, `${percentile(first)} and above: not measurable, fewer than ten iterations lie there. Measure for longer to know them.`)};
}

function figures(name, series) {
  const columns = series.all.filter(one => one.name === name);
  const runs = columns.filter(one => one.run !== null);
  const ordered = columns.filter(one => one.run === null).concat(runs);
  const row = (title, value, shown) => [title, ...ordered.map(one => shown(value(one))),
    ...(runs.length > 1 ? [shown === count ? '' : variation(runs.map(value))] : [])];
  const heads = [{title: ''}, ...ordered.map(one => ({title: one.run || (runs.length ? 'all runs' : 'value'), number: true})),
    ...(runs.length > 1 ? [{title: 'variation', number: true, about: '(highest − lowest) / median of the runs.'}] : [])];
  const known = measurable(series, ordered, (shown, i) => row(percentile(shown), one => one.rowsNs[i], orNot));
  return el('div', null, table('Percentiles of ' + seriesLabel(name), heads, [
    ...known.rows,
    row('worst', one => one.count > 0 ? one.maxNs : null, orNot),
    row('mean', one => one.count > 0 ? one.meanNs : null, orNot),
    row('values', one => one.count, count)]), known.words);
}

/** How surely a percentile of the latencies is known. */
function certainty(shown, estimates, mostNs) {
  const known = estimates.find(one => one.percentile === shown);
  if (!known) {
    return '';
  }
  if (known.lowNs !== undefined) {
    return between(known.lowNs, known.highNs, mostNs);
  }
  const events = Math.max(1, Math.floor(known.events));
  return el('span', {class: 'absent', title: known.note}, events < 10 ? `of ${events === 1 ? 'one event' : events + ' events'}` : 'not known');
}

/** A latency as a multiple of the reference run's. */
function multiple(shown, {multiples}) {
  const known = multiples.find(one => one.percentile === shown);
  if (!known || known.multiple === null) {
    return '';
  }
  const {multiple} = known;
  return (multiple < 0.095 ? multiple.toPrecision(2) : multiple.toFixed(multiple < 9.95 ? 2 : 0)) + '×';
}

/** Every series in a column, its runs merged; beside the latencies how surely they are known, and what multiples of the reference run’s they are. */
function together(names, series, estimates, reference) {
  const columns = names.map(name => series.all.filter(one => one.name === name)).map(all => all.find(one => one.run === null) || all[0]);
  const beside = names[0] !== 'latency' ? [] : [
    estimates.length > 0 && {title: '95% interval', about: 'Where the percentile of the latencies lies with 95% confidence, or of how few events it is.',
      cell: shown => certainty(shown, estimates, columns[0].maxNs)},
    reference && {title: '× reference', about: 'The latency as a multiple of the reference run’s: ' + shortened(reference.of, 300), cell: shown => multiple(shown, reference)}].filter(Boolean);
  const row = (title, shown, percent) => {
    const [first, ...others] = columns.map(shown);
    return [title, first, ...beside.map(({cell}) => percent === undefined ? '' : cell(percent)), ...others];
  };
  const [first, ...others] = names.map(name => ({title: seriesLabel(name), number: true}));
  const known = measurable(series, columns, (shown, i) => row(percentile(shown), one => orNot(one.rowsNs[i]), shown));
  return el('div', null, table('Percentiles of every series', [{title: ''}, first, ...beside.map(({title, about}) => ({title, number: true, about})), ...others], [
    ...known.rows,
    row('worst', one => orNot(one.count > 0 ? one.maxNs : null)),
    row('mean', one => orNot(one.count > 0 ? one.meanNs : null)),
    row('values', one => count(one.count))]), known.words);
}

export function fillPercentileTable(section, {series, latencyEstimates, reference}) {
  // Groups have a table of their own.
  const names = [...new Set(series.all.map(one => one.name).filter(name => !name.startsWith('group:')))];
  if (names.length === 0) {
    return false;
  }
  const runs = names.some(name => series.all.filter(one => one.name === name).length > 1);
  const box = el('div');
  const show = name => box.replaceChildren(name === EVERY ? together(names, series, latencyEstimates, reference) : figures(name, series));
  section.append(runs ? el('div', {class: 'controls'},
      choice('Series', [{value: EVERY, label: 'All series'}, ...names.map(name => ({value: name, label: seriesLabel(name)}))], EVERY, show)) : '', box);
  show(EVERY);
  return true;
}
