// A fleet in words: which hosts are unlike the rest, what takes most, and what would help most.
import {label} from '../shared/causes.js';
import {el} from '../shared/dom.js';
import {count, counted, duration, percentile, share, shortened, unbroken} from '../shared/format.js';
import {quiet} from '../shared/quiet-line.js';

/** The highest percentile that is measurable, of a list that ends with it. */
function highest(values) {
  return values.length ? values[values.length - 1] : null;
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function measured({all}) {
  const [series] = all.series.all;
  const known = series ? all.series.shown.map((percent, i) => ({percentile: percent, valueNs: series.rowsNs[i]})).filter(one => one.valueNs !== null && one.percentile <= 99.9) : [];
  const tail = highest(known);
  return tail ? `${percentile(tail.percentile)} of all hosts is ${duration(tail.valueNs)}. ` : '';
}

function sentence(data) {
  const {hosts, refusal, judged} = data.unlike;
  if (hosts.length > 0) {
    const [first] = hosts;
    const more = hosts.length === 1 ? '' : ` and ${counted(hosts.length - 1, 'other host')}`;
    return `${shortened(first.host, 60)}${more} ${hosts.length === 1 ? 'is' : 'are'} unlike the rest: ${first.label} takes ${duration(first.perIterationNs)} of an iteration there, ${duration(first.usualNs)} elsewhere.`;
  }
  const largest = data.all.budget.causes[0];
  const what = largest && data.all.budget.latencyNs > 0 ? `${capital(label(largest.cause))} takes most of the outliers’ latency, ${share(largest.ownNs + largest.carriedNs, data.all.budget.latencyNs)}.` : 'There is no outlier.';
  return (refusal ? measured(data) : `No host is certainly unlike the rest, of ${count(judged)}. `) + what;
}

function helping({without, all}) {
  const [series] = all.series.all;
  const gains = without.map(one => {
    const tail = one.percentiles.find(point => Math.abs(point.percentile - 99.9) < 1e-6);
    const now = series ? series.rowsNs[all.series.shown.findIndex(percent => Math.abs(percent - 99.9) < 1e-6)] : null;
    return tail && now ? {label: one.label, now, then: tail.valueNs} : null;
  }).filter(one => one && one.then < 0.98 * one.now);
  return gains.length === 0 ? '' : `p99.9 over all recordings is ${duration(gains[0].now)}; ` + gains.slice(0, 2).map(one => `without ${one.label} ${duration(one.then)}`).join(', ') + '. Recordings in which iterations do not queue one behind another stay as measured in this.';
}

export function fillHeadline(section, data) {
  const {all, sources, unlike, facts} = data;
  const tasks = Object.keys(facts.task || {});
  const help = helping(data);
  section.append(el('h1', null, unbroken(sentence(data))),
      el('p', {class: 'lead'}, `${counted(all.recordings, 'recording')} of ${counted(all.hosts, 'host')}: ${counted(all.iterations, 'iteration')}, ${counted(all.outliers, 'outlier')}. ${unlike.hosts.length > 0 && !help ? measured(data) : ''}`),
      ...(help ? [el('p', {class: 'lead'}, help)] : []),
      ...(tasks.length > 1 ? [el('p', {class: 'notice mild'}, `${count(tasks.length)} different tasks are merged here: --by task tells them apart.`)] : []),
      ...(sources.saturated > 0 ? [el('p', {class: 'notice', role: 'alert'}, el('strong', null, 'Saturated: '), `${counted(sources.saturated, 'recording')} did not keep the rate. Latencies there grow with the length of the run, and so do the sums of this page.`)] : []),
      el('div', {class: 'quiet-lines'},
          quiet('Unlike the rest', unlike.refusal || `${counted(unlike.judged, 'host')} were compared, for every cause. In a fleet in which no host is special, the chance that one is named is below ${share(unlike.level, 1)}.`, []),
          quiet('Stacks', `${count(all.withStack)} of ${counted(all.ranLong, 'outlier')} that ran long enough for a stack have one`, []),
          ...(sources.skipped.length ? [quiet('Skipped', `${counted(sources.skipped.length, 'recording')}; the last section lists them`, [])] : [])));
  return true;
}
