// The button that takes the answer of a page away as text.
import {copy} from './dom.js';

/** Makes the page's button copy what text() returns. */
export function copyButton(text) {
  const button = document.getElementById('copy');
  const said = button.textContent;
  button.hidden = false;
  button.addEventListener('click', () => copy(text(), () => {
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = said; }, 2000);
  }));
}
