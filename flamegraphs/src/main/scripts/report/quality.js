// How sure a report is: who was late by itself, what was measured, what has a stack, what sampling did, what is not seen.
import {el} from '../shared/dom.js';
import {count, counted, duration, fineShare, rate, share, shortened} from '../shared/format.js';
import {quiet} from '../shared/quiet-line.js';

const SAMPLERS = {
  triggered: 'Triggered: a stack is taken only once an iteration is late',
  continuous: 'Continuous: stacks at a fixed period, of which only those inside outliers are kept',
  java: 'Java stacks once an iteration is late, biased towards safepoints',
  off: 'Off: no stacks'
};

/** Outliers that nothing more is known of than that there were so many. */
export function onlyCounted({run, outliers, observerEffect}) {
  const left = run.outliers - outliers.count;
  if (left <= 0) {
    return '';
  }
  // Outliers that are missing for another reason are among the notes.
  const explained = run.notices.reduce((all, {counts}) => all + (counts.onlyCounted || 0), 0);
  const wasOff = observerEffect ? Math.min(observerEffect.outliers, left - explained) : 0;
  return ` The other ${count(left)} are only counted${wasOff <= 0 ? '' : wasOff === left
    ? ': the sampler was off then, to find out what it does to the run'
    : `: the sampler was off during ${count(wasOff)} of them, to find out what it does to the run`}.`;
}

function blame(data) {
  const {victims} = data;
  const {count: all} = data.outliers;
  if (all === 0 || data.ofAnyProgram) {
    return null;
  }
  return el('p', {class: 'lead'}, all === 1 ? (victims ? 'It is a victim: it spent most of its time in the queue behind others.' : 'It was late by itself.') : victims === 0
    ? `All ${onlyCounted(data) ? `${count(all)} that were looked into` : 'of them'} were late by themselves: none spent most of its time in the queue behind others.` + onlyCounted(data)
    : `${count(all - victims)} were late by themselves; ${count(victims)} (${share(victims, all)}) are victims, which `
      + 'spent most of their time in the queue behind others.' + onlyCounted(data));
}

function span(values, written) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return written(low) === written(high) ? written(low) : `${written(low)} to ${written(high)}`;
}

function sum(runs, field) {
  return runs.reduce((all, run) => all + run[field], 0);
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A recording has one run, which nobody asked to be of some rate. */
function recorded({run}) {
  const [one] = run.runs;
  return quiet('Iterations', `${count(run.iterations)}${{0: '', 1: ' on 1 thread'}[run.environment.threads] ?? ` on ${run.environment.threads} threads`}, ${rate(one.achievedPerSecond)}`, [
    `Threshold ${duration(one.thresholdNs)} from start to end: at and above it an iteration is an outlier.`]);
}

function status(data) {
  if (data.ofAnyProgram) {
    return recorded(data);
  }
  const {run} = data;
  const known = run.runs.filter(one => one.targetPerSecond !== null && one.achievedPerSecond !== null);
  const rates = known.length ? `${span(known.map(one => one.achievedPerSecond), rate)} of ${span(known.map(one => one.targetPerSecond), rate)}` : '';
  const corrected = sum(run.runs, 'corrected');
  return quiet('Status', [run.status, rates ? `, ${rates}` : '', run.runs.length ? `, ${counted(run.runs.length, 'run')}` : ''].join(''), [
    run.runs.length ? `Threshold ${span(run.runs.map(one => one.thresholdNs), duration)} from the intended start: at and above it an iteration is an outlier.` : null,
    run.runs.length ? `${counted(run.iterations, 'iteration')} completed`
      + (sum(run.runs, 'uncompleted') ? `, ${count(sum(run.runs, 'uncompleted'))} started but not completed` : '')
      + (sum(run.runs, 'strayCompletions') ? `, ${counted(sum(run.runs, 'strayCompletions'), 'stray completion')}` : '') + '.' : null,
    corrected ? `From ${counted(corrected, 'iteration')} the measured cost of a normal sample was taken off.` : null].filter(Boolean));
}

function coverage({run, coverage: seen, ofAnyProgram}) {
  if (seen.outliers === 0) {
    return seen.verdict ? quiet('Coverage', seen.verdict, []) : null;
  }
  const {sampler} = run;
  const some = [['ran', seen.ran], ['were blocked', seen.blocked], ['were stopped', seen.stopped]].filter(([, kind]) => kind.outliers > 0);
  const facts = [
    seen.ranLong > 0 ? `${count(seen.bySample)} by a sample, ${count(seen.byEvent)} by what the JVM recorded with an event. `
      + `With a stack are ${some.map(([what, kind]) => `${count(kind.withStack)} of ${count(kind.outliers)} that mostly ${what}`).join(', ')}.` : null,
    `Of ${counted(seen.outliers, 'outlier')}, ${count(seen.outliers - seen.ranLong)} ran for less than ${duration(seen.longNs)} themselves, so that no stack could be expected; they are mostly victims that ran no longer than usual.`,
    seen.seenNs > 0 ? `Stacks stand for ${share(seen.seenNs, seen.serviceNs)} of the time that outliers took from their start on.` : null,
    seen.bySwitches > 0 ? `When the thread had no core was recorded by the kernel for ${count(seen.bySwitches)} of ${counted(seen.outliers, 'outlier')}.` : null,
    sampler && sampler.marginNs > 0 ? `The arm delay is ${duration(sampler.armDelayNs)}, and the trigger is moved at most every ${duration(sampler.marginNs)}: `
      + `the first capture is due ${duration(sampler.armDelayNs)} to ${duration(sampler.armDelayNs + sampler.marginNs)} after the ${ofAnyProgram ? 'start' : 'intended start'}.` : null,
    sampler && sampler.innocentCaptures > 0 && run.iterations > 0
      ? `Captures hit ${counted(sampler.innocentCaptures, 'iteration')} that ended below the threshold, ${(1000 * sampler.innocentCaptures / run.iterations).toPrecision(2)} of 1,000.` : null,
    seen.droppedSamples ? `${counted(seen.droppedSamples, 'stack')} belonged to no outlier and were dropped.` : null].filter(Boolean);
  return quiet('Coverage', seen.ranLong === 0 ? 'no outlier ran long enough to have a stack'
    : `${count(seen.withStack)} of ${counted(seen.ranLong, 'outlier')} that ran ${duration(seen.longNs)} or longer have a stack${seen.verdict ? `: ${seen.verdict}` : ''}`, facts);
}

function change(ratio) {
  return ratio >= 10 ? (ratio > 999 ? 'over ×1,000' : '×' + Math.round(1 + ratio)) : (ratio > 0 ? '+' : ratio < 0 ? '−' : '') + fineShare(Math.abs(ratio), 1).replace('>', '');
}

/** What sampling did to the run, in words and by figures; nothing where that was not checked. */
function effect(observed) {
  if (!observed) {
    return null;
  }
  const changed = observed.metrics.filter(({verdict}) => verdict === 'regressed' || verdict === 'improved');
  return {words: changed.length === 0 ? 'no detectable effect on the percentiles'
      : 'while it watches, ' + changed.map(({metric, verdict}) => `${metric} is ${verdict === 'regressed' ? 'higher' : 'lower'}`).join(' and '),
    figures: 'Against the quarter of the run in which the sampler was off: ' + observed.metrics.map(({metric, relative}) =>
      `${metric} ${relative ? `${change(relative.value)} (${change(relative.low)} to ${change(relative.high)})` : 'not measurable'}`).join(', ')
      + `. From ${counted(observed.periods, 'period', 'periods')} of time; outliers of that quarter are counted and not explained.`};
}

function observer({run, budget, observerEffect, ofAnyProgram}) {
  const {sampler} = run;
  if (ofAnyProgram) {
    return quiet('Stacks', shortened(sampler.why, 600), sampler.capturesTaken === 0 ? [] : [
      'Each stands for half a period before and after it, as far as its outlier reaches, and no event says what was then.',
      `${counted(sampler.normalSamples, 'stack')} of running threads in normal iterations to compare with.`]);
  }
  const observed = effect(observerEffect);
  if (!sampler || sampler.mode === 'off') {
    return quiet('Overhead', 'no stacks were taken', sampler && sampler.why ? [shortened(sampler.why, 600)] : []);
  }
  const cost = budget.causes.find(one => one.cause === 'capture');
  return quiet('Overhead', `${sampler.mode} sampling, ${counted(sampler.capturesTaken, 'capture')}` + (cost && budget.latencyNs > 0 ? `, which took ${share(cost.ownNs + cost.carriedNs, budget.latencyNs)} of the outliers’ latency` : '') + (observed ? `; ${observed.words}` : ''), [
    observed ? observed.figures : null,
    `${SAMPLERS[sampler.mode] || sampler.mode}. ${capital(shortened(sampler.why, 600))}.`.replace('..', '.'),
    `${counted(sampler.signalsSent, 'capture')} due, of which ${count(sampler.capturesTaken)} brought a stack; `
      + (sampler.normalSamples ? `${count(sampler.normalSamples)} of them normal samples, to compare with.` : 'none a normal sample.'),
    sampler.lateMaxNs > 0 ? `The sampler was late by ${duration(sampler.lateMaxNs)} at worst, against the instant at which it meant to look.` : null,
    sampler.cappedIterations ? `${counted(sampler.cappedIterations, 'outlier')} had no stack, because too many others were late at once.` : null].filter(Boolean));
}

function accuracy({accuracy: said, ofAnyProgram}) {
  return ofAnyProgram ? null : quiet('Accuracy', said || 'accuracy on this machine is unknown; run straggler selftest', []);
}

/** Stops of all threads that no outlier shows. */
function standstills({standstills: stood}) {
  if (stood.count === 0) {
    return null;
  }
  return quiet('Stops', `all threads stood still ${stood.count === 1 ? `once, for ${duration(stood.longestNs)}` : `${count(stood.count)} times, up to ${duration(stood.longestNs)}`}, outside of outliers`, [
    ...stood.byName.map(named => `${shortened(named.what || named.label, 200)}: ${named.count === 1 ? duration(named.longestNs) : `${count(named.count)} times, up to ${duration(named.longestNs)}, ${duration(named.totalNs)} together`}.`),
    stood.scheduled ? 'Iterations that were due then were late, but by less than the threshold.' : 'Whoever waited meanwhile for an iteration to begin is in no figure.',
    `Stops of ${duration(stood.leastNs)} or longer count.`]);
}

function unseen({run, coverage: seen}) {
  const first = seen.firstSeenNs > 0 ? `the time before the first stack, ${duration(seen.firstSeenNs)} in the median` : 'what outliers ran';
  const facts = [];
  if (seen.firstSeenNs > 0) {
    facts.push(`Half of the outliers that waited for nobody had run for ${duration(seen.firstSeenNs)} or longer at their first stack. Nothing is known of what they ran before it.`);
  }
  facts.push('A stack shows where a thread stood. Of a thread that had no core, that is not why it was late.');
  ['clock source', 'perf_event_paranoid', 'steal'].filter(key => run.environment && run.environment[key]).forEach(key => facts.push(`${key}: ${shortened(run.environment[key], 200)}`));
  return quiet('Not seen', first, facts);
}

export function fillQuality(section, data) {
  section.append(...[blame(data), el('div', {class: 'quiet-lines'}, [status(data), coverage(data), observer(data), accuracy(data), standstills(data), unseen(data)].filter(Boolean))].filter(Boolean));
  return true;
}
