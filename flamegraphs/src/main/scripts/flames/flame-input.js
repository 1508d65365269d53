// What a flame graph makes of pointer, keyboard, scrolling and print.
import {el} from '../shared/dom.js';
import {onChange} from '../shared/theme.js';
import {ROW} from './flame-paint.js';

/** What FlameGraph extends: it finds nodes under the pointer and turns events into calls of its methods. */
export class FlameInput {
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
    // Out of sight it is not painted: a selection elsewhere on the page need not wait for it.
    new IntersectionObserver(entries => {
      this.far = !entries[entries.length - 1].isIntersecting;
      if (!this.far && this.stale) {
        this.redraw();
      }
    }, {rootMargin: '300px'}).observe(this.box);
    this.box.addEventListener('scroll', () => { this.hideTip(); this.redraw(); });
    canvas.addEventListener('pointermove', event => this.hover(event));
    canvas.addEventListener('pointerleave', () => this.hideTip());
    canvas.addEventListener('click', event => {
      const node = this.nodeAt(event);
      if (node >= 0) {
        this.view.focused = -1;
        this.last = node;
        this.zoom(node);
        this.announce(this.describe(node).join(' · '), node);
      }
    });
    canvas.addEventListener('keydown', event => this.key(event));
    canvas.addEventListener('focus', () => canvas.matches(':focus-visible') && this.view.focused < 0 && this.focus(this.view.zoomed));
    canvas.addEventListener('blur', () => { this.view.focused = -1; this.redraw(); });
    onChange(() => this.redraw());
    const print = printing => { this.printing = printing; this.layOut(); this.draw(); };
    globalThis.addEventListener('beforeprint', () => print(true));
    globalThis.addEventListener('afterprint', () => print(false));
  }

  hover(event) {
    const node = this.nodeAt(event);
    if (node < 0) {
      this.hideTip();
      return;
    }
    const [name, ...rest] = this.describe(node);
    this.tip.show(event, [el('b', null, name), ...rest.map(text => el('div', null, text))]);
  }

  hideTip() {
    this.tip.hide();
  }

  key(event) {
    const {tree, zoomed, icicle} = this.view;
    const at = this.view.focused < 0 ? zoomed : this.view.focused;
    const moves = {
      [icicle ? 'ArrowDown' : 'ArrowUp']: () => tree.heaviestChild(at) || at,
      [icicle ? 'ArrowUp' : 'ArrowDown']: () => Math.max(0, tree.parent[at]),
      ArrowRight: () => tree.sibling(at, 1),
      ArrowLeft: () => tree.sibling(at, -1),
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
    } else if (event.key === 's') {
      at > 0 && this.around(at);
    } else if (event.key === 'c') {
      this.copy(at);
    } else {
      return;
    }
    event.preventDefault();
  }
}
