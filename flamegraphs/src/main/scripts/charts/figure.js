// A picture on a canvas that follows its box and the theme and can be saved; and what charts have in common.
import {el, toggle} from '../shared/dom.js';
import {duration, shortened} from '../shared/format.js';
import {colour, onChange} from '../shared/theme.js';
import {SvgContext} from './svg-context.js';

const NAMED = {latency: 'blue', service: 'teal', dispatch: 'ochre', jitter: 'grey'};
const PROBES = ['violet', 'olive', 'rose', 'brown'];

/** A colour per series name, the same on every chart. */
export function seriesColour(name, names) {
  const probes = names.filter(other => !(other in NAMED));
  return colour(NAMED[name] || PROBES[probes.indexOf(name) % PROBES.length]);
}

export function seriesLabel(name) {
  return shortened(name.replace(/^probe:/, 'probe ').replace(/^group:/, ''), 40);
}

/** Empty, and as large as that; one that is so large already keeps its memory. */
function sized(canvas, width, height) {
  const ratio = globalThis.devicePixelRatio || 1;
  const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
  const context = canvas.getContext('2d');
  if (canvas.width !== wide || canvas.height !== tall) {
    Object.assign(canvas, {width: wide, height: tall});
    canvas.style.height = height + 'px';
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** Offers bytes as a file. */
function save(name, blob) {
  const link = el('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Buttons that save a picture. paint(context, width, height) draws it; size() tells how large it is. */
export function saveButtons(name, size, paint) {
  const status = el('span', {class: 'note', role: 'status'});
  const png = () => {
    const {width, height} = size();
    const canvas = document.createElement('canvas');
    const context = sized(canvas, width, height);
    context.fillStyle = colour('page');
    context.fillRect(0, 0, width, height);
    paint(context, width, height);
    // Browsers give none of a canvas that is larger than they can draw.
    canvas.toBlob(blob => {
      status.textContent = blob ? '' : 'The picture is too large for this browser to save it as PNG. Save it as SVG.';
      blob && save(name + '.png', blob);
    });
  };
  const svg = () => {
    const {width, height} = size();
    const context = new SvgContext(width, height);
    context.fillStyle = colour('page');
    context.fillRect(0, 0, width, height);
    paint(context, width, height);
    save(name + '.svg', new Blob([context.toString()], {type: 'image/svg+xml'}));
  };
  return el('span', {class: 'choice saves', role: 'group', 'aria-label': 'Save the picture'},
      el('button', {type: 'button', onclick: png, 'aria-label': 'Save as PNG'}, 'PNG'), el('button', {type: 'button', onclick: svg, 'aria-label': 'Save as SVG'}, 'SVG'), status);
}

/**
 * A canvas and one above it for what moves. paint(context, width, height) draws the picture, over(context, width, height) what
 * moves; hover(event, x, y) hears the pointer and hover(null) that it left. Returns {box, canvas, redraw, redrawOver, size, remove}.
 */
export function figure(parent, {label, height, paint, over, hover, focusable}) {
  const base = el('canvas', {class: 'figure-base', 'aria-hidden': 'true'});
  const top = el('canvas', {class: 'figure-over', role: focusable ? 'application' : 'img', 'aria-label': label, tabindex: focusable ? '0' : null});
  const box = el('div', {class: 'figure'}, base, top);
  parent.append(box);
  // Asking the box itself would make the browser lay out the page, for every step of a drag.
  let known = 0;
  const size = () => ({width: known || box.clientWidth, height: height()});
  let family = '';
  const prepare = (canvas, draw) => {
    const {width, height: tall} = size();
    if (width > 0) {
      const context = sized(canvas, width, tall);
      family = family || getComputedStyle(box).fontFamily;
      context.font = '12px ' + family;
      draw(context, width, tall);
    }
  };
  const once = draw => {
    let pending = 0;
    return () => { pending = pending || requestAnimationFrame(() => { pending = 0; draw(); }); };
  };
  const redrawOver = once(() => prepare(top, over || (() => {})));
  const redraw = once(() => { box.style.height = height() + 'px'; prepare(base, paint); redrawOver(); });
  const observer = new ResizeObserver(entries => {
    known = Math.round(entries[entries.length - 1].contentRect.width);
    redraw();
  });
  observer.observe(box);
  const forget = onChange(redraw);
  if (hover) {
    top.addEventListener('pointermove', event => {
      const place = top.getBoundingClientRect();
      hover(event, event.clientX - place.left, event.clientY - place.top);
    });
    top.addEventListener('pointerleave', () => hover(null));
  }
  const remove = () => {
    observer.disconnect();
    forget();
    box.remove();
  };
  return {box, canvas: top, redraw, redrawOver, size, remove};
}

/** A box of text beside the pointer. show(event, elements), hide() and remove(). */
export function tip() {
  const box = el('div', {class: 'flame-tip', hidden: true});
  document.body.append(box);
  return {
    show(event, content) {
      box.replaceChildren(...content);
      box.hidden = false;
      const size = box.getBoundingClientRect();
      const below = event.clientY + 18;
      box.style.left = Math.max(8, Math.min(event.clientX + 14, globalThis.innerWidth - size.width - 8)) + 'px';
      box.style.top = (below + size.height > globalThis.innerHeight ? Math.max(4, event.clientY - size.height - 10) : below) + 'px';
    },
    hide() { box.hidden = true; },
    remove() { box.remove(); },
    box
  };
}

export function tipRow(swatch, label, value) {
  const mark = el('i', {class: 'swatch'});
  mark.style.background = swatch;
  return el('div', {class: 'tip-row'}, mark, el('span', null, label), el('b', null, value));
}

/** A legend whose entries are buttons. */
export function legend(entries, change) {
  return el('span', {class: 'legend', role: 'group', 'aria-label': 'Shown series'}, entries.map(entry => {
    const mark = el('i', {class: 'swatch ' + (entry.shape || '')});
    onChange(() => { mark.style.setProperty('--swatch', entry.colour()); });
    const button = toggle('', entry.shown, shown => change(entry.key, shown), {class: 'key'});
    button.append(mark, entry.label);
    return button;
  }));
}

export function axisLabel(ns) {
  return ns <= 0 ? '0' : duration(ns);
}
