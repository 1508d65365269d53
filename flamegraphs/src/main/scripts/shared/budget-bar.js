// One bar of many: what the latency of outliers went to in a group of recordings or at a rate.
import {total} from './budget-sums.js';
import {bar} from './causes.js';
import {el} from './dom.js';

/** A budget of fewer outliers is an accident. */
export const TELLING = 10;

/** The latency of outliers divided among causes as a bar, where there are enough outliers to say. */
export function budgetBar({budget, diagnosedOutliers}) {
  if (diagnosedOutliers < TELLING) {
    return el('span', {class: 'absent'}, diagnosedOutliers === 0 ? 'no outlier' : 'too few to say');
  }
  return el('div', {class: 'beside'}, bar(budget.causes.map(sum => ({cause: sum.cause, ns: total(sum)})), budget.latencyNs, true));
}
