// What a page holds, always in sight: a button for each section, and which one is being read.
import {el} from './dom.js';

export function listContents(box) {
  const sections = Array.from(document.querySelectorAll('main section[data-name]')).filter(section => !section.hidden);
  const buttons = new Map(sections.map(section => [section, el('button', {type: 'button', onclick: () => {
    section.scrollIntoView({block: 'start'});
    section.setAttribute('tabindex', '-1');
    section.focus({preventScroll: true});
  }}, section.dataset.name)]));
  const inSight = new Set();
  const observer = new IntersectionObserver(entries => {
    entries.forEach(({target, isIntersecting}) => isIntersecting ? inSight.add(target) : inSight.delete(target));
    const first = sections.find(section => inSight.has(section));
    buttons.forEach((button, section) => section === first ? button.setAttribute('aria-current', 'true') : button.removeAttribute('aria-current'));
  }, {rootMargin: '-60px 0px -55% 0px'});
  sections.forEach(section => observer.observe(section));
  box.replaceChildren(...buttons.values());
  box.hidden = sections.length < 3;
}
