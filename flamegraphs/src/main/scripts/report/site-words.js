// Words for what culprits of one site did. Whoever they waited for, and what that thread did, is a clause of its own, which is never cut.
import {place} from '../shared/dom.js';
import {shortened} from '../shared/format.js';

/** Words of a site: {where, because, partner}; length: characters of a place that nobody was waited for at. */
export function siteWords(site, length) {
  return site.partner ? site.because : shortened(site.where, length);
}

/** Nodes behind the name of a cause: the words of its site at a place, or the place alone where no site is listed. */
export function behindCause({culprits}, cause, where, length) {
  const site = culprits?.sites.find(one => one.cause === cause && one.where === where);
  return site?.partner ? [': ', site.because] : [' at ', place(shortened(where, length))];
}
