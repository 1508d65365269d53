// A table whose rows can be opened to show what is behind them.
import {el, table} from './dom.js';

/**
 * rows: [{cells, name, detail}]; detail() makes what an opened row shows, and a row without one stays as it is. Rows beyond the first
 * shown ones are behind a button that says rest.
 */
export function expandingTable(caption, columns, rows, shown = rows.length, rest = '') {
  const some = rows.some(row => row.detail);
  const box = table(caption, columns, rows.map(({cells, name, detail}) => {
    if (!detail) {
      return [el('span', {class: some ? 'closed-row plain' : 'closed-row'}, cells[0]), ...cells.slice(1)];
    }
    const button = el('button', {type: 'button', class: 'expand', 'aria-expanded': 'false', 'aria-label': 'Details of ' + name});
    button.addEventListener('click', () => toggle(button, columns.length, detail));
    return [el('span', {class: 'closed-row'}, button, el('span', null, cells[0])), ...cells.slice(1)];
  }));
  fold(Array.from(box.querySelectorAll('tbody > tr')).slice(shown), columns.length, rest);
  return box;
}

/** One row that is left out is no longer than what would stand for it. */
function fold(some, width, rest) {
  if (some.length < 2) {
    return;
  }
  some.forEach(row => { row.hidden = true; });
  const line = el('tr', {class: 'rest'}, el('td', {colspan: width}, el('button', {type: 'button', onclick: () => {
    line.remove();
    some.forEach(row => { row.hidden = false; });
    some[0].querySelector('button, a') && some[0].querySelector('button, a').focus();
  }}, rest)));
  some[some.length - 1].after(line);
}

function toggle(button, width, detail) {
  const open = button.getAttribute('aria-expanded') !== 'true';
  const row = button.closest('tr');
  button.setAttribute('aria-expanded', String(open));
  if (open && !button.details) {
    button.details = el('tr', {class: 'row-detail'}, el('td', {colspan: width}, detail()));
    row.after(button.details);
  } else {
    button.details.hidden = !open;
  }
}
