// The compared figures: both values, the difference with its bounds as a picture and in figures, and the verdict.
(function (Straggler) {
  'use strict';

  const {el, table} = Straggler.dom;
  const {duration, count, share, shortened} = Straggler.format;

  const VERDICTS = {better: '▼ better', worse: '▲ worse', undecided: '≈ undecided', 'not-measurable': 'not measurable'};

  function value(amount, unit) {
    return amount === null ? el('span', {class: 'absent'}, 'not measurable') : unit === 'nanoseconds' ? duration(amount) : unit === 'share' ? share(amount, 1) : count(Math.round(amount));
  }

  function percent(ratio) {
    return ratio === null ? '' : (ratio > 0 ? '+' : ratio < 0 ? '−' : '') + share(Math.abs(ratio), 1).replace('>', '');
  }

  /** The interval on a line from −100% to +100%, with a dot for the difference. */
  function interval({low, high, difference, verdict}) {
    if (low === null || high === null) {
      return '';
    }
    const place = ratio => 50 + 50 * Math.max(-1, Math.min(1, ratio));
    const bar = el('span', {class: 'interval-bar ' + verdict});
    bar.style.left = place(low) + '%';
    bar.style.width = Math.max(0.8, place(high) - place(low)) + '%';
    const dot = el('span', {class: 'interval-dot ' + verdict});
    dot.style.left = place(difference === null ? (low + high) / 2 : difference) + '%';
    return el('span', {class: 'interval', role: 'img', 'aria-label': `from ${percent(low)} to ${percent(high)}`}, bar, dot);
  }

  Straggler.section('rows', (section, {rows, sides}) => {
    if (rows.length === 0) {
      return false;
    }
    const noted = rows.some(row => row.note);
    section.append(table('Compared figures', [{title: 'Figure'}, {title: shortened(sides[0].label, 30), number: true}, {title: shortened(sides[1].label, 30), number: true},
      {title: 'Difference', number: true}, {title: 'Bounds', number: true}, {title: '−100% to +100%'}, {title: 'Verdict'}, ...(noted ? [{title: ''}] : [])],
    rows.map(row => [shortened(row.figure, 60), value(row.before, row.unit), value(row.after, row.unit), percent(row.difference),
      row.low === null || row.high === null ? '' : `${percent(row.low)} to ${percent(row.high)}`, interval(row), el('span', {class: 'verdict ' + row.verdict}, VERDICTS[row.verdict]),
      ...(noted ? [el('span', {class: 'note'}, shortened(row.note, 300))] : [])])));
    return true;
  });
})(Straggler);
