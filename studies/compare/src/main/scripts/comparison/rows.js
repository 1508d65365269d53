// What changed, metric by metric, or the metrics side by side where no verdict is known.
import {comparedTable, value} from '../shared/compared-table.js';
import {table} from '../shared/dom.js';
import {shortened} from '../shared/format.js';

/** The values alone, of what no verdict is known of. */
function values(rows, sides) {
  return table('Metrics side by side', [{title: 'Metric'}, {title: shortened(sides[0].label, 30), number: true}, {title: shortened(sides[1].label, 30), number: true}],
      rows.map(row => [row.metric, row.a === null ? '–' : value(row.a, row.unit), row.b === null ? '–' : value(row.b, row.unit)]));
}

export function fillRows(section, {rows, sides, noVerdict}) {
  if (rows.length === 0) {
    return false;
  }
  if (noVerdict) {
    section.querySelector('h2').textContent = 'Side by side';
    section.append(values(rows, sides));
    return true;
  }
  section.append(comparedTable(rows, sides[0].label, sides[1].label));
  return true;
}
