// Groups side by side: percentiles, causes, what differs for certain; and causes over time.
(function (Straggler) {
  'use strict';

  const {el, table} = Straggler.dom;
  const {count, counted, duration, share, shortened} = Straggler.format;
  const {named, bar} = Straggler.causes;
  const {PercentilePlot, comparedTable} = Straggler;

  const TELLING = 10;
  const SPANS = 24;

  function total(sum) {
    return sum.ownNs + sum.carriedNs;
  }

  function every(data) {
    return [{...data.all, name: 'All', title: 'All'}, ...data.by.flatMap(({by, groups}) => groups.map(group => ({...group, title: `${by} ${group.name}`})))];
  }

  Straggler.section('percentiles', (section, data) => {
    const groups = every(data).filter(group => group.series.all.length > 0);
    if (groups.length === 0) {
      return false;
    }
    const all = groups.flatMap(group => group.series.all.map(series => ({...series, name: group === groups[0] ? 'latency' : 'latency · ' + shortened(group.title, 40)})));
    const plot = new PercentilePlot(section, {series: {all, shown: data.all.series.shown}, run: {runs: [], thresholdNs: 0}, curves: [], selection: null, firstShown: all.slice(0, 5).map(one => one.name)});
    section.append(el('p', {class: 'note'}, 'Every percentile is of one histogram of all iterations in a group. Histograms are added up; percentiles are never averaged.'));
    return plot;
  });

  function split(group) {
    return group.diagnosedOutliers < TELLING ? el('span', {class: 'absent'}, group.diagnosedOutliers === 0 ? 'no outlier' : 'too few to say')
      : el('div', {class: 'beside'}, bar(group.budget.causes.map(sum => ({cause: sum.cause, ns: total(sum)})), group.budget.latencyNs, true));
  }

  Straggler.section('budget', (section, data) => {
    if (data.all.budget.latencyNs === 0) {
      return false;
    }
    const groups = every(data);
    section.append(table('Where the latency of outliers went in each group', [{title: 'Group'}, {title: 'Recordings', number: true}, {title: 'Per iteration', number: true}, {title: 'What it went to'}],
        groups.map(group => [shortened(group.title, 60), count(group.recordings), duration(group.budget.latencyNs / Math.max(1, group.iterations)), split(group)])));
    section.querySelectorAll('td:last-child').forEach(cell => cell.classList.add('wide'));
    section.append(el('h3', null, 'All of them'), table('Causes', [{title: 'Cause'}, {title: 'Share', number: true}, {title: 'Time', number: true}, {title: 'In outliers', number: true}, {title: 'Mostly'}],
        data.all.budget.causes.filter(sum => total(sum) > 0).map(sum => [named(sum.cause), share(total(sum), data.all.budget.latencyNs), duration(total(sum)), count(sum.outliers),
          sum.where.length ? el('span', {class: 'place'}, shortened(sum.where[0].what, 120)) : ''])));
    return true;
  });

  Straggler.section('differences', (section, {differences}) => {
    if (differences.length === 0) {
      return false;
    }
    for (const one of differences) {
      const hosts = one.paired ? `the same ${counted(one.hostsA, 'host')} on both sides` : `${counted(one.hostsB, 'host')} against ${count(one.hostsA)}`;
      section.append(el('h3', null, `${shortened(one.by, 40)}: ${shortened(one.b, 60)} against ${shortened(one.a, 60)}`), comparedTable(one.figures, one.a, one.b),
          el('p', {class: 'note'}, `Hosts are what is drawn again: ${hosts}. ${one.basis.sentence.replaceAll('JVMs', 'hosts')}`));
    }
    return true;
  });

  function when(epochMs, widthMs) {
    const text = new Date(epochMs).toISOString().replace('T', ' ');
    return widthMs >= 86400000 ? text.slice(0, 10) : widthMs >= 60000 ? text.slice(0, 16) : text.slice(0, 19);
  }

  /** No more than a screen of them: neighbours together. */
  function fewer(times) {
    const {spans} = times;
    const length = spans.length ? spans[spans.length - 1].startEpochMs - spans[0].startEpochMs + times.widthMs : 0;
    const widthMs = times.widthMs * Math.max(1, Math.ceil(length / times.widthMs / SPANS));
    const wide = new Map();
    for (const span of spans) {
      const startEpochMs = Math.floor(span.startEpochMs / widthMs) * widthMs;
      const sum = wide.get(startEpochMs) || {startEpochMs, iterations: 0, outliers: 0, causesNs: {}};
      wide.set(startEpochMs, sum);
      sum.iterations += span.iterations;
      sum.outliers += span.outliers;
      Object.entries(span.causesNs).forEach(([cause, ns]) => { sum.causesNs[cause] = (sum.causesNs[cause] || 0) + ns; });
    }
    return {widthMs, spans: [...wide.values()].sort((one, other) => one.startEpochMs - other.startEpochMs)};
  }

  Straggler.section('times', (section, {times: recorded, all}) => {
    const times = fewer(recorded);
    const spans = times.spans.filter(span => span.iterations > 0 || span.outliers > 0);
    if (spans.length < 2 || all.budget.latencyNs === 0) {
      return false;
    }
    const sum = span => Object.values(span.causesNs).reduce((ns, more) => ns + more, 0);
    const per = span => sum(span) / Math.max(1, span.iterations);
    const most = Math.max(1e-9, ...spans.map(per));
    section.append(table('Latency of outliers over time', [{title: 'From (UTC)'}, {title: 'Iterations', number: true}, {title: 'Outliers', number: true}, {title: 'Per iteration', number: true}, {title: 'What it went to'}],
        spans.map(span => {
          const whole = el('div', {class: per(span) > 0.3 * most ? 'beside' : 'beside tight'}, bar(Object.entries(span.causesNs).map(([cause, ns]) => ({cause, ns})), sum(span), per(span) > 0.3 * most));
          whole.style.width = 100 * Math.max(0.01, per(span) / most) + '%';
          return [el('span', {class: 'keep'}, when(span.startEpochMs, times.widthMs)), count(span.iterations), count(span.outliers), duration(per(span)), sum(span) > 0 ? whole : ''];
        })),
    el('p', {class: 'note'}, `Spans of ${duration(times.widthMs * 1e6)}, by the clocks of the hosts. The length of a bar is what an iteration lost in outliers, on average.`));
    section.querySelectorAll('td:last-child').forEach(cell => cell.classList.add('wide'));
    return true;
  });
})(Straggler);
