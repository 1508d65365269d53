// Tables whose rows a reader can sort: a click on the head of a column sorts by it, a second click turns the order round, a third brings back the order of the page.
import {recall, remember} from './address.js';
import {el} from './dom.js';

const PREFIX = 'sort-';

/** Order of a table that the address asks for: {column, down}; column is −1 for the order of the page. */
function recalled(id, sorts) {
  const [column, way] = recall(PREFIX + id).split('-');
  return sorts[Number(column)] && column !== '' ? {column: Number(column), down: way === 'down'} : {column: -1, down: false};
}

/** The state after a click: numbers begin with the largest, texts with A. */
function next({column, down}, clicked, kind) {
  const first = kind === 'number';
  return column !== clicked ? {column: clicked, down: first} : down === first ? {column, down: !first} : {column: -1, down: false};
}

function headButton(head) {
  const button = head.querySelector('button') || el('button', {type: 'button', class: 'sort'}, head.firstChild);
  head.contains(button) || head.append(button);
  return button;
}

/**
 * Makes heads of a table sort. id: what the address calls the table; kinds: 'number', 'text' or null for each column. sort({column, down})
 * hears each change, and the first state unless that is the order of the page.
 */
export function sortingHeads(id, box, kinds, sort) {
  const heads = [...box.querySelectorAll('thead th')];
  let state = recalled(id, kinds);
  const show = () => heads.forEach((head, i) => kinds[i] && head.setAttribute('aria-sort', i !== state.column ? 'none' : state.down ? 'descending' : 'ascending'));
  heads.forEach((head, i) => kinds[i] && headButton(head).addEventListener('click', () => {
    state = next(state, i, kinds[i]);
    remember(PREFIX + id, state.column < 0 ? '' : `${state.column}-${state.down ? 'down' : 'up'}`);
    show();
    sort(state);
  }));
  show();
  if (state.column >= 0) {
    sort(state);
  }
}

function isEmpty(value) {
  return value === undefined || value === null || value === '';
}

/** Numbers by size, texts by letter; what is empty comes last either way. */
function compared(a, b, down) {
  if (isEmpty(a) || isEmpty(b)) {
    return isEmpty(a) - isEmpty(b);
  }
  const [left, right] = typeof a === 'string' ? [a.toLowerCase(), b.toLowerCase()] : [a, b];
  return (left < right ? -1 : left > right ? 1 : 0) * (down ? -1 : 1);
}

/** The numbers of rows in the order of a column. values: what rows sort by, column by column; null for a row that stays on top. */
export function orderOf(values, {column, down}) {
  const numbers = values.map((value, i) => i);
  return column < 0 ? numbers : numbers.sort((i, k) => !values[i] || !values[k] ? Boolean(values[i]) - Boolean(values[k]) : compared(values[i][column], values[k][column], down));
}

function kindsOf(values) {
  const width = Math.max(0, ...values.map(row => row ? row.length : 0));
  return Array.from({length: width}, (_, column) => {
    const some = values.map(row => row && row[column]).find(value => !isEmpty(value));
    return some === undefined ? null : typeof some === 'string' ? 'text' : 'number';
  });
}

/**
 * Makes the rows of a table sort by the values that they show, rows that are folded away included. values: for each row its values in
 * the order of columns, numbers or texts; a column without any does not sort. Returns the box of the table.
 */
export function sortable(id, box, values) {
  if (values.length < 2) {
    return box;
  }
  const body = box.querySelector('tbody');
  const rest = body.querySelector('.rest');
  const rows = [...body.rows].filter(row => row !== rest);
  const folded = rows.filter(row => row.hidden);
  sortingHeads(id, box, kindsOf(values), state => {
    const sorted = state.column >= 0;
    const details = new Map(rows.filter(row => row.nextElementSibling?.matches('.row-detail')).map(row => [row, row.nextElementSibling]));
    const fold = Boolean(rest?.isConnected) && !sorted;
    folded.forEach(row => {
      fold && row.querySelector('.expand[aria-expanded=true]')?.click();
      row.hidden = fold;
    });
    body.append(...orderOf(values, state).flatMap(i => details.has(rows[i]) ? [rows[i], details.get(rows[i])] : [rows[i]]));
    if (rest?.isConnected) {
      body.append(rest);
      rest.hidden = sorted;
    }
  });
  return box;
}
