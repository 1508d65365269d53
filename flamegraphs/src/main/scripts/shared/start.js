// What every page does first: read the data, set the title, the theme and the keys, and fill the sections.
import {follow} from './address.js';
import {listContents} from './contents.js';
import {el} from './dom.js';
import {embedded} from './embedded.js';
import {listen} from './keys.js';
import {fillSections, panels} from './sections.js';
import {working} from './slices.js';
import {switchTheme} from './theme.js';

async function run(fillers, prepare) {
  try {
    const data = await embedded();
    switchTheme(document.getElementById('theme'));
    const {title, keys} = prepare(data);
    document.title = 'Straggler: ' + title;
    document.getElementById('task').textContent = title;
    listen(document.getElementById('keys'), {
      '/': () => { const input = document.querySelector('#flames input[type=search]'); input && input.focus(); },
      d: () => document.getElementById('theme').click(),
      ...keys
    });
    await fillSections(fillers, data);
    const contents = document.getElementById('contents');
    contents && listContents(contents);
  } catch (error) {
    document.querySelector('main').prepend(el('p', {class: 'notice', role: 'alert'}, 'This report could not be drawn: ' + error.message));
  }
  document.documentElement.dataset.drawn = 'true';
}

/**
 * fillers: what fills each section, by its id, in the order in which they are filled. prepare(data) returns {title, keys}, keys being what
 * single keys do on this page.
 */
export function start(fillers, prepare) {
  // The one name that a page gives its window, for the console and for tests: no script reads it.
  globalThis.Straggler = {panels, working};
  follow();
  run(fillers, prepare);
}
