// Stacks merged into a tree, one after the other.
import {pieces} from '../shared/slices.js';
import {CallTree} from './call-tree.js';

/** Stacks added one by one. */
export class Trie {
  constructor(frames, codes) {
    Object.assign(this, {frames, codes, key: new Map(), parent: [-1], frame: [-1], self: [0], cut: [0], captures: [0], other: [0], turns: [1]});
  }

  /** The place of a frame that is called at a place; turns: how often it is there in a row. */
  child(at, frame, turns = 1) {
    const key = at * this.codes.count + this.codes[frame];
    let next = this.key.get(key);
    if (next === undefined) {
      next = this.parent.length;
      this.key.set(key, next);
      this.parent.push(at);
      this.frame.push(frame);
      this.self.push(0);
      this.cut.push(0);
      this.captures.push(0);
      this.other.push(0);
      this.turns.push(1);
    }
    this.turns[next] = Math.max(this.turns[next], turns);
    return next;
  }

  /** A tree whose siblings are in order of their names; nodes then says which node each place became. */
  * tree(about) {
    const children = [];
    yield* pieces(this.parent.length, (from, to) => {
      for (let node = from; node < to; node++) {
        children.push([]);
        if (node > 0) {
          children[this.parent[node]].push(node);
        }
      }
    });
    const {names} = this.frames;
    const order = (a, b) => {
      const [left, right] = [names[this.frame[a]], names[this.frame[b]]];
      return left < right ? 1 : left > right ? -1 : this.codes[this.frame[b]] - this.codes[this.frame[a]];
    };
    const shape = {frame: [], depth: []};
    const own = {self: [], cut: [], captures: [], other: about.otherTotal === undefined ? null : []};
    this.nodes = new Int32Array(this.parent.length);
    const pending = children[0].sort(order).map(node => [node, 0]);
    yield* pieces(this.parent.length - 1, (from, to) => {
      for (let k = from; k < to; k++) {
        const [node, depth] = pending.pop();
        shape.frame.push(this.frame[node]);
        shape.depth.push(depth);
        this.nodes[node] = shape.frame.length;
        own.self.push(this.self[node]);
        own.cut.push(this.cut[node]);
        own.captures.push(this.captures[node]);
        own.other && own.other.push(this.other[node]);
        children[node].sort(order).forEach(child => pending.push([child, depth + 1]));
      }
    });
    const tree = new CallTree(this.frames, shape, own, about);
    tree.turns = this.turnsByNode();
    return tree;
  }

  /** Largest number of each node's frame in a row; null where none is twice. */
  turnsByNode() {
    if (!this.turns.some(turns => turns > 1)) {
      return null;
    }
    const turns = new Int32Array(this.turns.length);
    this.nodes.forEach((node, place) => { turns[node] = this.turns[place]; });
    return turns;
  }
}
