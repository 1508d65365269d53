// Where the latency of outliers went on each side, and by how much that changed.
import {divided, total} from '../shared/budget-sums.js';
import {bar, named} from '../shared/causes.js';
import {el, table} from '../shared/dom.js';
import {duration, share, shortened} from '../shared/format.js';

function changeOf(perIteration) {
  const ns = perIteration * 1e6;
  return Math.abs(ns) < 1 ? 'same' : (ns > 0 ? '+' : '−') + duration(Math.abs(ns));
}

export function fillBudget(section, {sides}) {
  if (!sides.every(one => one.budget)) {
    return false;
  }
  const budgets = sides.map(divided);
  if (budgets.every(({latencyNs}) => latencyNs === 0)) {
    return false;
  }
  const sums = budgets.map(({causes}) => new Map(causes.map(sum => [sum.cause, total(sum)])));
  const causes = [...new Set(budgets.flatMap(budget => budget.causes.map(sum => sum.cause)))];
  const most = Math.max(...budgets.map(({latencyNs}) => latencyNs));
  // A run of other length has other sums: per iteration they compare.
  const per = (side, ns) => ns / Math.max(1, sides[side].run.iterations);
  budgets.forEach(({latencyNs}, side) => {
    const part = per(side, latencyNs) / Math.max(...budgets.map((budget, other) => per(other, budget.latencyNs)));
    const whole = el('div', {class: part > 0.3 ? 'beside' : 'beside tight'}, bar(causes.map(cause => ({cause, ns: sums[side].get(cause) || 0})), latencyNs, true));
    whole.style.width = 100 * Math.max(0.01, part) + '%';
    section.append(el('h3', null, `${shortened(sides[side].label, 60)}: ${duration(latencyNs)} in outliers`), whole);
  });
  section.append(el('p', {class: 'note'}, 'The lengths of the bars compare latency in outliers per iteration; within a bar it divides among causes.'),
      table('Budgets side by side', [{title: 'Cause'}, ...sides.flatMap(({label}) => [{title: shortened(label, 30), number: true, about: 'In sum over the outliers of this side, waiting carried back to what made the slow iteration in front slow.'},
        {title: 'share', number: true, about: 'Of the latency of the outliers of this side.'}]), {title: 'Per million iterations, change', number: true, about: 'What the cause took more or less of a million iterations: sides of other length compare by it.'}],
          causes.filter(cause => Math.max(...sums.map(sum => sum.get(cause) || 0)) > most / 1e6).map(cause => [named(cause), ...sums.flatMap((sum, side) => {
            const ns = sum.get(cause) || 0;
            return [ns > 0 ? duration(ns) : '', ns > 0 ? share(ns, budgets[side].latencyNs) : ''];
          }), changeOf(per(1, sums[1].get(cause) || 0) - per(0, sums[0].get(cause) || 0))])));
  return true;
}
