// The percentiles as figures: a column per run, and how far the runs disagree.
(function (Straggler) {
  'use strict';

  const {el, table, choice} = Straggler.dom;
  const {duration, count, percentile} = Straggler.format;
  const {seriesLabel} = Straggler.figures;

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

  function figures(name, series) {
    const columns = series.all.filter(one => one.name === name);
    const runs = columns.filter(one => one.run !== null);
    const ordered = columns.filter(one => one.run === null).concat(runs);
    const row = (title, value, shown) => [title, ...ordered.map(one => shown(value(one))),
      ...(runs.length > 1 ? [shown === count ? '' : variation(runs.map(value))] : [])];
    const heads = [{title: ''}, ...ordered.map(one => ({title: one.run || (runs.length ? 'all runs' : 'value'), number: true})),
      ...(runs.length > 1 ? [{title: 'variation', number: true}] : [])];
    return el('div', null, table('Percentiles of ' + seriesLabel(name), heads, [
      ...series.shown.map((shown, i) => row(percentile(shown), one => one.rowsNs[i], orNot)),
      row('worst', one => one.count > 0 ? one.maxNs : null, orNot),
      row('mean', one => one.count > 0 ? one.meanNs : null, orNot),
      row('values', one => one.count, count)]),
    runs.length > 1 ? el('p', {class: 'note'}, 'Variation is (highest − lowest) / median of the runs.') : null);
  }

  Straggler.section('percentile-table', (section, {series}) => {
    const names = [...new Set(series.all.map(one => one.name))];
    if (names.length === 0) {
      return false;
    }
    const box = el('div');
    const show = name => box.replaceChildren(figures(name, series));
    section.append(el('div', {class: 'controls'},
        choice('Series', names.map(name => ({value: name, label: seriesLabel(name)})), names[0], show)), box);
    show(names[0]);
    return true;
  });
})(Straggler);
