// Compared metrics: both values, the difference with its bounds as a picture and in figures, and the verdict.
import {el, table} from './dom.js';
import {duration, fineShare, shortened} from './format.js';

const VERDICTS = {improved: '▼ improved', regressed: '▲ regressed', 'no-detectable-difference': '≈ no difference found', 'cannot-tell': 'cannot tell', 'not-measurable': 'not measurable'};

function written(amount, unit) {
  return amount === null ? 'not measurable' : unit === 'ns' ? duration(amount) : unit === 'ns/s' ? duration(amount) + '/s' : fineShare(amount, 1);
}

export function value(amount, unit) {
  return amount === null ? el('span', {class: 'absent'}, written(amount, unit)) : written(amount, unit);
}

function verdictOf({verdict, detectable}) {
  return VERDICTS[verdict] + (detectable === null ? '' : verdict === 'no-detectable-difference' ? ` (a change of ${percent(detectable).replace('+', '')} would have been)` : verdict === 'cannot-tell' ? ` (only a change of ${percent(detectable).replace('+', '')} would have been found)` : '');
}

/** Metrics of two sides as a table in Markdown; judged, with the differences and verdicts. */
export function comparedMarkdown(rows, a, b, judged) {
  const columns = [['', row => shortened(row.metric, 60)], [shortened(a, 30), row => written(row.a, row.unit)], [shortened(b, 30), row => written(row.b, row.unit)],
    ...(judged ? [['difference', row => row.relative === null ? '' : percent(row.relative.value)], ['95% interval', row => between(row.relative)], ['verdict', verdictOf]] : [])];
  const line = cells => `| ${cells.map(cell => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(columns.map(([title]) => title)), line(columns.map(() => '---')), ...rows.map(row => line(columns.map(([, cell]) => cell(row))))].join('\n');
}

function percent(ratio) {
  return ratio === null ? '' : ratio >= 10 ? (ratio > 999 ? 'over ×1,000' : '×' + Math.round(1 + ratio)) : (ratio > 0 ? '+' : ratio < 0 ? '−' : '') + fineShare(Math.abs(ratio), 1).replace('>', '');
}

function between(relative) {
  return relative === null ? '' : `${percent(relative.low)} to ${percent(relative.high)}`;
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
  return el('span', {class: 'interval', role: 'img', 'aria-label': `from ${between(relative)}`}, bar, dot);
}

/** Metrics of two sides with what differs for certain. */
export function comparedTable(rows, a, b) {
  return table('Compared metrics', [{title: 'Metric'},
    {title: 'Verdict', about: 'Improved or regressed: the interval leaves out zero, allowing for how many metrics were looked at. In brackets: what change would have been found in four of five such comparisons.'},
    {title: shortened(a, 30), number: true}, {title: shortened(b, 30), number: true},
    {title: 'Difference', number: true, about: `${shortened(b, 30)} against ${shortened(a, 30)}, relative.`}, {title: '95% interval', number: true, about: 'Where the difference lies with 95% confidence.'},
    {title: '−100% to +100%', about: 'The interval as a bar and the difference as a line, with no difference in the middle.'}],
  rows.map(row => [el('span', {class: 'metric-name ' + row.verdict}, shortened(row.metric, 60)),
    [el('span', {class: 'verdict ' + row.verdict}, verdictOf(row)),
      row.note ? el('span', {class: 'note'}, ': ' + shortened(row.note, 300)) : ''],
    value(row.a, row.unit), value(row.b, row.unit), row.relative === null ? '' : percent(row.relative.value),
    between(row.relative), interval(row)]));
}
