// Where the latency of outliers went, by group and in all.
import {budgetBar} from '../shared/budget-bar.js';
import {total} from '../shared/budget-sums.js';
import {named} from '../shared/causes.js';
import {el, table} from '../shared/dom.js';
import {count, duration, share, shortened} from '../shared/format.js';
import {every} from './every-group.js';

export function fillBudget(section, data) {
  if (data.all.budget.latencyNs === 0) {
    return false;
  }
  const groups = every(data);
  section.append(table('Where the latency of outliers went in each group', [{title: 'Group'}, {title: 'Recordings', number: true}, {title: 'Per iteration', number: true, about: 'The latency of the outliers, divided by all iterations.'}, {title: 'What it went to'}],
      groups.map(group => [shortened(group.title, 60), count(group.recordings), duration(group.budget.latencyNs / Math.max(1, group.iterations)), budgetBar(group)])));
  section.querySelectorAll('td:last-child').forEach(cell => cell.classList.add('wide'));
  section.append(el('h3', null, 'All of them'), table('Causes', [{title: 'Cause'}, {title: 'Share', number: true}, {title: 'Time', number: true}, {title: 'In outliers', number: true, about: 'In how many of them it took time.'}, {title: 'Mostly', about: 'The place that took most of it.'}],
      data.all.budget.causes.filter(sum => total(sum) > 0).map(sum => [named(sum.cause), share(total(sum), data.all.budget.latencyNs), duration(total(sum)), count(sum.outliers),
        sum.where.length ? el('span', {class: 'place'}, shortened(sum.where[0].what, 120)) : ''])));
  return true;
}
