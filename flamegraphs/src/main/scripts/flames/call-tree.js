// A call tree as columns in preorder: node 0 stands for everything, a node's descendants are the nodes up to its end.

const ALL = -1;

export class CallTree {
  /**
   * frames: {names, kinds, labels} shared by all trees of a page. shape: {frame, depth} without the node for everything. own, one
   * entry a node, without that node too: self and captures, the time and the captures of which it was the leaf; cut, time of
   * callees that are not in the tree; other, the leaf's weight in the tree that this one is compared with. about: {total, samples,
   * otherTotal, unit, title, leftOut}.
   */
  constructor(frames, shape, own, about) {
    const size = shape.frame.length + 1;
    Object.assign(this, {frames, size, unit: about.unit, title: about.title, leftOut: about.leftOut || 0, about});
    this.frame = new Int32Array(size);
    this.frame.set(shape.frame, 1);
    this.frame[0] = ALL;
    this.depth = new Int32Array(size);
    for (let node = 1; node < size; node++) {
      this.depth[node] = shape.depth[node - 1] + 1;
    }
    this.turns = null;
    this.fold = null;
    this.nest();
    this.weigh(own, about);
  }

  /** The form in which the page holds it. */
  static embedded(tree, frames, unit, title) {
    return new CallTree(frames, tree, {self: tree.selfNs, cut: tree.cutNs, captures: tree.selfSamples, cutCaptures: tree.cutSamples},
        {total: tree.totalNs, samples: tree.totalSamples, unit, title, leftOut: tree.leftOutNodes});
  }

  /** The same code with other weights, columns with an entry for each node, the one for everything included. */
  reweighed(own, about) {
    const tree = Object.create(CallTree.prototype);
    Object.assign(tree, {frames: this.frames, size: this.size, frame: this.frame, depth: this.depth, parent: this.parent, end: this.end,
      unit: about.unit || this.unit, title: about.title || this.title, leftOut: this.leftOut, turns: this.turns, fold: null, about: {...this.about, ...about}});
    tree.weigh(Object.fromEntries(Object.entries(own).map(([name, column]) => [name, column && column.subarray(1)])), tree.about);
    return tree;
  }

  nest() {
    this.parent = new Int32Array(this.size).fill(-1);
    this.end = new Int32Array(this.size);
    const open = [0];
    for (let node = 1; node < this.size; node++) {
      while (open.length > this.depth[node]) {
        this.end[open.pop()] = node;
      }
      this.parent[node] = open[open.length - 1];
      open.push(node);
    }
    open.forEach(node => { this.end[node] = this.size; });
  }

  /** Adds up what each node stands for, and lays siblings side by side. */
  weigh({self, cut, captures, cutCaptures, other}, {total, samples, otherTotal}) {
    const column = (values, all) => {
      const filled = new Float64Array(this.size);
      filled.set(values, 1);
      filled[0] = all;
      return filled;
    };
    this.self = column(self, 0);
    this.cut = column(cut || [], 0);
    this.captures = column(captures, 0);
    this.cutCaptures = column(cutCaptures || [], 0);
    this.total = this.summed(this.self, this.cut, total);
    this.samples = this.summed(this.captures, this.cutCaptures, samples);
    this.otherSelf = other ? column(other, 0) : null;
    this.other = other ? this.summed(this.otherSelf, null, otherTotal) : null;
    this.x = new Float64Array(this.size);
    const filled = new Float64Array(this.size);
    for (let node = 1; node < this.size; node++) {
      const parent = this.parent[node];
      this.x[node] = this.x[parent] + filled[parent];
      filled[parent] += this.total[node];
    }
  }

  summed(own, more, all) {
    const sums = own.slice();
    for (let node = this.size - 1; node > 0; node--) {
      sums[node] += more ? more[node] : 0;
      sums[this.parent[node]] += sums[node];
    }
    sums[0] = all === undefined ? sums[0] : all;
    return sums;
  }

  /** Whether there is anything in it. */
  get empty() {
    return this.size === 1 || !(this.total[0] > 0 || (this.other && this.other[0] > 0));
  }

  name(node) {
    return node === 0 ? this.title : this.frames.names[this.frame[node]];
  }

  kind(node) {
    return node === 0 ? '' : this.frames.labels[this.frames.kinds[this.frame[node]]];
  }

  /** Largest number of calls of the node's frame in a row, where a recursion is folded; else 1. */
  rounds(node) {
    return this.turns ? this.turns[node] : 1;
  }

  /** Whether the node has weight: trees of a part of the outliers hold nodes without. */
  some(node) {
    return this.total[node] > 0 || (this.other !== null && this.other[node] > 0);
  }

  /** The children that have weight, in order. */
  children(node) {
    const list = [];
    for (let child = node + 1; child < this.end[node]; child = this.end[child]) {
      if (this.some(child)) {
        list.push(child);
      }
    }
    return list;
  }

  /** The sibling so many places on, the node itself where there is none. */
  sibling(node, step) {
    if (node === 0) {
      return 0;
    }
    const siblings = this.children(this.parent[node]);
    return siblings[siblings.indexOf(node) + step] || node;
  }

  heaviestChild(node) {
    return this.children(node).reduce((best, child) => best === 0 || this.total[child] > this.total[best] ? child : best, 0);
  }

  /** From the root to the node. */
  path(node) {
    const nodes = [];
    for (let at = node; at > 0; at = this.parent[at]) {
      nodes.unshift(at);
    }
    return nodes;
  }

  /** The node at the end of a path of names, as far as the tree has it. */
  follow(names) {
    let at = 0;
    for (const name of names) {
      const next = this.children(at).find(child => this.name(child) === name);
      if (next === undefined) {
        break;
      }
      at = next;
    }
    return at;
  }

  /** Which frames a regular expression finds, and the share of time with such a frame on the stack. */
  search(expression) {
    const found = this.frames.names.map(name => expression.test(name));
    let matched = 0;
    let nodes = 0;
    for (let node = 1; node < this.size; node++) {
      nodes += found[this.frame[node]] && this.some(node) ? 1 : 0;
    }
    for (let node = 1; node < this.size;) {
      if (found[this.frame[node]]) {
        matched += this.total[node];
        node = this.end[node];
      } else {
        node++;
      }
    }
    return {found, matched, nodes};
  }

  /** Self and total by frame, most of either first: [{frame, self, total, samples, other}]. A recursion counts once. */
  totals(codes) {
    const rows = new Array(codes.count);
    const until = new Int32Array(codes.count);
    for (let node = 1; node < this.size; node++) {
      if (!this.some(node)) {
        continue;
      }
      const code = codes[this.frame[node]];
      const row = rows[code] = rows[code] || {frame: this.frame[node], self: 0, total: 0, samples: 0, other: 0};
      row.self += this.self[node];
      if (until[code] <= node) {
        until[code] = this.end[node];
        row.total += this.total[node];
        row.samples += this.samples[node];
        row.other += this.other ? this.other[node] : 0;
      }
    }
    return rows.filter(Boolean);
  }
}
