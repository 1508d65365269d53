// What a page holds, always in sight: a button for each section, and which one is being read. The address keeps the one that was asked for.
import {recall, remember} from './address.js';
import {el} from './dom.js';

function goTo(section) {
  section.scrollIntoView({block: 'start'});
  section.setAttribute('tabindex', '-1');
  section.focus({preventScroll: true});
}

export function listContents(box) {
  const sections = Array.from(document.querySelectorAll('main section[data-name]')).filter(section => !section.hidden);
  const buttons = new Map(sections.map(section => [section, el('button', {type: 'button', onclick: () => {
    goTo(section);
    remember('at', section.id);
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
  const asked = sections.find(section => section.id === recall('at'));
  asked && goTo(asked);
}
