// Methods that outliers work in more than normal iterations of the same run do.
import {el, table} from '../shared/dom.js';
import {count, share, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';

/** Percentage points, as whole numbers: the bounds are not known better. */
function points(growth) {
  return String(Math.round(100 * growth));
}

export function fillOverRepresented(section, {overRepresentedFrames}) {
  if (overRepresentedFrames.length === 0) {
    return false;
  }
  const {outliers, normalStacks} = overRepresentedFrames[0];
  const columns = [{title: 'Method, with what it calls'}, {title: 'of outliers’ work', number: true, about: 'Its share of the time that outliers ran, as far as stacks show it.'},
    {title: 'normally', number: true, about: 'Its share of the normal samples.'},
    {title: 'points more, 95%', number: true, about: 'The difference of the two in percentage points: the interval in which it lies with 95% confidence.'}];
  section.append(
    el('p', null, `From the stacks of ${count(outliers)} outliers and ${count(normalStacks)} normal samples. Only growth that is certain at 95% is listed; an outlier counts as one, however many stacks it has.`),
    sortable('over-represented', table('Where outliers work more', columns, overRepresentedFrames.map(frame => [
      el('span', {class: 'place', title: shortened(frame.name, 4000)}, shortened(frame.name, 120)),
      share(frame.outlierShare, 1), share(frame.normalShare, 1), `${points(frame.leastGrowth)} to ${points(frame.mostGrowth)}`])),
    overRepresentedFrames.map(frame => [frame.name, frame.outlierShare, frame.normalShare, frame.leastGrowth])));
  return true;
}
