// Changes and costs as people read them.
import {duration} from '../shared/format.js';

/** A change relative to what was: −85%, +3.2%, ×14. */
export function relative(value) {
  if (value >= 10) {
    return '×' + (1 + value).toFixed(0);
  }
  const percent = Math.abs(100 * value);
  const digits = percent < 9.95 ? percent.toFixed(1).replace(/\.0$/, '') : percent.toFixed(0);
  return digits === '0' ? '0%' : (value < 0 ? '−' : '+') + digits + '%';
}

/** With its interval: −85% [−92%, −71%]. */
export function interval({value, low, high}) {
  return `${relative(value)} [${relative(low)}, ${relative(high)}]`;
}

const NAMES = {p50: 'p50', cpu: 'CPU time of the JVM', memory: 'its memory'};

/** Smaller changes of what a JVM takes are those of any two JVMs. */
const NOTICEABLE = 0.05;

function amount({kind}, value) {
  return kind === 'memory' ? Math.round(value / 1048576) + ' MiB' : duration(value);
}

/** What else changed, or may. */
export function costs({costs: all, mayCost}) {
  const seen = all.filter(({before, after}) => Math.abs(after / Math.max(1, before) - 1) >= NOTICEABLE)
      .map(cost => `${NAMES[cost.kind]} ${amount(cost, cost.before)} → ${amount(cost, cost.after)}${cost.certain ? ' (certain)' : ''}`);
  return seen.length > 0 ? seen.join(', ') : mayCost && 'may cost ' + mayCost;
}

/** What the report of the program as it is predicted, and what became of it. */
export function prediction(told) {
  if (told === null) {
    return '';
  }
  const where = told.lowNs === 0 ? 'at most ' + duration(told.highNs) : `${duration(told.valueNs)} [${duration(told.lowNs)}, ${duration(told.highNs)}]`;
  return `without ${told.cause}: ${where}` + {held: ', which held', missed: ', which did not hold',
    'not-checked': `; not checked, because ${Math.round(100 * told.left)}% of that cause is left in each iteration`}[told.outcome];
}
