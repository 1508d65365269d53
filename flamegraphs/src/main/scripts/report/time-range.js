// The selected interval of time as figures, and buttons that mark it as one of two parts to compare.
import {el} from '../shared/dom.js';
import {PARTS} from './selection.js';

/** The interval as figures, for those who do not drag. select(change) hears what is typed. */
export function rangeBoxes(selection, select) {
  const box = (text, key) => {
    const input = el('input', {class: 'search seconds', type: 'number', min: '0', step: 'any', 'aria-label': text});
    input.addEventListener('change', () => select({[key]: input.value === '' ? null : Number(input.value) * 1e9}));
    selection.onChange(({state}) => {
      // Not while somebody types into it.
      if (document.activeElement !== input) {
        input.value = state[key] === null ? '' : String(Math.round(state[key] / 1e6) / 1e3);
      }
    });
    return input;
  };
  return el('span', {class: 'labelled'}, 'From ', box('Selected from, in seconds', 'fromNs'), ' to ', box('Selected to, in seconds', 'toNs'), ' s');
}

/** Buttons that make the selected interval A or B. interval() gives it, or null; say(text) tells what is to be done first. */
export function partButtons(selection, interval, say) {
  return el('span', {class: 'choice', role: 'group', 'aria-label': 'Compare two parts'}, Object.entries(PARTS).map(([key, name]) =>
    el('button', {type: 'button', title: `Make the selected interval ${name} of a comparison of two parts of the run`, onclick: () => {
      const part = interval();
      if (part) {
        say('');
        selection.set({[key]: part, fromNs: null, toNs: null});
      } else {
        say(`Select an interval first, which is to be ${name}: drag over the picture, or write from when to when.`);
      }
    }}, 'Mark as ' + name)));
}
