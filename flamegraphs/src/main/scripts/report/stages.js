// Stages of outliers whose work is handed from thread to thread: time on the threads of each pool, and in front of them.
import {el, place, ranked} from '../shared/dom.js';
import {expandingTable} from '../shared/expanding-table.js';
import {count, duration, share, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';

const NOBODY = 'no known thread';

function orNot(ns) {
  return ns === null ? el('span', {class: 'absent', title: 'fewer than ten outliers lie above it'}, '–') : duration(ns);
}

function total(stage) {
  return stage.queuedNs + stage.coreNs + stage.workedNs;
}

export function fillStages(section, {stages}) {
  if (stages.length === 0) {
    return false;
  }
  const allNs = stages.reduce((sum, stage) => sum + total(stage), 0);
  const mostNs = Math.max(1, ...stages.map(total));
  section.append(
      el('p', null, 'Where outliers spent their latency on the way from thread to thread. Other iterations have no such record, so every figure is of outliers.'),
      sortable('stages', expandingTable('Latency of outliers by stage', [
        {title: 'Threads'},
        {title: 'Outliers', number: true},
        {title: 'Of the latency', number: true},
        {title: 'Queued', number: true, about: 'Time in front of threads that worked on something else.'},
        {title: 'Waiting for a core', number: true, about: 'Time in which the threads were ready and had no core.'},
        {title: 'On the threads', number: true, about: 'All outliers together, with what the threads waited for meanwhile.'},
        {title: 'p50', number: true, about: 'Of one outlier’s time on the threads.'},
        {title: 'p99', number: true, about: 'Of one outlier’s time on the threads.'},
        {title: 'Worst', number: true, about: 'Of one outlier’s time on the threads.'}
      ], stages.map(stage => ({
        name: shortened(stage.threads || NOBODY, 60),
        cells: [place(shortened(stage.threads || NOBODY, 80)), count(stage.outliers), ranked(share(total(stage), allNs), total(stage) / mostNs),
          stage.queuedNs ? duration(stage.queuedNs) : '', stage.coreNs ? duration(stage.coreNs) : '', duration(stage.workedNs),
          orNot(stage.p50Ns), orNot(stage.p99Ns), duration(stage.maxNs)]
      })), 12, `${count(stages.length - 12)} more`),
      stages.map(stage => [stage.threads || NOBODY, stage.outliers, total(stage), stage.queuedNs, stage.coreNs, stage.workedNs, stage.p50Ns, stage.p99Ns, stage.maxNs])));
  return true;
}
