// What the keyboard does on the page, and the sheet that says so.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;

  const KEYS = [
    ['?', 'This sheet'],
    ['/', 'Search the flame graph'],
    ['[ and ]', 'The next worse outlier, and the next less bad one'],
    ['x', 'Let go of the selection'],
    ['d', 'Dark or light'],
    ['Arrows', 'In the flame graph: from frame to frame. On the time panel: from outlier to outlier. In an outlier: from capture to capture. In the tree: up, down, open, close'],
    ['Enter', 'In the flame graph: zoom in. In the search: next match, with Shift the previous. On the time panel: open the outlier'],
    ['Escape', 'In the flame graph: zoom out. On the time panel: let go of the selected stretch'],
    ['n and N', 'In the flame graph: next and previous match'],
    ['c', 'In the flame graph: copy the name of the frame'],
    ['Home', 'In the flame graph: the root']
  ];

  function sheet() {
    const close = el('button', {type: 'button', autofocus: true}, 'Close');
    const dialog = el('dialog', {class: 'sheet', 'aria-label': 'Keys'}, el('h2', null, 'Keys'),
        el('dl', null, KEYS.map(([key, what]) => [el('dt', null, el('kbd', null, key)), el('dd', null, what)])), close);
    close.addEventListener('click', () => dialog.close());
    document.body.append(dialog);
    return dialog;
  }

  function typing(target) {
    return target.matches('input, textarea, select, [contenteditable]');
  }

  /** actions: {key: function} for the whole page. */
  function start(button, actions) {
    const dialog = sheet();
    const open = () => dialog.open || dialog.showModal();
    button.addEventListener('click', open);
    document.addEventListener('keydown', event => {
      const action = event.key === '?' ? open : actions[event.key];
      if (action && !typing(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey && !dialog.open) {
        action();
        event.preventDefault();
      }
    });
  }

  Straggler.keys = {start};
})(Straggler);
