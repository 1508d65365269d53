// How a flame graph looks: colours by kind of code, and the painting of what is visible.
import {colour, isDark} from '../shared/theme.js';

export const ROW = 19;
export const NARROWEST = 0.35;
const NARROWEST_TEXT = 26;

/** Hue and saturation by kind of code; a name shifts the lightness a little, always the same way. */
const KINDS = {
  'interpreted': [14, 62], 'compiled': [148, 32], 'compiled (C1)': [82, 36], 'inlined': [184, 34], 'Java': [160, 30],
  'native': [262, 34], 'JVM': [46, 58], 'kernel': [340, 38], 'not seen': [215, 6], 'group': [215, 22], '': [215, 14]
};

function hash(name) {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  }
  return (h >>> 8) / 0x1000000;
}

export function frameColour(kind, name, dark) {
  const [hue, saturation] = KINDS[kind] || KINDS[''];
  const shift = hash(name) - 0.5;
  return dark ? `hsl(${hue} ${saturation * 0.72}% ${31 + shift * 7}%)` : `hsl(${hue} ${saturation}% ${80 + shift * 8}%)`;
}

/** From what grew to what shrank, by the change in percent of all time; nothing below a tenth of a percent is coloured. */
export function differenceColour(change, dark) {
  if (Math.abs(change) < 0.001) {
    return dark ? 'hsl(215 6% 30%)' : 'hsl(215 10% 90%)';
  }
  const strength = Math.min(1, 0.25 + Math.sqrt(Math.abs(change)) * 1.1);
  const hue = change > 0 ? 14 : 216;
  return dark ? `hsl(${hue} ${60 * strength}% ${30 + 8 * strength}%)` : `hsl(${hue} ${85 * strength}% ${92 - 22 * strength}%)`;
}

/** What a node grew by, as a share of all time. */
export function change(tree, node) {
  return tree.other ? (tree.total[node] - tree.other[node]) / (tree.total[0] || 1) : 0;
}

/** The shortest form that says enough: the whole name, else class and method, else what fits of the method. */
function fitted(name, letters) {
  if (name.length <= letters) {
    return name;
  }
  const start = name.search(/[^.]+\.[^.]+$/);
  const short = start > 0 && /^[\w$.<>]+$/.test(name) ? name.slice(start) : name;
  return short.length <= letters ? short : letters < 4 ? '' : short.slice(0, letters - 1) + '…';
}

/** Where a depth's row begins in the whole picture. */
export function rowTop(view, depth) {
  return view.icicle ? depth * ROW : view.contentHeight - (depth + 1) * ROW;
}

export function paint(context, view) {
  const {tree, zoomed, width, height, scrollTop} = view;
  const scale = width / (tree.total[zoomed] || 1);
  const style = {
    dark: isDark(), ink: colour('ink'), match: colour('match'),
    page: colour('raised'), focus: colour('blue')
  };
  context.clearRect(0, 0, width, height);
  context.font = '12px ' + view.font;
  context.textBaseline = 'middle';
  const letter = context.measureText('com.acme.OrderBook.addOrderToBook').width / 33;
  for (let node = zoomed; node >= 0; node = tree.parent[node]) {
    paintNode(context, view, style, node, 0, width, letter, node !== zoomed);
  }
  for (let node = zoomed + 1; node < tree.end[zoomed];) {
    const wide = tree.total[node] * scale;
    if (wide < NARROWEST) {
      node = tree.end[node];
      continue;
    }
    const top = rowTop(view, tree.depth[node]) - scrollTop;
    if (top > -ROW && top < height) {
      paintNode(context, view, style, node, (tree.x[node] - tree.x[zoomed]) * scale, wide, letter, false);
    }
    node++;
  }
  paintFocus(context, view, style, scale);
}

function paintNode(context, view, style, node, left, wide, letter, ancestor) {
  const {tree, found} = view;
  const top = rowTop(view, tree.depth[node]) - view.scrollTop;
  const matches = found && node > 0 && found[tree.frame[node]];
  context.globalAlpha = ancestor ? 0.6 : found && !matches ? 0.55 : 1;
  context.fillStyle = matches ? style.match : view.colourOf(node, style.dark);
  context.fillRect(left, top, Math.max(wide - (wide > 3 ? 1 : 0), 0.5), ROW - 1);
  context.globalAlpha = 1;
  if (wide >= NARROWEST_TEXT) {
    const text = view.markOf(node) + fitted(view.shownName(node), Math.floor((wide - 8) / letter));
    context.fillStyle = matches ? (style.dark ? '#200018' : '#ffffff') : style.ink;
    context.fillText(text, left + 4, top + ROW / 2, wide - 7);
  }
}

function paintFocus(context, view, style, scale) {
  const {tree, zoomed, focused} = view;
  if (focused < 0) {
    return;
  }
  const inside = focused >= zoomed && focused < tree.end[zoomed];
  const left = inside ? (tree.x[focused] - tree.x[zoomed]) * scale : 0;
  const wide = inside ? Math.max(3, tree.total[focused] * scale) : view.width;
  context.strokeStyle = style.focus;
  context.lineWidth = 2;
  context.strokeRect(left + 1, rowTop(view, tree.depth[focused]) - view.scrollTop + 1, Math.max(1, wide - 3), ROW - 3);
}
