// Places where culprits were slow, with the hosts they were slow on.
import {named} from '../shared/causes.js';
import {el, place, ranked, table} from '../shared/dom.js';
import {count, duration, share, shortened} from '../shared/format.js';

const MOST_SITES = 50;

export function fillSites(section, {sites, all}) {
  if (sites.length === 0) {
    return false;
  }
  const most = sites[0].delayCausedNs;
  section.append(table('Sites of culprits', [{title: 'Cause'}, {title: 'Place'}, {title: 'Delay caused', number: true, about: 'What these slow iterations took beyond normal, and what others waited because of it.'},
    {title: 'Culprits', number: true, about: 'Iterations that took too long and made themselves or others late. Those that were slow for the same reason at the same place are one row.'},
    {title: 'Outliers delayed', number: true, about: 'Those that waited for one of them.'}, {title: 'Hosts', number: true}, {title: 'Mostly on', about: 'The hosts with most of the delay.'}],
      sites.slice(0, MOST_SITES).map(site => [named(site.cause), site.where ? place(shortened(site.where, 160)) : '', ranked(duration(site.delayCausedNs), site.delayCausedNs / most), count(site.culprits), count(site.delayed),
        `${count(site.hosts)} of ${count(all.hosts)}`, site.hosts === 1 ? shortened(site.worstHosts[0].host, 40)
          : el('span', {class: 'place'}, site.worstHosts.map(one => `${shortened(one.host, 30)} ${share(one.delayCausedNs, site.delayCausedNs)}`).join(', '))])));
  return true;
}
