// A call tree as columns in preorder: node 0 stands for everything, a node's descendants are the nodes up to its end.
(function (Straggler) {
  'use strict';

  const JAVA = new Set(['interpreted', 'compiled', 'compiled (C1)', 'inlined', 'Java']);
  const MAX_REVERSED_NODES = 200000;
  const ALL = -1;

  class CallTree {
    /**
     * frames: {names, kinds, labels} shared by all trees of a page. columns: {frame, depth, self, total, samples}, without
     * the node for everything, which total and samples give. unit: 'ns' or 'captures'.
     */
    constructor(frames, columns, {total, samples, unit, title, leftOut}) {
      const size = columns.frame.length + 1;
      this.frames = frames;
      this.unit = unit;
      this.title = title;
      this.leftOut = leftOut;
      this.size = size;
      this.frame = new Int32Array(size);
      this.depth = new Int32Array(size);
      this.self = new Float64Array(size);
      this.total = new Float64Array(size);
      this.samples = new Float64Array(size);
      this.frame.set(columns.frame, 1);
      this.depth.set(columns.depth.map(depth => depth + 1), 1);
      this.self.set(columns.self, 1);
      this.total.set(columns.total, 1);
      this.samples.set(columns.samples, 1);
      this.frame[0] = ALL;
      this.total[0] = total;
      this.samples[0] = samples;
      this.layOut();
    }

    /** The form in which the page holds it. */
    static embedded(tree, frames, unit, title) {
      return new CallTree(frames,
          {frame: tree.frame, depth: tree.depth, self: tree.selfNs, total: tree.totalsNs, samples: tree.samples},
          {total: tree.totalNs, samples: tree.totalSamples, unit, title, leftOut: tree.leftOutNodes});
    }

    layOut() {
      const {size, depth, total} = this;
      this.parent = new Int32Array(size).fill(-1);
      this.end = new Int32Array(size);
      this.x = new Float64Array(size);
      const filled = new Float64Array(size);
      const open = [0];
      for (let node = 1; node < size; node++) {
        while (open.length > depth[node]) {
          this.end[open.pop()] = node;
        }
        const parent = open[open.length - 1];
        this.parent[node] = parent;
        this.x[node] = this.x[parent] + filled[parent];
        filled[parent] += total[node];
        open.push(node);
      }
      open.forEach(node => { this.end[node] = size; });
    }

    name(node) {
      return node === 0 ? this.title : this.frames.names[this.frame[node]];
    }

    kind(node) {
      return node === 0 ? '' : this.frames.labels[this.frames.kinds[this.frame[node]]];
    }

    /** The first child of a node, or the next sibling; 0 when there is none. */
    firstChild(node) {
      return node + 1 < this.end[node] ? node + 1 : 0;
    }

    nextSibling(node) {
      const next = this.end[node];
      return node !== 0 && next < this.end[this.parent[node]] ? next : 0;
    }

    previousSibling(node) {
      let previous = 0;
      for (let child = this.firstChild(this.parent[node]); child && child !== node; child = this.nextSibling(child)) {
        previous = child;
      }
      return previous;
    }

    heaviestChild(node) {
      let best = 0;
      for (let child = this.firstChild(node); child; child = this.nextSibling(child)) {
        if (!best || this.total[child] > this.total[best]) {
          best = child;
        }
      }
      return best;
    }

    /** The same time by leaf: roots are the leaves, their children the callers. The heaviest stacks as far as there is room. */
    reversed() {
      const codes = this.codes();
      const trie = {key: new Map(), parent: [-1], code: [-1], frame: [ALL], self: [0], total: [0], samples: [0]};
      const leaves = [];
      for (let node = 1; node < this.size; node++) {
        if (this.self[node] > 0) {
          leaves.push(node);
        }
      }
      leaves.sort((a, b) => this.self[b] - this.self[a] || a - b);
      let left = 0;
      for (const leaf of leaves) {
        if (trie.parent.length > MAX_REVERSED_NODES) {
          left++;
        } else {
          this.addReversed(trie, leaf, codes);
        }
      }
      return preorder(this, trie, left + this.leftOut);
    }

    addReversed(trie, leaf, codes) {
      // Captures of the leaf itself: those of the node less those of its children.
      let captures = this.samples[leaf];
      for (let child = this.firstChild(leaf); child; child = this.nextSibling(child)) {
        captures -= this.samples[child];
      }
      const weight = this.self[leaf];
      let at = 0;
      for (let node = leaf; node > 0; node = this.parent[node]) {
        const code = codes[this.frame[node]];
        const key = at * codes.count + code;
        let next = trie.key.get(key);
        if (next === undefined) {
          next = trie.parent.length;
          trie.key.set(key, next);
          trie.parent.push(at);
          trie.code.push(code);
          trie.frame.push(this.frame[node]);
          trie.self.push(0);
          trie.total.push(0);
          trie.samples.push(0);
        }
        trie.total[next] += weight;
        trie.samples[next] += captures;
        at = next;
      }
      trie.self[at] += weight;
    }

    /** By frame: a number for its code; frames that differ only in how Java code ran share it. */
    codes() {
      const {names, kinds, labels} = this.frames;
      const numbers = new Map();
      const codes = names.map((name, i) => {
        const label = labels[kinds[i]];
        const key = (JAVA.has(label) ? 'Java' : label) + '\n' + name;
        if (!numbers.has(key)) {
          numbers.set(key, numbers.size);
        }
        return numbers.get(key);
      });
      codes.count = numbers.size + 1;
      return codes;
    }

    /** Which frames a regular expression finds, and the share of time with such a frame on the stack. */
    search(expression) {
      const found = this.frames.names.map(name => expression.test(name));
      let matched = 0;
      let nodes = 0;
      for (let node = 1; node < this.size; node++) {
        nodes += found[this.frame[node]] ? 1 : 0;
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
  }

  function preorder(tree, trie, leftOut) {
    const size = trie.parent.length;
    const children = Array.from({length: size}, () => []);
    for (let node = 1; node < size; node++) {
      children[trie.parent[node]].push(node);
    }
    const names = tree.frames.names;
    const columns = {frame: [], depth: [], self: [], total: [], samples: []};
    const order = (a, b) => {
      const [left, right] = [names[trie.frame[a]], names[trie.frame[b]]];
      return left < right ? 1 : left > right ? -1 : trie.code[b] - trie.code[a];
    };
    const pending = children[0].sort(order).map(node => [node, 0]);
    while (pending.length) {
      const [node, depth] = pending.pop();
      columns.frame.push(trie.frame[node]);
      columns.depth.push(depth);
      columns.self.push(trie.self[node]);
      columns.total.push(trie.total[node]);
      columns.samples.push(trie.samples[node]);
      children[node].sort(order).forEach(child => pending.push([child, depth + 1]));
    }
    return new CallTree(tree.frames, columns,
        {total: tree.total[0], samples: tree.samples[0], unit: tree.unit, title: tree.title, leftOut});
  }

  Straggler.CallTree = CallTree;
})(Straggler);
