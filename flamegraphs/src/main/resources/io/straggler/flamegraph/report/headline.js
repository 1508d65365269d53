// What happened, in words.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;
  const {duration, count, counted, share, rate, shortened} = Straggler.format;

  const SAMPLERS = {
    triggered: 'Triggered: a stack is taken only once an iteration is late',
    continuous: 'Continuous: async-profiler at a fixed period, of which only stacks inside outliers are kept',
    java: 'Java stacks once an iteration is late, biased towards safepoints',
    off: 'Off: no stacks'
  };

  function worstNs(data) {
    const merged = data.run.runs.map(run => run.worstNs);
    const dots = data.outliers.dots.latencyNs;
    return Math.max(0, ...merged, dots.length ? dots[0] : 0);
  }

  function sentence(data) {
    const {iterations, outliers, thresholdNs} = data.run;
    if (iterations === 0) {
      return 'No iteration was measured.';
    }
    const worst = `the worst took ${duration(worstNs(data))}`;
    if (outliers === 0) {
      return `None of ${counted(iterations, 'iteration')} took ${duration(thresholdNs)} or longer; ${worst}.`;
    }
    return `${count(outliers)} of ${counted(iterations, 'iteration')} (${share(outliers, iterations)}) took `
        + `${duration(thresholdNs)} or longer; ${worst}.`;
  }

  /** No line ends between a number and its unit. */
  function unbroken(text) {
    return text.replace(/(\d) (ns|µs|ms|s)\b/g, '$1\u00a0$2');
  }

  function blame(data) {
    const {count: all, victims} = data.outliers;
    if (all === 0) {
      return null;
    }
    return el('p', {class: 'lead'}, all === 1 ? (victims ? 'It is a victim: it spent most of its time in the queue behind others.' : 'It was late by itself.') : victims === 0
      ? 'All of them were late by themselves: none spent most of its time in the queue behind others.'
      : `${count(all - victims)} were late by themselves; ${count(victims)} (${share(victims, all)}) are victims, which `
        + 'spent most of their time in the queue behind others.');
  }

  function notices(data) {
    const {run} = data;
    const boxes = [];
    if (run.status !== 'ok') {
      const meaning = run.status === 'saturated'
        ? 'Saturated: the rate could not be kept, so latencies grow with the length of the run. '
        : 'Failed: what had been measured until then is below. ';
      boxes.push(el('p', {class: 'notice', role: 'alert'}, el('strong', null, meaning), shortened(run.reason, 600)));
      for (const one of run.runs.filter(one => one.status !== 'ok' && one.reason !== run.reason)) {
        boxes.push(el('p', {class: 'notice'}, `${name(one)}: ${one.status}. ${shortened(one.reason, 600)}`));
      }
    }
    return boxes.concat(run.warnings.map(warning => el('p', {class: 'notice mild'}, 'Warning: ' + shortened(warning, 600))));
  }

  function name(run) {
    return (run.fork === 0 ? '' : `fork ${run.fork} `) + 'run ' + run.run;
  }

  function span(values, written) {
    const low = Math.min(...values);
    const high = Math.max(...values);
    return written(low) === written(high) ? written(low) : `${written(low)} to ${written(high)}`;
  }

  function sum(runs, field) {
    return runs.reduce((all, run) => all + run[field], 0);
  }

  function coverage(data) {
    const {coverage: seen} = data;
    const facts = [];
    if (seen.outliers > 0) {
      facts.push(['Outliers with a stack', share(seen.withStack, seen.outliers),
        `${count(seen.withStack)} of ${count(seen.outliers)}; ${count(seen.ranLong)} ran longer than the arm delay, so that a stack could be expected`]);
    }
    if (seen.withStack > 0) {
      facts.push(['Running at first stack', duration(seen.firstSeenNs),
        `median; stacks stand for ${share(seen.seenNs, seen.serviceNs)} of the time that outliers spent running`]);
    }
    return facts;
  }

  function facts(data) {
    const {run} = data;
    const list = [];
    const known = run.runs.filter(one => one.targetPerSecond !== null && one.achievedPerSecond !== null);
    if (known.length) {
      list.push(['Rate', span(known.map(one => one.achievedPerSecond), rate),
        'achieved, of a target of ' + span(known.map(one => one.targetPerSecond), rate)]);
    }
    if (run.runs.length) {
      list.push(['Threshold', span(run.runs.map(one => one.thresholdNs), duration),
        'from the intended start, at and above which an iteration is an outlier']);
      list.push(['Measured', counted(run.runs.length, 'run'), counted(run.iterations, 'iteration') + ' completed'
        + (sum(run.runs, 'uncompleted') ? `, ${count(sum(run.runs, 'uncompleted'))} started but not completed` : '')
        + (sum(run.runs, 'strayCompletions') ? `, ${counted(sum(run.runs, 'strayCompletions'), 'stray completion')}` : '')]);
    }
    list.push(...coverage(data));
    if (run.sampler) {
      const {sampler} = run;
      list.push(['Sampler', sampler.mode, `${SAMPLERS[sampler.mode] || ''}. ${shortened(sampler.why, 600)}`]);
      list.push(['Captures', count(sampler.capturesTaken),
        `stacks taken for ${counted(sampler.signalsSent, 'request')}, `
        + (sampler.baselineCaptures ? `${count(sampler.baselineCaptures)} of them of normal iterations to compare with` : 'none of normal iterations')
        + (data.coverage.droppedSamples ? `; ${count(data.coverage.droppedSamples)} belonged to no outlier and were dropped` : '')]);
      if (sampler.lateMaxNs > 0) {
        list.push(['Sampler late by', duration(sampler.lateMaxNs), 'at worst, against the instant at which it meant to look'
          + (sampler.cappedIterations ? `; ${counted(sampler.cappedIterations, 'iteration')} reached the cap of captures` : '')]);
      }
    }
    const excluded = sum(run.runs, 'excluded');
    if (excluded) {
      list.push(['Kept out', count(excluded), 'iterations that captures of normal iterations disturbed; they are in no figure here']);
    }
    return list;
  }

  Straggler.section('headline', (section, data) => {
    const {sampler} = data.run;
    section.append(el('h1', null, unbroken(sentence(data))));
    section.append(...[blame(data), ...notices(data)].filter(Boolean));
    section.append(el('dl', {class: 'facts'}, facts(data).map(([term, value, note]) =>
      el('div', null, el('dt', null, term), el('dd', {class: 'value'}, value), el('dd', {class: 'note'}, note)))));
    if (sampler && sampler.mode !== 'off') {
      section.append(el('p', {class: 'note'}, `The first ${duration(sampler.armDelayNs)} of an iteration is never seen: `
        + 'the sampler looks only at what has been running for that long.'));
    }
    return true;
  });
})(Straggler);
