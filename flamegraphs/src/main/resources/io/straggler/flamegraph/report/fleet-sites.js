// Places where culprits were slow, with the hosts they were slow on; the worst outliers; and what was left out.
(function (Straggler) {
  'use strict';

  const {el, table, ranked, place} = Straggler.dom;
  const {count, counted, duration, share, shortened} = Straggler.format;
  const {named} = Straggler.causes;

  const MOST_SITES = 50;
  const MOST_SKIPPED = 500;
  const MOST_VALUES = 5;

  Straggler.section('sites', (section, {sites, all}) => {
    if (sites.length === 0) {
      return false;
    }
    const most = sites[0].delayCausedNs;
    section.append(table('Sites of culprits', [{title: 'Cause'}, {title: 'Place'}, {title: 'Delay caused', number: true}, {title: 'Culprits', number: true}, {title: 'Outliers delayed', number: true}, {title: 'Hosts', number: true}, {title: 'Mostly on'}],
        sites.slice(0, MOST_SITES).map(site => [named(site.cause), site.where ? place(shortened(site.where, 160)) : '', ranked(duration(site.delayCausedNs), site.delayCausedNs / most), count(site.culprits), count(site.delayed),
          `${count(site.hosts)} of ${count(all.hosts)}`, site.hosts === 1 ? shortened(site.worstHosts[0].host, 40)
            : el('span', {class: 'place'}, site.worstHosts.map(one => `${shortened(one.host, 30)} ${share(one.delayCausedNs, site.delayCausedNs)}`).join(', '))])),
    el('p', {class: 'note'}, 'A culprit is an iteration that took too long and made itself or others late. Those that were slow for the same reason at the same place are one site.'));
    return true;
  });

  Straggler.section('worst', (section, data) => {
    if (data.all.worst.length === 0) {
      return false;
    }
    section.append(table('The worst outliers', [{title: 'Latency', number: true}, {title: 'Host'}, {title: 'When (UTC)'}, {title: 'Reason'}, {title: 'Place'}, {title: 'Recording'}],
        data.all.worst.map(one => [duration(one.latencyNs), shortened(one.host, 40), new Date(one.atEpochMs).toISOString().replace('T', ' ').slice(0, 23), one.cause ? named(one.cause) : '',
          one.where ? place(shortened(one.where, 100)) : '', Straggler.hostReport(data, one.source, shortened(one.source.split('/').slice(-2).join('/'), 44))])));
    return true;
  });

  function facts(all) {
    return Object.entries(all).filter(([, values]) => Object.keys(values).length > 1).map(([name, values]) => {
      const largest = Object.entries(values).sort(([, one], [, other]) => other - one);
      const shown = largest.slice(0, MOST_VALUES).map(([value, recordings]) => `${shortened(value, 60)} (${count(recordings)})`).join(', ');
      return [shortened(name, 60), el('span', {class: 'place'}, shown + (largest.length > MOST_VALUES ? ` and ${counted(largest.length - MOST_VALUES, 'other value')}` : ''))];
    });
  }

  Straggler.section('recordings', (section, {sources, facts: all}) => {
    const differ = facts(all);
    section.append(el('p', null, `Found in ${sources.asked.map(one => shortened(one, 200)).join(', ')}: ${counted(sources.found, 'recording')}, of which ${count(sources.reused)} had been read before`
        + (sources.otherFiles ? `, and ${counted(sources.otherFiles, 'file')} of other kinds.` : '.')),
    ...(sources.skipped.length ? [el('h3', null, `Skipped: ${counted(sources.skipped.length, 'recording')}`), table('Skipped recordings', [{title: 'Recording'}, {title: 'Why'}],
        sources.skipped.slice(0, MOST_SKIPPED).map(one => [place(shortened(one.source, 200)), el('span', {class: 'place'}, shortened(one.why, 400))])),
    ...(sources.skipped.length > MOST_SKIPPED ? [el('p', {class: 'note'}, `The first ${count(MOST_SKIPPED)}; fleet.json has all of them.`)] : [])] : []),
    ...(differ.length ? [el('h3', null, 'What differs between recordings'), table('What differs between recordings', [{title: ''}, {title: 'Values, and how many recordings have them'}], differ)] : []));
    return true;
  });
})(Straggler);
