// How groups differ, metric by metric.
import {comparedTable} from '../shared/compared-table.js';
import {el} from '../shared/dom.js';
import {count, counted, shortened} from '../shared/format.js';

export function fillDifferences(section, {differences}) {
  if (differences.length === 0) {
    return false;
  }
  for (const one of differences) {
    const hosts = one.paired ? `the same ${counted(one.hostsA, 'host')} on both sides` : `${counted(one.hostsB, 'host')} against ${count(one.hostsA)}`;
    section.append(el('h3', null, `${shortened(one.by, 40)}: ${shortened(one.b, 60)} against ${shortened(one.a, 60)}`), comparedTable(one.metrics, one.a, one.b),
        el('p', {class: 'note'}, `Hosts are what is drawn again: ${hosts}. ${one.basis.sentence.replaceAll('JVMs', 'hosts')}`));
  }
  return true;
}
