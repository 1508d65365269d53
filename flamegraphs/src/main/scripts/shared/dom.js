// Builds elements. Text only ever becomes a text node, so no name from the measured program can become markup.
import {explain} from './about.js';

let explained = 0;

/** el('td', {class: 'number', onclick: f}, 'text', child, ['more', 'children']); null children are skipped. */
export function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (value === true) {
      element.setAttribute(key, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined) {
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
  }
}

/** What stands above a column: its title; a button where there is something to say about it. */
function head({title, about}) {
  if (!about) {
    return title;
  }
  const id = 'about-' + ++explained;
  const button = el('button', {type: 'button', class: 'about', 'aria-describedby': id}, title);
  explain(button, about);
  return [button, el('span', {id, hidden: true}, about)];
}

/** A table in a box that scrolls sideways on its own. columns: [{title, number, about}], about in a sentence or two; rows: arrays of cells. */
export function table(caption, columns, rows) {
  const cell = (column, content, i) =>
      el(i === 0 ? 'th' : 'td', {class: column.number ? 'number' : null, scope: i === 0 ? 'row' : null}, content);
  return el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
      el('table', null,
          el('caption', {class: 'unseen'}, caption),
          el('thead', null, el('tr', null, columns.map(column =>
              el('th', {scope: 'col', class: column.number ? 'number' : null}, head(column))))),
          el('tbody', null, rows.map(row =>
              el('tr', null, row.map((content, i) => cell(columns[i], content, i)))))));
}

/** A name of a class, method or file, which may be broken after a dot. */
export function place(text) {
  return el('span', {class: 'place'}, text.split(/(?<=[./])(?=.)/).flatMap((piece, i) => i === 0 ? [piece] : [el('wbr'), piece]));
}

/** A figure with a bar below it, by which rows can be ranked at a glance; ratio is of the longest one. */
export function ranked(text, ratio) {
  const fill = el('span', {class: 'rank-fill'});
  fill.style.width = 100 * Math.max(0.01, Math.min(1, ratio)) + '%';
  return el('span', {class: 'ranked'}, text, el('span', {class: 'rank-track', 'aria-hidden': 'true'}, fill));
}

/** Buttons of which one is pressed. options: [{value, label}]; change gets the value. */
export function choice(label, options, chosen, change) {
  const buttons = options.map(option => el('button', {
    type: 'button',
    'aria-pressed': String(option.value === chosen),
    onclick: () => {
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(options[i].value === option.value)));
      change(option.value);
    }
  }, option.label));
  return el('span', {class: 'choice', role: 'group', 'aria-label': label}, buttons);
}

/** A button that is in or out; change gets which. */
export function toggle(label, pressed, change, attributes) {
  const button = el('button', {type: 'button', 'aria-pressed': String(pressed), ...attributes}, label);
  button.addEventListener('click', () => {
    const now = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(now));
    change(now);
  });
  return button;
}

/** Puts text on the clipboard; done() hears when it is there. */
export function copy(text, done) {
  if (globalThis.navigator.clipboard && globalThis.isSecureContext) {
    navigator.clipboard.writeText(text).then(done, () => copyBySelection(text, done));
  } else {
    copyBySelection(text, done);
  }
}

function copyBySelection(text, done) {
  const before = document.activeElement;
  const area = el('textarea', {class: 'unseen', 'aria-hidden': 'true', tabindex: '-1'});
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
  before.focus({preventScroll: true});
  done();
}
