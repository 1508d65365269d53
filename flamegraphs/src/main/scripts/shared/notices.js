// What the reader of a run has to know before its figures: why it failed, and its warnings.
import {el} from './dom.js';
import {shortened} from './format.js';

function name(run) {
  return (run.fork === 0 ? '' : `fork ${run.fork} `) + 'run ' + run.run;
}

export function notices(data) {
  const {run} = data;
  const boxes = [];
  if (run.status !== 'ok') {
    const meaning = run.status === 'saturated'
      ? 'Saturated: the rate could not be kept, so latencies grow with the length of the run. '
      : run.iterations > 0 ? 'Failed: what had been measured is below. ' : 'Failed. ';
    boxes.push(el('p', {class: 'notice', role: 'alert'}, el('strong', null, meaning), shortened(run.reason, 600)));
    for (const one of run.runs.filter(one => one.status !== 'ok' && one.reason !== run.reason)) {
      boxes.push(el('p', {class: 'notice'}, `${name(one)}: ${one.status}. ${shortened(one.reason, 600)}`));
    }
  }
  return boxes.concat(run.warnings.map(warning => el('p', {class: 'notice mild'}, (data.ofAnyProgram ? '' : 'Warning: ') + shortened(warning, 600))));
}
