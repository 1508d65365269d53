// Allocations before the GC pauses that made outliers late: in a few words, and as a table.
import {place, table} from '../shared/dom.js';
import {count, counted, share, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';

const CAUSE = 'gc-pause';
const LEAST = 0.05;
const NAMED = 3;

/** Whether anything is known of what was allocated before a cause. */
export function allocatedBefore(cause, {allocations}) {
  return cause === CAUSE && allocations.samples > 0;
}

/** The largest parts in words, with their samples. */
export function allocatedWords({allocations}) {
  const parts = allocations.parts.filter(part => part.share >= LEAST).slice(0, NAMED);
  return ['Allocated before: ', ...(parts.length === 0 ? ['no place has 5% of the bytes'] : parts.flatMap((part, i) => [i === 0 ? '' : ', ', share(part.bytes, allocations.bytes), ' ',
    place(shortened(simple(part.class), 60)), ' in ', place(shortened(part.method, 80))])), ` (${counted(allocations.samples, 'sample')}).`];
}

function simple(name) {
  return name.slice(name.lastIndexOf('.') + 1);
}

export function allocatedTable({allocations}) {
  return sortable('allocations', table('Allocated before the pauses', [{title: 'Class'}, {title: 'Allocated in'},
    {title: 'Share', number: true, about: 'Of the bytes that were allocated before these pauses, each time since the pause before.'}, {title: 'Samples', number: true}],
    allocations.parts.map(part => [place(shortened(part.class, 100)), place(shortened(part.method, 100)), share(part.bytes, allocations.bytes), count(part.samples)])),
  allocations.parts.map(part => [part.class, part.method, part.bytes, part.samples]));
}
