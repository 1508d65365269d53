// A flame graph on a canvas: one component for every page. It knows a tree and its box, and nothing of reports.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;
  const {duration, counted, share, shortened, visible} = Straggler.format;
  const {ROW, NARROWEST, paint, rowTop} = Straggler.flamePaint;

  const LABEL = 'Flame graph. Arrow keys walk from frame to frame, Enter zooms in, Escape zooms out. '
      + 'A table of the same frames follows.';

  class FlameGraph {
    /** Draws tree into container, which it fills in width. told(text) hears what is under the pointer or the focus. */
    constructor(container, tree, told) {
      this.told = told || (() => {});
      this.canvas = el('canvas', {tabindex: '0', role: 'application', 'aria-roledescription': 'flame graph', 'aria-label': LABEL});
      this.content = el('div', null, this.canvas);
      this.box = el('div', {class: 'flame-view'}, this.content);
      this.tip = el('div', {class: 'flame-tip', hidden: true});
      this.frameBox = el('div', {class: 'flame'}, this.box, this.tip);
      container.append(this.frameBox);
      this.view = {icicle: false, found: null, focused: -1, scrollTop: 0, width: 0, height: 0, shownName: node => this.shownName(node)};
      this.setTree(tree);
      this.listen();
    }

    setTree(tree) {
      this.names = new Map();
      Object.assign(this.view, {tree, zoomed: 0, focused: -1});
      if (this.expression) {
        this.view.found = tree.search(this.expression).found;
      }
      this.layOut();
      this.toRoot();
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
        if (node > 0 && found[tree.frame[node]]) {
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
      if (view.width === 0) {
        return;
      }
      canvas.width = Math.round(view.width * ratio);
      canvas.height = Math.round(view.height * ratio);
      const context = canvas.getContext('2d');
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      view.scrollTop = this.box.scrollTop;
      view.font = getComputedStyle(this.box).fontFamily;
      paint(context, view);
    }

    /** Sizes the box to the rows that can be seen at this zoom; more than a screenful scrolls. */
    layOut() {
      const {view} = this;
      const {tree, zoomed} = view;
      view.width = this.box.clientWidth;
      this.hideTip();
      const least = tree.total[zoomed] * NARROWEST / Math.max(1, view.width);
      let deepest = tree.depth[zoomed];
      for (let node = zoomed + 1; node < tree.end[zoomed];) {
        if (tree.total[node] < least) {
          node = tree.end[node];
        } else {
          deepest = Math.max(deepest, tree.depth[node]);
          node++;
        }
      }
      const rows = (deepest + 1) * ROW;
      view.height = Math.min(rows, Math.max(14 * ROW, Math.round(globalThis.innerHeight * 0.66)));
      view.contentHeight = rows;
      this.content.style.height = rows + 'px';
      this.box.style.height = view.height + 'px';
      this.canvas.style.height = view.height + 'px';
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
      this.told(this.describe(node).join(' · '));
      this.redraw();
    }

    shownName(node) {
      let name = this.names.get(node);
      if (name === undefined) {
        name = visible(this.view.tree.name(node).slice(0, 400));
        this.names.set(node, name);
      }
      return name;
    }

    /** What is known of a node, as texts: name, kind, total, self, captures. */
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
        texts.push(counted(tree.samples[node], 'capture'));
      }
      return texts;
    }

    nodeAt(event) {
      const {tree, zoomed, width, contentHeight, icicle} = this.view;
      const box = this.canvas.getBoundingClientRect();
      const y = event.clientY - box.top + this.box.scrollTop;
      const depth = Math.floor((icicle ? y : contentHeight - y - 0.01) / ROW);
      if (depth <= tree.depth[zoomed]) {
        let node = zoomed;
        while (node > 0 && tree.depth[node] > depth) {
          node = tree.parent[node];
        }
        return depth < 0 ? -1 : node;
      }
      const at = tree.x[zoomed] + (event.clientX - box.left) / width * tree.total[zoomed];
      for (let node = zoomed + 1; node < tree.end[zoomed];) {
        if (at >= tree.x[node] && at < tree.x[node] + tree.total[node]) {
          if (tree.depth[node] === depth) {
            return node;
          }
          node++;
        } else {
          node = tree.end[node];
        }
      }
      return -1;
    }

    listen() {
      const {canvas} = this;
      new ResizeObserver(() => this.box.clientWidth !== this.view.width && this.layOut()).observe(this.box);
      this.box.addEventListener('scroll', () => { this.hideTip(); this.redraw(); });
      canvas.addEventListener('pointermove', event => this.hover(event));
      canvas.addEventListener('pointerleave', () => this.hideTip());
      canvas.addEventListener('click', event => {
        const node = this.nodeAt(event);
        if (node >= 0) {
          this.view.focused = -1;
          this.zoom(node);
          this.told(this.describe(node).join(' · '));
        }
      });
      canvas.addEventListener('keydown', event => this.key(event));
      canvas.addEventListener('focus', () => canvas.matches(':focus-visible') && this.view.focused < 0 && this.focus(this.view.zoomed));
      canvas.addEventListener('blur', () => { this.view.focused = -1; this.redraw(); });
      Straggler.theme.onChange(() => this.redraw());
    }

    hover(event) {
      const node = this.nodeAt(event);
      if (node < 0) {
        this.hideTip();
        return;
      }
      const [name, ...rest] = this.describe(node);
      this.tip.replaceChildren(el('b', null, name), ...rest.map(text => el('div', null, text)));
      this.tip.hidden = false;
      const box = this.tip.getBoundingClientRect();
      const below = event.clientY + 18;
      this.tip.style.left = Math.max(8, Math.min(event.clientX + 14, globalThis.innerWidth - box.width - 8)) + 'px';
      this.tip.style.top = (below + box.height > globalThis.innerHeight ? event.clientY - box.height - 10 : below) + 'px';
    }

    hideTip() {
      this.tip.hidden = true;
    }

    key(event) {
      const {tree, zoomed, icicle} = this.view;
      const at = this.view.focused < 0 ? zoomed : this.view.focused;
      const moves = {
        [icicle ? 'ArrowDown' : 'ArrowUp']: () => tree.heaviestChild(at) || at,
        [icicle ? 'ArrowUp' : 'ArrowDown']: () => Math.max(0, tree.parent[at]),
        ArrowRight: () => tree.nextSibling(at) || at,
        ArrowLeft: () => at === 0 ? 0 : tree.previousSibling(at) || at,
        Home: () => 0
      };
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      if (moves[event.key]) {
        this.focus(moves[event.key]());
      } else if (event.key === 'Enter') {
        this.zoom(at);
        this.focus(at);
      } else if (event.key === 'Escape') {
        this.zoom(Math.max(0, tree.parent[zoomed]));
      } else if (event.key === 'n' || event.key === 'N') {
        this.toMatch(event.key === 'n' ? 1 : -1);
      } else {
        return;
      }
      event.preventDefault();
    }
  }

  Straggler.FlameGraph = FlameGraph;
})(Straggler);
