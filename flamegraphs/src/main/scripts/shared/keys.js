// What the keyboard does on the page, and the sheet that says so.
import {el} from './dom.js';

/** Keys, and what each does in the parts of a page: [selector of the part, words]; an empty selector is everywhere. */
const KEYS = [
  ['?', [['', 'This sheet']]],
  ['/', [['#flames', 'Search the flame graph']]],
  ['[ and ]', [['#outliers', 'The next worse outlier, and the next less bad one']]],
  ['x', [['#selection', 'Let go of the selection']]],
  ['d', [['', 'Dark or light']]],
  ['Arrows', [['#flames', 'In the flame graph: from frame to frame. In the tree: up, down, open, close'], ['#timeline', 'On the time panel: from outlier to outlier'],
    ['#outliers', 'In an outlier: from capture to capture']]],
  ['Enter', [['#flames', 'In the flame graph: zoom in. In the search: next match, with Shift the previous'], ['#timeline', 'On the time panel: open the outlier']]],
  ['Escape', [['#flames', 'In the flame graph: zoom out'], ['#timeline', 'On the time panel: let go of the selected interval']]],
  ['n and N', [['#flames', 'In the flame graph: next and previous match']]],
  ['c', [['#flames', 'In the flame graph: copy the name of the frame']]],
  ['s', [['#flames', 'In the flame graph: callers and callees of the frame']]],
  ['Home', [['#flames', 'In the flame graph: the root']]]
];

/** What the keys do on this page. */
function here() {
  return KEYS.map(([key, parts]) => [key, parts.filter(([part]) => part === '' || document.querySelector(part)).map(([, words]) => words).join('. ')]).filter(([, words]) => words);
}

function sheet() {
  const close = el('button', {type: 'button', autofocus: true}, 'Close');
  const dialog = el('dialog', {class: 'sheet', 'aria-label': 'Keys'}, el('h2', null, 'Keys'),
      el('dl', null, here().map(([key, what]) => [el('dt', null, el('kbd', null, key)), el('dd', null, what)])), close);
  close.addEventListener('click', () => dialog.close());
  document.body.append(dialog);
  return dialog;
}

function typing(target) {
  return target.matches('input, textarea, select, [contenteditable]');
}

/** On many keyboards brackets are typed with Option or AltGr, which some systems report as Control and Alt. */
function commanding(event) {
  const typed = ['[', ']'].includes(event.key);
  return event.metaKey || event.altKey && !typed || event.ctrlKey && !(typed && event.getModifierState('AltGraph'));
}

/** actions: {key: function} for the whole page. */
export function listen(button, actions) {
  const dialog = sheet();
  const open = () => dialog.open || dialog.showModal();
  button.addEventListener('click', open);
  document.addEventListener('keydown', event => {
    const action = event.key === '?' ? open : actions[event.key];
    if (action && !typing(event.target) && !commanding(event) && !dialog.open) {
      action();
      event.preventDefault();
    }
  });
}
