// The answer, first of all: a sentence, and a table of what each percentile is made of. Also as text to take away.
import {bar, cause, label, named} from '../shared/causes.js';
import {el, place, table} from '../shared/dom.js';
import {between, count, counted, duration, rate, share, shortened, unbroken} from '../shared/format.js';
import {allocatedBefore, allocatedWords} from './allocations.js';
import {openOutlier} from './open-outlier.js';
import {behindCause} from './site-words.js';
import {foremost, ofWatched, tails} from './tails.js';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** What can be counted by events, and is shown so. */
const EVENTS = {'gc-pause': ['GC pause', 'GC pauses'], 'vm-operation': ['VM operation', 'VM operations']};

/** Said of the time that the largest part of is no cause. */
const UNKNOWN = {'not-seen': 'was not seen', unexplained: 'stays unexplained', inherited: 'was waiting, for an unknown reason', culprits: 'was waiting behind slow iterations',
  load: 'was waiting because of a burst or too high a rate', 'usual-work': 'was usual work'};

function number(value, one, many) {
  return `${NUMBERS[value] || count(value)} ${value === 1 ? one : many}`;
}

function ofThem(some, all) {
  return all === 1 ? 'the iteration beyond it' : some === all ? `all ${count(all)} iterations beyond it` : `${count(some)} of the ${count(all)} iterations beyond it`;
}

/** A clause about so many iterations. */
function did(number, because) {
  return number === 1 ? because.replace(/^were /, 'was ') : because;
}

/** Why those beyond were late; {words, them} of which the second stands for the cause afterwards. */
function reason(one) {
  const {because, members, number: all, late, first, events, roots, parts, latencyNs} = one;
  // A sample does not say how many events all of them met, or how many slow iterations they waited for.
  const complete = all === members.length;
  if (!one.answered) {
    return {words: `${share(parts[0].ns, latencyNs)} of the time of the iterations beyond it ${UNKNOWN[first] || label(first)}`, them: null};
  }
  if (because.length === 0) {
    return {words: `${label(first)} took ${share(parts[0].ns, latencyNs)} of the time of the iterations beyond it`, them: 'it'};
  }
  if (EVENTS[first] && events > 0 && complete) {
    return {words: `${ofThem(late, all)} ${late === 1 ? 'was' : 'were'} delayed by ${number(events, ...EVENTS[first])}`, them: events === 1 ? 'it' : 'them', stalls: events};
  }
  const {site} = one;
  const slow = site ? site.roots : roots;
  const slowOnes = number(slow.length, 'slow iteration', 'slow iterations');
  const behind = complete && slow.length < (site ? site.number : because.length);
  const stalls = complete ? slow.length : 0;
  if (site) {
    const words = behind ? `${slowOnes} made ${ofThem(site.number, all)} late. ${slow.length === 1 ? 'It' : 'They'} ${did(slow.length, site.because)}` : `${ofThem(site.number, all)} ${did(site.number, site.because)}`;
    return {words, them: label(first), stalls};
  }
  return {words: `${ofThem(late, all)} ${late === 1 ? 'was' : 'were'} late because of ${label(first)}${behind ? ` in ${slowOnes}` : ''}`, them: 'it', stalls};
}

/** Number of separate stalls that a percentile comes from, never fewer than its sentence names; 0 where they are enough. */
function stallsOf(one) {
  return one.sure && one.sure.stalls ? Math.max(one.sure.stalls, one.members.length > 0 && reason(one).stalls || 0) : 0;
}

/** A prediction, which may be no more than a bound. */
function bounded({valueNs, bound}) {
  return (bound ? 'at most ' : '') + duration(valueNs);
}

/** Sentence about what a percentile would be without its first cause; empty where nothing is predicted. */
function remedy(one, them) {
  const remains = them && one.remains.find(({cause}) => cause === one.first);
  if (!remains) {
    return '';
  }
  if (!remains.helps) {
    return ` Without ${them} alone ${one.name} would stay the same.`;
  }
  return ofWatched(one, remains) ? ` In the part that was watched it is ${duration(remains.baseNs)}, and would be ${bounded(remains)} without ${them}.`
    : ` Without ${them}, ${one.name} would be ${bounded(remains)}.`;
}

/** Sentence that a percentile comes from few stalls; empty where they are enough. */
function few(one) {
  const from = stallsOf(one);
  const stalls = number(from, 'stall is', 'stalls are');
  return from === 0 ? '' : ` ${stalls.charAt(0).toUpperCase()}${stalls.slice(1)} too few to predict another run.`;
}

/** Latencies of a queue that grows without end say how long it was let grow. */
function isSaturated({run}) {
  return run.status === 'saturated' && run.runs.length > 0;
}

/** What the page says first. */
export function sentence(data) {
  const all = tails(data);
  if (data.run.iterations === 0 || all.length === 0) {
    return 'No iteration was measured.';
  }
  if (isSaturated(data)) {
    const [slowest] = data.run.runs.filter(run => run.achievedPerSecond !== null && run.targetPerSecond !== null).sort((a, b) => a.achievedPerSecond - b.achievedPerSecond);
    return 'The rate was not kept' + (slowest ? `: ${rate(slowest.achievedPerSecond)} of ${rate(slowest.targetPerSecond)}.` : '.');
  }
  const one = foremost(all);
  const worst = all[all.length - 1];
  if (one !== worst) {
    const {words, them} = reason(one);
    return `${one.name} is ${duration(one.valueNs)}: ${words}${them && one.first === 'gc-pause' ? data.afterAllocations : ''}.${remedy(one, them)}${few(one)}`;
  }
  const known = all.slice(0, -1).reverse()[0];
  const before = known ? `${known.name} is ${duration(known.valueNs)}; ` : '';
  const itself = worst.members.length === 0 ? data.run.status === 'failed' ? ', and had not ended' : '' : worst.answered ? `, most of it ${label(worst.first)}` : `, of which ${share(worst.parts[0].ns, worst.latencyNs)} ${UNKNOWN[worst.first] || label(worst.first)}`;
  return `${before}${before ? 'the' : 'The'} worst of ${counted(data.run.iterations, 'iteration')} took ${duration(worst.valueNs)}${itself}.`;
}

/** Certainty of a percentile in words: its interval, or the number of stalls that it comes from. */
function sureness(one) {
  return one.percent === null ? '' : !one.sure ? 'not known' : one.sure.stalls ? `from ${number(stallsOf(one), 'stall', 'stalls')}` : between(one.sure.lowNs, one.sure.highNs, one.sure.mostNs);
}

function largest(one, most) {
  const large = one.parts.filter((part, k) => k === 0 || part.ns >= one.latencyNs / 100);
  return large.slice(0, most).map(part => `${label(part.cause)} ${share(part.ns, one.latencyNs)}`).join(', ');
}

function unknown(one, data) {
  return one.below ? `not looked into: below the threshold of ${duration(data.run.thresholdNs)}` : one.valueNs === 0 ? '' : one.percent === null && data.run.status === 'failed' ? 'at least: it had not ended when the run did'
    : `not looked into: the sampler was off, or the page does not hold ${one.percent === null ? 'it' : 'them'}`;
}

/** Why nothing stands beside a percentile. */
function unpredicted(one, {counterfactual, ofAnyProgram}) {
  return one.members.length === 0 || one.percent === null || ofAnyProgram ? '' : counterfactual && counterfactual.refusal ? 'nothing is predicted: see below'
      : counterfactual && counterfactual.measured.some(({percentile}) => percentile === one.percent) ? 'no cause on its own lowers it' : 'not predicted';
}

function remaining(one, data) {
  const helpful = one.remains.filter(({helps}) => helps);
  return helpful.length === 0 ? el('span', {class: 'note'}, unpredicted(one, data)) : helpful.slice(0, 2).map(remains => el('div', {class: 'remains'},
    el('b', null, (remains.bound ? '≤ ' : '') + duration(remains.valueNs)), ' without ', named(remains.cause), remains.place ? el('span', {class: 'note'}, behindCause(data, remains.cause, remains.place, 70)) : null,
    el('span', {class: 'note'}, unbroken((ofWatched(one, remains) ? ` instead of ${duration(remains.baseNs)} where it was watched` : '')
      + (remains.interval && !remains.bound ? ` (${duration(remains.interval.lowNs)} to ${duration(remains.interval.highNs)})` : '')))));
}

/** The percentile, which selects what lies beyond it; the worst is opened. */
function name(one, data) {
  if (one.members.length === 0) {
    return one.name;
  }
  const {selection} = data;
  const button = el('button', {type: 'button', class: 'link', title: one.percent === null ? 'Open the worst outlier' : 'Show only the outliers beyond it, in every panel',
    onclick: () => one.percent === null ? openOutlier(one.members[0]) : selection.set({leastNs: selection.state.leastNs === one.leastNs ? null : one.leastNs})}, one.name);
  if (one.percent !== null) {
    selection.onChange(({state}) => button.setAttribute('aria-pressed', String(state.leastNs === one.leastNs)));
  }
  return button;
}

export function answers(data) {
  const all = isSaturated(data) ? [] : tails(data);
  const columns = [{title: 'Percentile'}, {title: 'Latency', number: true},
    {title: '95% interval', about: 'Where the percentile lies with 95% confidence. Where no interval is known: from how few separate stalls the iterations beyond it come.'},
    {title: 'What the iterations beyond it are made of', about: 'Their time, divided among causes. Waiting behind a slow iteration counts for what made that one slow.'},
    ...(data.ofAnyProgram ? [] : [{title: 'Without its leading causes, predicted', about: 'The percentile when the recorded queues are replayed without that cause. “≤” is an upper bound: causes are removed from outliers only.'}])];
  const box = table('What each percentile is made of', columns, all.map(one => [name(one, data), el('b', null, duration(one.valueNs)), el('span', {class: 'note', title: one.sure && one.sure.note || null}, sureness(one)),
    one.members.length === 0 ? el('span', {class: 'note'}, unknown(one, data)) : [bar(one.parts, one.latencyNs, false),
      el('span', {class: 'note'}, largest(one, 2) + (one.percent === null ? '' : ` · ${counted(one.number, 'iteration')}`))],
    ...(data.ofAnyProgram ? [] : [remaining(one, data)])]));
  box.classList.add('answers');
  return all.length === 0 ? null : box;
}

/** What there is to do where there is nothing to explain. */
export function advice({run}) {
  return run.iterations === 0 ? 'Nothing can be explained. Look at why the run ended, and run it again.'
    : run.outliers === 0 ? `Nothing was slow enough to be looked into. Lower --threshold below ${duration(run.thresholdNs)}, or measure for longer.` : null;
}

/** Remedy against the first cause of the sentence's percentile, with the command that shows whether it helps; null if there is none. */
export function remedies(data) {
  const one = isSaturated(data) ? null : foremost(tails(data));
  const {remedy, proof} = one && one.answered ? cause(one.first) : {};
  return remedy ? el('p', {class: 'remedy'}, el('b', null, 'To reduce ', named(one.first), ': '), remedy, allocatedBefore(one.first, data) ? [' ', allocatedWords(data)] : '',
      proof && !data.ofAnyProgram ? [' ', el('code', null, 'straggler ab ', place(shortened(data.run.task, 60)), ' …', proof.split(' ').map(word => [' ', el('span', {class: 'keep'}, word)])), ' shows whether it helps.'] : '') : null;
}

/** The answer as Markdown. */
export function summary(data, shown) {
  const cell = text => text.replace(/\|/g, '\\|');
  const rows = (isSaturated(data) ? [] : tails(data)).map(one => [one.name, duration(one.valueNs), sureness(one), one.members.length === 0 ? unknown(one, data) : largest(one, 3),
    one.remains.filter(({helps}) => helps).map(remains => `${bounded(remains)} without ${label(remains.cause)}`).join(', ')]);
  const sites = (data.culprits ? data.culprits.sites : []).slice(0, 5).map(site => `- ${duration(site.delayCausedNs)} (${share(site.delayCausedNs, data.budget.latencyNs)}) ${label(site.cause)}${site.where ? ': `' + site.where.replace(/`/g, '') + '`' : ''}`);
  return [`**${data.run.task}**: ${sentence(data)}`, '', shown, '', '| | latency | 95% interval | made of | predicted |', '|---|---|---|---|---|', ...rows.map(row => `| ${row.map(cell).join(' | ')} |`),
    ...(sites.length ? ['', data.ofAnyProgram ? 'Beyond the median:' : 'Delay caused:', '', ...sites] : []), ''].join('\n');
}
