// The search box of a flame graph: a regular expression, the share that matches, the next match, only matches or none.
import {recall, remember} from '../shared/address.js';
import {choice, el} from '../shared/dom.js';
import {counted, share} from '../shared/format.js';
import * as treeViews from './call-tree-views.js';

export class FlameSearch {
  /** key: under what the address keeps it. sifted() hears that matches are to be kept or hidden. */
  constructor(key, sifted) {
    this.key = key;
    this.sift = ['keep', 'hide'].includes(recall(key + 'only')) ? recall(key + 'only') : 'all';
    this.found = el('span', {class: 'note', 'aria-live': 'polite'});
    this.input = el('input', {class: 'search', type: 'search', placeholder: 'Search: regular expression', 'aria-label': 'Search frames by regular expression', spellcheck: 'false', autocomplete: 'off'});
    this.input.value = recall(key);
    this.input.addEventListener('input', () => {
      remember(key, this.input.value);
      this.sift === 'all' ? this.apply() : sifted();
    });
    this.input.addEventListener('keydown', event => {
      if (event.key === 'Enter') {
        this.graph.toMatch(event.shiftKey ? -1 : 1);
      } else if (event.key === 'Escape' && this.input.value) {
        this.set('');
        event.preventDefault();
      }
    });
    this.parts = [this.input,
      el('button', {type: 'button', 'aria-label': 'Previous match', onclick: () => this.graph.toMatch(-1)}, '‹'),
      el('button', {type: 'button', 'aria-label': 'Next match', onclick: () => this.graph.toMatch(1)}, '›'),
      this.choices = choice('Matches', [{value: 'all', label: 'Mark'}, {value: 'keep', label: 'Keep only'}, {value: 'hide', label: 'Hide'}], this.sift, value => {
        this.sift = value;
        remember(key + 'only', value === 'all' ? '' : value);
        sifted();
      }),
      this.found];
  }

  set(text) {
    this.input.value = text;
    this.input.dispatchEvent(new Event('input'));
  }

  /** What is sought, or null; what is no expression finds nothing, and why it is none stands where the share of matches would. */
  expression() {
    let expression = null;
    this.wrong = '';
    try {
      expression = this.input.value ? new RegExp(this.input.value, 'i') : null;
    } catch (error) {
      this.wrong = error.message;
    }
    this.wrong ? this.input.setAttribute('aria-invalid', 'true') : this.input.removeAttribute('aria-invalid');
    return expression;
  }

  /** The tree with only the matches, or without them, if that is asked for. */
  sifted(tree) {
    const expression = this.expression();
    return this.sift === 'all' || !expression ? tree : treeViews.sifted(tree, tree.search(expression).found, this.sift === 'keep');
  }

  apply() {
    const result = this.graph.search(this.expression());
    this.found.textContent = this.wrong || (result ? `${share(result.matched, this.graph.view.tree.total[0])} matched, ${counted(result.nodes, 'frame')}` : '');
  }
}
