// What takes the latency of outliers at the high end of the interval.
import {budgetBar, TELLING} from '../shared/budget-bar.js';
import {total} from '../shared/budget-sums.js';
import {named} from '../shared/causes.js';
import {el, table} from '../shared/dom.js';
import {count, counted, duration, rate, share} from '../shared/format.js';

export function fillLimit(section, {above, limit}) {
  if (above === null || limit.diagnosedOutliers === 0) {
    return false;
  }
  const {budget} = limit;
  section.append(el('p', {class: 'lead'}, `At ${rate(above.perSecond)}: ${counted(limit.diagnosedOutliers, 'outlier')} of ${duration(limit.thresholdNs)} or longer, in one more run that was measured with stacks.`),
      ...(limit.ownPartsOnly ? [el('p', {class: 'notice mild'}, limit.ownPartsOnly)] : []), budgetBar(limit));
  if (limit.diagnosedOutliers >= TELLING) {
    section.append(table('What limits it', [{title: 'Cause'}, {title: 'Share', number: true, about: 'Of the latency of these outliers.'}, {title: 'Time', number: true}, {title: 'Outliers', number: true, about: 'In how many of them it took time.'}],
        budget.causes.filter(sum => total(sum) >= budget.latencyNs / 1000).map(sum => [named(sum.cause), share(total(sum), budget.latencyNs), duration(total(sum)), count(sum.outliers)])));
  }
  return true;
}
