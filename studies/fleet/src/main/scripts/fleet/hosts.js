// Hosts: those that are unlike the rest, and those that lose most in outliers; a click away from a report of one.
import {named} from '../shared/causes.js';
import {el, ranked, table} from '../shared/dom.js';
import {count, counted, duration, shortened} from '../shared/format.js';
import {hostReport} from './host-report.js';

const MOST = 100;

/** On the first screen; the others are folded. */
const FIRST = 15;

function unlike(data) {
  const {hosts} = data.unlike;
  const most = Math.max(...hosts.map(host => host.perIterationNs - host.usualNs));
  return [el('h3', null, 'Unlike the rest'), table('Hosts that are unlike the rest',
      [{title: 'Host'}, {title: 'By', about: 'The cause by which it is unlike the others.'}, {title: 'Costs an iteration', number: true, about: 'What the cause takes of an iteration there beyond the host in the middle.'},
        {title: 'There', number: true, about: 'What the cause takes of an iteration, a mean over all iterations, ordinary ones included.'}, {title: 'On the host in the middle', number: true, about: 'The same on the median of the hosts.'},
        {title: 'By chance', number: true, about: 'How probable it is that any host of a fleet without a special one would stand out as far.'}],
      hosts.slice(0, MOST).map(host => [shortened(host.host, 80), named(host.cause), ranked(duration(host.perIterationNs - host.usualNs), (host.perIterationNs - host.usualNs) / most),
        duration(host.perIterationNs), duration(host.usualNs), host.chance < 0.001 ? '< 0.001' : host.chance.toPrecision(1)])),];
}

export function fillHosts(section, data) {
  const {hosts} = data;
  if (hosts.length < 2) {
    return false;
  }
  const perIteration = host => host.latencyNs / Math.max(1, host.iterations);
  const most = Math.max(1e-9, ...hosts.map(perIteration));
  const rows = (caption, some) => table(caption, [{title: 'Host'}, {title: 'Per iteration', number: true, about: 'The latency of its outliers, divided by all of its iterations.'}, {title: 'p50', number: true}, {title: 'p99', number: true}, {title: 'p99.9', number: true}, {title: 'Longest', number: true},
    {title: 'Outliers', number: true}, {title: 'Recordings', number: true}, {title: 'Mostly', about: 'The cause that takes most of the latency of its outliers.'}, {title: 'Worst recording', about: 'The report of the recording that loses most in outliers, or the command that makes it.'}],
  some.map(host => [shortened(host.host, 60), ranked(duration(perIteration(host)), perIteration(host) / most), duration(host.p50Ns), duration(host.p99Ns), duration(host.p999Ns), duration(host.maxNs),
    count(host.outliers), count(host.recordings), host.cause ? named(host.cause) : '', host.worstSource ? hostReport(data, host.worstSource, shortened(host.worstSource.split('/').slice(-2).join('/'), 44)) : '']));
  section.append(...(data.unlike.hosts.length ? unlike(data) : []), el('h3', null, 'What hosts lose in outliers'), rows('Hosts that lose most', hosts.slice(0, FIRST)),
      ...(hosts.length > FIRST ? [el('details', null, el('summary', null, `${count(Math.min(hosts.length, MOST) - FIRST)} more`), rows('Further hosts', hosts.slice(FIRST, MOST)))] : []),
      ...(hosts.length > MOST ? [el('p', {class: 'note'}, `The ${count(MOST)} that lose most, of ${counted(hosts.length, 'host')}; fleet.json has all of them.`)] : []));
  return true;
}
