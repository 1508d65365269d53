// What the iterations of each group took, such as the calls of each method, and what made the slow ones slow.
import {label, named} from '../shared/causes.js';
import {el, place, ranked} from '../shared/dom.js';
import {expandingTable} from '../shared/expanding-table.js';
import {count, duration, share, shortened} from '../shared/format.js';
import {sortable} from '../shared/sorted-table.js';

const FIRST_SHOWN = 12;

function orNot(ns) {
  return ns === null ? el('span', {class: 'absent', title: 'fewer than ten iterations lie above it'}, '–') : duration(ns);
}

/** The group's name, which selects its outliers where the page holds some. */
function groupButton(selection, name) {
  const number = selection.outliers.groups.indexOf(name);
  const text = place(shortened(name, 120));
  if (number < 0) {
    return text;
  }
  const button = el('button', {type: 'button', class: 'link as-text', title: 'Show its outliers only',
    onclick: () => selection.set({group: selection.state.group === number ? null : number})}, text);
  selection.onChange(({state}) => button.setAttribute('aria-pressed', String(state.group === number)));
  return button;
}

export function fillGroups(section, {groups, groupedBy, selection}) {
  if (groups.length === 0) {
    return false;
  }
  section.querySelector('h2').textContent = `By ${shortened(groupedBy, 60)}`;
  section.dataset.name = `By ${shortened(groupedBy, 20)}`;
  const most = Math.max(1, ...groups.map(group => group.excessNs));
  section.append(
      el('p', null, 'The percentiles are of all iterations of a row, the causes of its outliers: what these took beyond usual work, and what took most of that.'
        + (selection.outliers.groups.length > 1 ? ' Click a row’s name to see only its outliers in every panel.' : '')),
      sortable('groups', expandingTable('Iterations by ' + groupedBy,
          [{title: groupedBy}, {title: 'Iterations', number: true}, ...['p50', 'p99', 'p99.9', 'Worst', 'Outliers', 'Beyond usual work'].map(title => ({title, number: true})), {title: 'Mostly'}],
          groups.map(group => ({
            name: shortened(group.name, 60),
            cells: [groupButton(selection, group.name), count(group.count), orNot(group.p50Ns), orNot(group.p99Ns), orNot(group.p999Ns), duration(group.maxNs),
              count(group.outliers), group.excessNs > 0 ? ranked(duration(group.excessNs), group.excessNs / most) : '',
              group.cause ? named(group.cause, ' ' + share(group.causeNs, group.excessNs)) : '']
          })), FIRST_SHOWN, `${count(groups.length - FIRST_SHOWN)} more with a lower worst`),
      groups.map(group => [group.name, group.count, group.p50Ns, group.p99Ns, group.p999Ns, group.maxNs, group.outliers, group.excessNs, group.cause ? label(group.cause) : ''])));
  return true;
}
