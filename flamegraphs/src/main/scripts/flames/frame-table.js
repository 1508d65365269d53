// The frames of a call tree as a table of self and total, and those that only one of two compared trees has.
import {choice, el, table, toggle} from '../shared/dom.js';
import {count, duration, share, shortened} from '../shared/format.js';
import {codesOf, turnover} from './call-tree-views.js';

const FEW = 15;
const MANY = 100;

/** Written into box; chosen(name) hears which frame was clicked. Returns what shows another tree. */
export function frameTable(box, chosen) {
  let by = 'self';
  let many = false;
  let tree = null;
  let rows = [];
  const body = el('div');
  const more = toggle('Top 100', false, on => { many = on; fill(); });
  const fill = () => {
    const amount = value => tree.unit === 'ns' ? duration(value) : count(value);
    const per = value => duration(1e9 * value / (tree.total[0] || 1));
    const order = {self: row => row.self, total: row => row.total, change: row => Math.abs(row.total - row.other)}[by] || (row => row.self);
    const sorted = rows.slice().sort((a, b) => order(b) - order(a) || b.total - a.total).slice(0, many ? MANY : FEW);
    body.replaceChildren(table('Heaviest frames', [{title: 'Frame'}, {title: 'Kind', about: 'How the code ran: compiled by which compiler, interpreted, native, or in the kernel.'},
      {title: 'Self', number: true, about: 'With this frame on top of the stack.'}, {title: '% self', number: true},
      {title: 'Total', number: true, about: 'With this frame anywhere on the stack; a recursion counts once.'}, {title: '% total', number: true},
      ...(tree.other ? [{title: 'Per second, change', number: true, about: 'What the frame takes more or less of a second than on the other side.'}] : [{title: 'Captures', number: true, about: 'Stacks with this frame on them.'}])],
    sorted.map(row => [
      el('button', {type: 'button', class: 'link frame-name', title: 'Find it in the flame graph', onclick: () => chosen(tree.frames.names[row.frame])}, shortened(tree.frames.names[row.frame], 160)),
      tree.frames.labels[tree.frames.kinds[row.frame]], amount(row.self), share(row.self, tree.total[0]), amount(row.total), share(row.total, tree.total[0]),
      tree.other ? (row.total >= row.other ? '+' : '−') + per(Math.abs(row.total - row.other)) : count(Math.round(row.samples))])));
    more.hidden = rows.length <= FEW;
  };
  const orders = el('span');
  box.append(el('div', {class: 'controls'}, orders, more), body);
  return next => {
    tree = next;
    rows = tree.totals(codesOf(tree.frames));
    by = tree.other ? 'change' : by === 'change' ? 'self' : by;
    orders.replaceChildren(choice('Order', [{value: 'self', label: 'By self'}, {value: 'total', label: 'By total'}, ...(tree.other ? [{value: 'change', label: 'By change'}] : [])], by, value => { by = value; fill(); }));
    fill();
  };
}

/** Lists of frames that appeared and vanished, for a tree that is compared with another. words: {appeared, vanished}. */
export function turnoverLists(tree, words) {
  const sides = turnover(tree, codesOf(tree.frames));
  const real = list => list.filter(({frame}) => tree.frames.labels[tree.frames.kinds[frame]] !== 'not seen');
  const list = (title, all) => el('div', {class: 'turnover'}, el('h3', null, `${title} (${count(all.length)})`),
      all.length === 0 ? el('p', {class: 'note'}, 'None.') : el('ul', null, all.slice(0, 20).map(({frame, share: part}) =>
        el('li', null, el('span', {class: 'place'}, shortened(tree.frames.names[frame], 140)), el('span', {class: 'note'}, ` ${duration(1e9 * part)} of a second`)))),
      all.length > 20 ? el('p', {class: 'note'}, `and ${count(all.length - 20)} more, all lighter.`) : null);
  return el('div', {class: 'turnovers'}, list(words.appeared, real(sides.appeared)), list(words.vanished, real(sides.vanished)));
}
