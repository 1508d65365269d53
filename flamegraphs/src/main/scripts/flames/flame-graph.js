// A flame graph on a canvas: one component for every page. It knows a tree and its box, and nothing of reports.
import {tip} from '../charts/figure.js';
import {copy, el} from '../shared/dom.js';
import {count, counted, duration, share, shortened, visible} from '../shared/format.js';
import {FlameInput} from './flame-input.js';
import {change, differenceColour, frameColour, NARROWEST, paint, ROW, rowTop} from './flame-paint.js';

const LABEL = 'Flame graph. Arrow keys walk from frame to frame, Enter zooms in, Escape zooms out, c copies the name. '
    + 'The same frames follow as a tree and as a table.';

/** A row of which less is covered is mostly blank. */
const COVERED = 0.12;

/** How many rows there are down to the last that is not mostly blank; wide: what is covered by depth. */
function filled(wide, total, least) {
  let deepest = least;
  wide.forEach((covered, depth) => { deepest = covered >= COVERED * total ? Math.max(deepest, depth) : deepest; });
  return deepest + 1;
}

export class FlameGraph extends FlameInput {
  /** Draws tree into container, which it fills in width. around(node) is asked for callers and callees, announce(text, node) gets what is under the focus; zoomed(path) where it is zoomed to. */
  constructor(container, tree, {announce, zoomed, around} = {}) {
    super();
    this.announce = announce || (() => {});
    this.zoomedTo = zoomed || (() => {});
    this.around = around || (() => {});
    this.canvas = el('canvas', {tabindex: '0', role: 'application', 'aria-roledescription': 'flame graph', 'aria-label': LABEL});
    this.content = el('div', null, this.canvas);
    this.box = el('div', {class: 'flame-view'}, this.content);
    this.tip = tip();
    this.deeper = el('div', {class: 'flame-deeper note', hidden: true});
    this.frameBox = el('div', {class: 'flame'}, this.box, this.deeper);
    container.append(this.frameBox);
    this.view = {icicle: true, found: null, focused: -1, scrollTop: 0, width: 0, height: 0, contentHeight: 0, shownName: node => this.shownName(node)};
    this.setColours();
    this.setTree(tree);
    this.listen();
  }

  /** Another tree, zoomed to the same path as far as that has it. */
  setTree(tree) {
    const path = this.view.tree ? this.view.tree.path(this.view.zoomed).map(node => this.view.tree.name(node)) : [];
    this.names = new Map();
    this.shades = [];
    Object.assign(this.view, {tree, zoomed: tree.follow(path), focused: -1});
    if (this.expression) {
      this.view.found = tree.search(this.expression).found;
    }
    this.layOut();
    this.toRoot();
  }

  /** colourOf(node, dark) replaces the colours by kind of code, where it is not null, and says in words(node) what the colour says. */
  setColours(colourOf, words) {
    this.view.colourOf = (node, dark) => colourOf && colourOf(node, dark) || this.shade(node, dark);
    this.colourWords = words || (() => []);
    this.view.markOf = node => {
      const grown = this.view.tree.other && node > 0 ? change(this.view.tree, node) : 0;
      return grown >= 0.001 ? '▲ ' : grown <= -0.001 ? '▼ ' : '';
    };
    this.redraw();
  }

  shade(node, dark) {
    const {tree} = this.view;
    if (tree.other && node > 0) {
      return differenceColour(change(tree, node), dark);
    }
    const key = tree.frame[node] * 2 + (dark ? 3 : 2);
    return this.shades[key] || (this.shades[key] = frameColour(tree.kind(node), tree.name(node), dark));
  }

  setIcicle(icicle) {
    this.view.icicle = icicle;
    this.layOut();
    this.toRoot();
  }

  /** Highlights frames that match, or none for null. Returns {matched, nodes}, or null. */
  search(expression) {
    this.expression = expression;
    const result = expression ? this.view.tree.search(expression) : null;
    this.view.found = result ? result.found : null;
    this.redraw();
    return result;
  }

  /** Moves the focus to the next match in reading order, or the one before for −1. */
  toMatch(step) {
    const {tree, found, focused} = this.view;
    if (!found) {
      return;
    }
    for (let tried = 1, node = Math.max(0, focused); tried <= tree.size; tried++) {
      node = (node + step + tree.size) % tree.size;
      if (node > 0 && found[tree.frame[node]] && tree.some(node)) {
        if (node < this.view.zoomed || node >= tree.end[this.view.zoomed]) {
          this.zoom(0);
        }
        this.focus(node);
        return;
      }
    }
  }

  zoom(node) {
    this.view.zoomed = node;
    this.layOut();
    this.reveal(node);
    this.redraw();
    this.zoomedTo(this.view.tree.path(node).map(at => this.view.tree.name(at)));
  }

  reset() {
    this.zoom(0);
  }

  redraw() {
    if (!this.pending) {
      this.pending = requestAnimationFrame(() => {
        this.pending = 0;
        this.draw();
      });
    }
  }

  draw() {
    const {canvas, view} = this;
    const ratio = globalThis.devicePixelRatio || 1;
    if (view.width === 0 || (this.drawn && this.far && !this.printing)) {
      this.stale = true;
      return;
    }
    this.drawn = true;
    this.stale = false;
    canvas.width = Math.round(view.width * ratio);
    canvas.height = Math.round(view.height * ratio);
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    view.scrollTop = this.box.scrollTop;
    view.font = getComputedStyle(this.box).fontFamily;
    paint(context, view);
  }

  /** Sizes the box to the rows that are filled at this zoom: a few narrow towers, and more than half a screen, are scrolled to. */
  layOut() {
    const {view} = this;
    // What is at the root's end stays there: a wider picture has other rows at the far end.
    const above = view.icicle ? null : view.contentHeight - view.height - this.box.scrollTop;
    const {tree, zoomed} = view;
    view.width = this.box.clientWidth;
    this.hideTip();
    const least = tree.total[zoomed] * NARROWEST / Math.max(1, view.width);
    let deepest = tree.depth[zoomed];
    const wide = [];
    for (let node = zoomed + 1; node < tree.end[zoomed];) {
      if (tree.total[node] < least) {
        node = tree.end[node];
      } else {
        deepest = Math.max(deepest, tree.depth[node]);
        wide[tree.depth[node]] = (wide[tree.depth[node]] || 0) + tree.total[node];
        node++;
      }
    }
    const rows = (deepest + 1) * ROW;
    view.height = this.printing ? rows : Math.min(rows, Math.max(8, filled(wide, tree.total[zoomed], tree.depth[zoomed])) * ROW, Math.max(14 * ROW, Math.round(globalThis.innerHeight * 0.45)));
    const deeper = Math.round((rows - view.height) / ROW);
    this.deeper.hidden = deeper <= 0;
    this.deeper.textContent = `${counted(deeper, 'row')} more ${view.icicle ? 'below' : 'above'}: scroll, or click a frame to zoom`;
    view.contentHeight = rows;
    this.content.style.height = rows + 'px';
    this.box.style.height = view.height + 'px';
    this.canvas.style.height = view.height + 'px';
    if (above !== null && view.contentHeight > view.height) {
      this.box.scrollTop = view.contentHeight - view.height - above;
    }
    this.redraw();
  }

  toRoot() {
    this.box.scrollTop = this.view.icicle ? 0 : this.view.contentHeight;
  }

  reveal(node) {
    const top = rowTop(this.view, this.view.tree.depth[node]);
    if (top < this.box.scrollTop) {
      this.box.scrollTop = top;
    } else if (top + ROW > this.box.scrollTop + this.view.height) {
      this.box.scrollTop = top + ROW - this.view.height;
    }
  }

  focus(node) {
    this.view.focused = node;
    this.reveal(node);
    this.announce(this.describe(node).join(' · '), node);
    this.redraw();
  }

  /** The whole picture, what is scrolled away included, for saving. */
  paintWhole(context) {
    context.font = '12px sans-serif';
    paint(context, {...this.view, scrollTop: 0, height: this.view.contentHeight, focused: -1, font: 'sans-serif'});
  }

  wholeSize() {
    return {width: this.view.width, height: this.view.contentHeight};
  }

  /** Puts the name of a frame on the clipboard. */
  copy(node) {
    const name = this.view.tree.name(node);
    copy(name, () => this.announce('Copied: ' + shortened(name, 300), node));
  }

  shownName(node) {
    let name = this.names.get(node);
    if (name === undefined) {
      name = visible(this.view.tree.name(node).slice(0, 400));
      this.names.set(node, name);
    }
    return name;
  }

  /** Texts about a node: name, kind, total, self, captures, and how deep a folded recursion was. */
  describe(node) {
    const {tree} = this.view;
    const amount = value => tree.unit === 'ns' ? duration(value) : counted(value, 'capture');
    const texts = [shortened(tree.name(node), 300)];
    if (node > 0) {
      texts.push(tree.kind(node));
    }
    texts.push(`${amount(tree.total[node])} in all (${share(tree.total[node], tree.total[0])})`,
        `${amount(tree.self[node])} of its own (${share(tree.self[node], tree.total[0])})`);
    if (tree.unit === 'ns') {
      texts.push(counted(Math.round(tree.samples[node]), 'capture'));
    }
    if (tree.rounds(node) > 1) {
      texts.push(`recursion, up to ×${count(tree.rounds(node))}`);
    }
    return texts.concat(tree.other && node > 0 ? this.difference(node) : [], this.colourWords(node));
  }

  /** How it differs from the tree that this one is compared with, per second of each. */
  difference(node) {
    const {tree} = this.view;
    const per = value => duration(1e9 * value / (tree.total[0] || 1));
    const grown = tree.total[node] - tree.other[node];
    return [`of a second ${per(tree.total[node])}, ${this.reference || 'before'} ${per(tree.other[node])}: ${grown >= 0 ? '+' : '−'}${per(Math.abs(grown))}`
      + (tree.other[node] === 0 ? ', appeared' : tree.total[node] === 0 ? ', vanished' : '')];
  }
}
