// The frames of a call tree as a table of self and total, and those that only one of two compared trees has.
import {el, table, toggle} from '../shared/dom.js';
import {count, duration, share, shortened} from '../shared/format.js';
import {orderOf, sortingHeads} from '../shared/sorted-table.js';
import {codesOf, turnover} from './call-tree-views.js';

const FEW = 15;
const MANY = 100;
const KINDS = ['text', 'text', 'number', 'number', 'number', 'number', 'number'];

function columnsOf(tree) {
  return [{title: 'Frame'}, {title: 'Kind', about: 'How the code ran: compiled by which compiler, interpreted, native, or in the kernel.'},
    {title: 'Self', number: true, about: 'With this frame on top of the stack.'}, {title: '% self', number: true},
    {title: 'Total', number: true, about: 'With this frame anywhere on the stack; a recursion counts once.'}, {title: '% total', number: true},
    tree.other ? {title: 'Per second, change', number: true, about: 'What the frame takes more or less of a second than on the other side.'} : {title: 'Captures', number: true, about: 'Stacks with this frame on them.'}];
}

/** The table with these rows of a tree's totals. */
function framesOf(tree, rows, chosen) {
  const amount = value => tree.unit === 'ns' ? duration(value) : count(value);
  const per = value => duration(1e9 * value / (tree.total[0] || 1));
  return table('Heaviest frames', columnsOf(tree), rows.map(row => [
    el('button', {type: 'button', class: 'link frame-name', title: 'Find it in the flame graph', onclick: () => chosen(tree.frames.names[row.frame])}, shortened(tree.frames.names[row.frame], 160)),
    kindOf(tree, row), amount(row.self), share(row.self, tree.total[0]), amount(row.total), share(row.total, tree.total[0]),
    tree.other ? (row.total >= row.other ? '+' : '−') + per(Math.abs(row.total - row.other)) : count(Math.round(row.samples))]));
}

function kindOf(tree, {frame}) {
  return tree.frames.labels[tree.frames.kinds[frame]];
}

/** Values that rows sort by, column by column. */
function valuesOf(tree, rows) {
  return rows.map(row => [tree.frames.names[row.frame], kindOf(tree, row), row.self, row.self, row.total, row.total, tree.other ? row.total - row.other : row.samples]);
}

/** The heaviest by self, or of compared trees those that changed most. */
function heaviest(tree) {
  const weight = tree.other ? row => Math.abs(row.total - row.other) : row => row.self;
  return tree.totals(codesOf(tree.frames)).sort((a, b) => weight(b) - weight(a) || b.total - a.total);
}

/** Written into box; id: what the address calls the table; chosen(name) hears which frame was clicked. Returns what shows another tree. */
export function frameTable(box, id, chosen) {
  let many = false;
  let fill = () => {};
  const body = el('div');
  const more = toggle('Top 100', false, on => { many = on; fill(); });
  box.append(el('div', {class: 'controls'}, more), body);
  return tree => {
    const rows = heaviest(tree);
    let order = rows;
    const whole = framesOf(tree, [], chosen);
    fill = () => whole.querySelector('tbody').replaceWith(framesOf(tree, order.slice(0, many ? MANY : FEW), chosen).querySelector('tbody'));
    fill();
    sortingHeads(id, whole, KINDS, state => {
      order = state.column < 0 ? rows : orderOf(valuesOf(tree, rows), state).map(i => rows[i]);
      fill();
    });
    body.replaceChildren(whole);
    more.hidden = rows.length <= FEW;
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
