// Contents of a page, always in sight: a link for each section, and which one is being read. The address keeps the one that was asked for.
import {addressWith, recall, remember} from './address.js';
import {el} from './dom.js';

/** Key under which the address keeps the section that was asked for. */
const KEY = 'at';

function scrollTo(section) {
  section.scrollIntoView({block: 'start'});
  section.setAttribute('tabindex', '-1');
  section.focus({preventScroll: true});
}

/** Shows a section, and keeps it in the address. */
export function goTo(section) {
  scrollTo(section);
  remember(KEY, section.id);
}

/** A link to a section of the view as it is when somebody copies the link, or opens it in another tab. */
function linkTo(section) {
  const link = el('a', {href: addressWith(KEY, section.id)}, section.dataset.name);
  ['pointerenter', 'focus'].forEach(event => link.addEventListener(event, () => { link.href = addressWith(KEY, section.id); }));
  link.addEventListener('click', event => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      goTo(section);
    }
  });
  return link;
}

export function listContents(box) {
  const sections = Array.from(document.querySelectorAll('main section[data-name]')).filter(section => !section.hidden);
  const links = new Map(sections.map(section => [section, linkTo(section)]));
  const inSight = new Set();
  const observer = new IntersectionObserver(entries => {
    entries.forEach(({target, isIntersecting}) => isIntersecting ? inSight.add(target) : inSight.delete(target));
    const first = sections.find(section => inSight.has(section));
    links.forEach((link, section) => section === first ? link.setAttribute('aria-current', 'true') : link.removeAttribute('aria-current'));
  }, {rootMargin: '-60px 0px -55% 0px'});
  sections.forEach(section => observer.observe(section));
  box.replaceChildren(...links.values());
  box.hidden = sections.length < 3;
  const asked = sections.find(section => section.id === recall(KEY));
  asked && scrollTo(asked);
}
