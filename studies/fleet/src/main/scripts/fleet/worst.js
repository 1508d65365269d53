// The worst outliers of the fleet.
import {named} from '../shared/causes.js';
import {place, table} from '../shared/dom.js';
import {duration, shortened} from '../shared/format.js';
import {hostReport} from './host-report.js';

export function fillWorst(section, data) {
  if (data.all.worst.length === 0) {
    return false;
  }
  section.append(table('The worst outliers', [{title: 'Latency', number: true}, {title: 'Host'}, {title: 'When (UTC)'}, {title: 'Reason'}, {title: 'Place'}, {title: 'Recording'}],
      data.all.worst.map(one => [duration(one.latencyNs), shortened(one.host, 40), new Date(one.atEpochMs).toISOString().replace('T', ' ').slice(0, 23), one.cause ? named(one.cause) : '',
        one.where ? place(shortened(one.where, 100)) : '', hostReport(data, one.source, shortened(one.source.split('/').slice(-2).join('/'), 44))])));
  return true;
}
