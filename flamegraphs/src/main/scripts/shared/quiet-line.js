// Small print that opens.
import {el} from './dom.js';

/** A quiet line that says the most important, and opens to the rest. */
export function quiet(term, value, facts) {
  const summary = [el('b', null, term), ' ', value];
  return facts.length === 0 ? el('p', {class: 'quiet-line plain'}, summary)
    : el('details', {class: 'quiet-line'}, el('summary', null, summary), el('ul', null, facts.map(fact => el('li', null, fact))));
}
