// What takes the outliers' latency at each rate, one bar above the other, and every rate in figures.
(function (Straggler) {
  'use strict';

  const {el, table} = Straggler.dom;
  const {duration, count, counted, rate, percentile, share, shortened} = Straggler.format;
  const {named, bar} = Straggler.causes;

  const TELLING = 10;

  function total(sum) {
    return sum.ownNs + sum.carriedNs;
  }

  function split({budget, diagnosedOutliers}) {
    if (diagnosedOutliers < TELLING) {
      return el('span', {class: 'absent'}, diagnosedOutliers === 0 ? 'no outlier' : 'too few to say');
    }
    return el('div', {class: 'beside'}, bar(budget.causes.map(sum => ({cause: sum.cause, ns: total(sum)})), budget.latencyNs, true));
  }

  function legendOf(steps) {
    const most = new Map();
    for (const {budget} of steps) {
      budget.causes.forEach(sum => most.set(sum.cause, Math.max(most.get(sum.cause) || 0, total(sum) / budget.latencyNs)));
    }
    const worth = [...most].filter(([, part]) => part > 0.01).sort((one, other) => other[1] - one[1]);
    return el('p', {class: 'flame-keys'}, worth.map(([cause, part]) => named(cause, ` up to ${share(part, 1)}`)));
  }

  Straggler.section('budget', (section, {steps}) => {
    const known = steps.filter(step => step.diagnosedOutliers > 0);
    if (known.length === 0) {
      return false;
    }
    section.append(table('Where the latency of outliers went at each rate', [{title: 'Rate', number: true}, {title: 'Outliers'}, {title: 'What their latency went to'}],
        steps.map(step => [rate(step.perSecond), step.thresholdNs > 0 ? `${counted(step.diagnosedOutliers, 'outlier')} of ${duration(step.thresholdNs)} or longer` + (step.status === 'ok' ? '' : ', ' + step.status) : '', split(step)])),
    legendOf(known.filter(step => step.diagnosedOutliers >= TELLING)),
    el('p', {class: 'note'}, 'Each bar is all latency of the outliers at that rate, or, where the rate was not kept, what they did not spend queueing. From which latency on an iteration is an outlier was found in the warm-up at each rate, unless it was given.'));
    section.querySelectorAll('td:last-child').forEach(cell => cell.classList.add('wide'));
    return true;
  });

  function ended(step) {
    const same = step.rounds.filter(round => round.status === step.status).length;
    return step.status === 'ok' ? 'kept' : step.status + (step.rounds.length > 1 ? ` in ${same} of ${counted(step.rounds.length, 'round')}` : '');
  }

  function value(step, percent) {
    const one = step.percentiles.find(other => other.percentile === percent);
    return one ? duration(one.valueNs) : '';
  }

  Straggler.section('steps', (section, {steps}) => {
    if (steps.length === 0) {
      return false;
    }
    const highest = step => step.percentiles[step.percentiles.length - 1];
    section.append(table('Every rate', [{title: 'Asked', number: true}, {title: 'Achieved', number: true}, {title: 'Status'}, {title: 'p50', number: true}, {title: 'p99', number: true},
      {title: 'p99.9', number: true}, {title: 'Worst measurable', number: true}, {title: 'Iterations', number: true}, {title: 'Report'}],
    steps.map(step => [rate(step.perSecond), step.achievedPerSecond > 0 ? rate(step.achievedPerSecond) : '', ended(step), value(step, 50), value(step, 99), value(step, 99.9),
      highest(step) ? `${percentile(highest(step).percentile)} ${duration(highest(step).valueNs)}` : '', count(step.iterations),
      el('a', {class: 'link', href: encodeURIComponent(step.place) + '/report.html'}, shortened(step.place, 40))])));
    return true;
  });
})(Straggler);
