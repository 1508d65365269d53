// The page is a row of sections. One that has nothing to say stays hidden, and an error in one is shown in its place and spoils no other.
import {el} from './dom.js';

/** What the sections show, by id, for the console and for tests. */
export const panels = {};

/**
 * Fills the sections one after the other, with room for the browser to paint in between: what is on top is seen first. fillers: {id: fill};
 * fill(element, data) returns false when there is nothing to show, else what shows it.
 */
export async function fillSections(fillers, data) {
  for (const [id, fill] of Object.entries(fillers)) {
    const element = document.getElementById(id);
    element.hidden = false;
    try {
      panels[id] = fill(element, data);
      element.hidden = panels[id] === false;
    } catch (error) {
      element.append(el('p', {class: 'notice'}, 'This part of the report could not be drawn: ' + error.message));
    }
    await new Promise(resolve => setTimeout(resolve));
  }
}
