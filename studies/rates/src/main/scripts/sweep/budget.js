// What takes the outliers’ latency at each rate, one bar above the other.
import {budgetBar, TELLING} from '../shared/budget-bar.js';
import {total} from '../shared/budget-sums.js';
import {bar, named} from '../shared/causes.js';
import {el, table} from '../shared/dom.js';
import {counted, duration, rate, share} from '../shared/format.js';

function legendOf(steps) {
  const most = new Map();
  for (const {budget} of steps) {
    budget.causes.forEach(sum => most.set(sum.cause, Math.max(most.get(sum.cause) || 0, total(sum) / budget.latencyNs)));
  }
  const worth = [...most].filter(([, part]) => part > 0.01).sort((one, other) => other[1] - one[1]);
  return el('p', {class: 'flame-keys'}, worth.map(([cause, part]) => named(cause, ` up to ${share(part, 1)}`)));
}

export function fillBudget(section, {steps}) {
  const known = steps.filter(step => step.diagnosedOutliers > 0);
  if (known.length === 0) {
    return false;
  }
  section.append(table('Where the latency of outliers went at each rate', [{title: 'Rate', number: true}, {title: 'Outliers', about: 'Of which the report of that rate has a diagnosis, and from which latency on an iteration is one.'},
    {title: 'What their latency went to', about: 'All latency of these outliers; where the rate was not kept, what they did not spend queueing.'}],
      steps.map(step => [rate(step.perSecond), step.thresholdNs > 0 ? `${counted(step.diagnosedOutliers, 'outlier')} of ${duration(step.thresholdNs)} or longer` + (step.status === 'ok' ? '' : ', ' + step.status) : '', budgetBar(step)])),
  legendOf(known.filter(step => step.diagnosedOutliers >= TELLING)),
  el('p', {class: 'note'}, 'Each bar is all latency of the outliers at that rate, or, where the rate was not kept, what they did not spend queueing. From which latency on an iteration is an outlier was found in the warm-up at each rate, unless it was given.'));
  section.querySelectorAll('td:last-child').forEach(cell => cell.classList.add('wide'));
  return true;
}
