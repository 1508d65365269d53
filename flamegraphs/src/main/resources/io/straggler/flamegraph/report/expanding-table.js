// A table whose rows can be opened to show what is behind them.
(function (Straggler) {
  'use strict';

  const {el, table} = Straggler.dom;

  /** rows: [{cells, name, detail}]; detail() makes what an opened row shows, and a row without one stays as it is. */
  function expandingTable(caption, columns, rows) {
    const some = rows.some(row => row.detail);
    return table(caption, columns, rows.map(({cells, name, detail}) => {
      if (!detail) {
        return [el('span', {class: some ? 'closed-row plain' : 'closed-row'}, cells[0]), ...cells.slice(1)];
      }
      const button = el('button', {type: 'button', class: 'expand', 'aria-expanded': 'false', 'aria-label': 'Details of ' + name});
      button.addEventListener('click', () => toggle(button, columns.length, detail));
      return [el('span', {class: 'closed-row'}, button, cells[0]), ...cells.slice(1)];
    }));
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

  Straggler.expandingTable = expandingTable;
})(Straggler);
