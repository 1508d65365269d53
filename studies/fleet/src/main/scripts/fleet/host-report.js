// The way from a fleet to the report of one of its recordings.
import {el} from '../shared/dom.js';

/** A link to the report of a recording; the command that makes it where there is none. */
export function hostReport(data, source, text) {
  const link = data.reports[source];
  return link ? el('a', {class: 'link', href: link}, text) : el('span', {class: 'place', title: 'straggler report ' + source}, text);
}
