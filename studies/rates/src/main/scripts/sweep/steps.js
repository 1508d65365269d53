// Every rate in figures.
import {el, table} from '../shared/dom.js';
import {count, counted, duration, percentile, rate, shortened} from '../shared/format.js';

function ended(step) {
  const same = step.rounds.filter(round => round.status === step.status).length;
  return step.status === 'ok' ? 'kept' : step.status + (step.rounds.length > 1 ? ` in ${same} of ${counted(step.rounds.length, 'round')}` : '');
}

function value(step, percent) {
  const one = step.percentiles.find(other => other.percentile === percent);
  return one ? duration(one.valueNs) : '';
}

export function fillSteps(section, {steps}) {
  if (steps.length === 0) {
    return false;
  }
  const highest = step => step.percentiles[step.percentiles.length - 1];
  section.append(table('Every rate', [{title: 'Asked', number: true, about: 'The rate of the schedule.'}, {title: 'Achieved', number: true, about: 'Iterations per second that were completed.'},
    {title: 'Status', about: 'Kept, or in how many rounds it was not.'}, {title: 'p50', number: true}, {title: 'p99', number: true},
    {title: 'p99.9', number: true}, {title: 'Worst measurable', number: true, about: 'The highest percentile with enough iterations beyond it. It is another one at another rate.'}, {title: 'Iterations', number: true}, {title: 'Report'}],
  steps.map(step => [rate(step.perSecond), step.achievedPerSecond > 0 ? rate(step.achievedPerSecond) : '', ended(step), value(step, 50), value(step, 99), value(step, 99.9),
    highest(step) ? `${percentile(highest(step).percentile)} ${duration(highest(step).valueNs)}` : '', count(step.iterations),
    el('a', {class: 'link', href: encodeURIComponent(step.place) + '/report.html'}, shortened(step.place, 40))])));
  return true;
}
