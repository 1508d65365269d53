// What was run, where and with which options: the small print that makes figures repeatable.
import {el, table} from '../shared/dom.js';
import {count, duration, rate, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';

function pairs(title, map) {
  const entries = Object.entries(map);
  return entries.length === 0 ? null : el('details', null, el('summary', null, `${title} (${entries.length})`),
      table(title, [{title: 'Name'}, {title: 'Value'}], entries.map(([key, value]) => [shortened(key, 100), shortened(value, 2000)])));
}

function nameOf(run) {
  return (run.fork === 0 ? '' : `fork ${run.fork} `) + 'run ' + run.run;
}

function runs(all) {
  const columns = [{title: 'Run'}, {title: 'Status', about: 'ok, saturated (the rate was not kept) or failed.'}].concat(
      [['Achieved', 'Iterations per second of the run.'], ['Target', 'The rate that was asked for.'], ['Iterations'],
        ['Corrected', 'Iterations from which the measured cost of a normal sample was taken off.'], ['Outliers'],
        ['Threshold', 'From which latency on an iteration is an outlier.'], ['Worst']].map(([title, about]) => ({title, about, number: true})));
  return all.length === 0 ? null : el('details', {open: all.length > 1}, el('summary', null, `Runs (${all.length})`),
      sortable('runs', table('Runs', columns, all.map(run => [
        nameOf(run), run.status, rate(run.achievedPerSecond),
        rate(run.targetPerSecond), count(run.iterations), count(run.corrected), count(run.outliers),
        duration(run.thresholdNs), duration(run.worstNs)])),
      all.map((run, i) => [i, run.status, run.achievedPerSecond, run.targetPerSecond, run.iterations, run.corrected, run.outliers, run.thresholdNs, run.worstNs])));
}

export function fillConditions(section, {run}) {
  const parts = [runs(run.runs), pairs('Options as given', run.optionsGiven),
    pairs('Options as used', run.optionsResolved), pairs('Environment', run.environment)].filter(Boolean);
  section.append(...parts);
  return parts.length > 0;
}
