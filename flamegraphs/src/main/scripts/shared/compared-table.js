// Compared figures: both values, the difference with its bounds as a picture and in figures, and the verdict.
import {el, table} from './dom.js';
import {duration, fineShare, shortened} from './format.js';

const VERDICTS = {improved: '▼ improved', regressed: '▲ regressed', 'no-detectable-difference': '≈ no detectable difference', 'not-measurable': 'not measurable'};

export function value(amount, unit) {
  return amount === null ? el('span', {class: 'absent'}, 'not measurable') : unit === 'ns' ? duration(amount) : unit === 'ns/s' ? duration(amount) + '/s' : fineShare(amount, 1);
}

function percent(ratio) {
  return ratio === null ? '' : ratio >= 10 ? (ratio > 999 ? 'over ×1,000' : '×' + Math.round(1 + ratio)) : (ratio > 0 ? '+' : ratio < 0 ? '−' : '') + fineShare(Math.abs(ratio), 1).replace('>', '');
}

/** The interval on a line from −100% to +100%, with a dot for the difference. */
function interval({relative, verdict}) {
  if (relative === null) {
    return '';
  }
  const {low, high, value} = relative;
  const place = ratio => 50 + 50 * Math.max(-1, Math.min(1, ratio));
  const bar = el('span', {class: 'interval-bar ' + verdict});
  bar.style.left = place(low) + '%';
  bar.style.width = Math.max(0.8, place(high) - place(low)) + '%';
  const dot = el('span', {class: 'interval-dot ' + verdict});
  dot.style.left = place(value) + '%';
  return el('span', {class: 'interval', role: 'img', 'aria-label': `from ${percent(low)} to ${percent(high)}`}, bar, dot);
}

/** Figures of two sides with what differs for certain. */
export function comparedTable(rows, a, b) {
  return table('Compared figures', [{title: 'Figure'}, {title: 'Verdict'}, {title: shortened(a, 30), number: true}, {title: shortened(b, 30), number: true},
    {title: 'Difference', number: true}, {title: '95% interval', number: true}, {title: '−100% to +100%'}],
  rows.map(row => [el('span', {class: 'figure-name ' + row.verdict}, shortened(row.figure, 60)),
    [el('span', {class: 'verdict ' + row.verdict}, VERDICTS[row.verdict] + (row.verdict === 'no-detectable-difference' && row.detectable !== null ? ` (a change of ${percent(row.detectable).replace('+', '')} would be)` : '')),
      row.note ? el('span', {class: 'note'}, ': ' + shortened(row.note, 300)) : ''],
    value(row.a, row.unit), value(row.b, row.unit), row.relative === null ? '' : percent(row.relative.value),
    row.relative === null ? '' : `${percent(row.relative.low)} to ${percent(row.relative.high)}`, interval(row)]));
}
