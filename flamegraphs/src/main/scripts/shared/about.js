// What a word on the page means, said beside it when it is pointed at, focused or tapped.

let shown = null;
let tip = null;

/** The one box that says it, above all else on the page. */
function box() {
  if (!tip) {
    tip = document.createElement('div');
    tip.className = 'flame-tip about-tip';
    tip.hidden = true;
    document.body.append(tip);
    window.addEventListener('scroll', place, {capture: true, passive: true});
    document.addEventListener('keydown', event => event.key === 'Escape' && hide());
    document.addEventListener('pointerdown', event => shown && !shown.contains(event.target) && hide());
  }
  return tip;
}

/** Below the word, or above it where there is no room. */
function place() {
  if (shown) {
    const word = shown.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const below = word.bottom + 6;
    tip.style.left = Math.max(8, Math.min(word.left, globalThis.innerWidth - size.width - 8)) + 'px';
    tip.style.top = (below + size.height > globalThis.innerHeight ? Math.max(4, word.top - size.height - 6) : below) + 'px';
  }
}

function show(word, text) {
  box().textContent = text;
  tip.hidden = false;
  shown = word;
  place();
}

function hide() {
  if (shown) {
    shown = null;
    tip.hidden = true;
  }
}

/** Makes a button say the text. Whoever cannot see the box hears the text from the element that describes the button. */
export function explain(button, text) {
  ['pointerenter', 'focus', 'click'].forEach(event => button.addEventListener(event, () => show(button, text)));
  ['pointerleave', 'blur'].forEach(event => button.addEventListener(event, () => shown === button && hide()));
}
