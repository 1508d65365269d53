// Recursion in a call tree: frames that call themselves, or one another in turns (a, b, a, b), drawn once. Every stack keeps each of its frames
// and its leaf, so that self and total times by frame stay what they are.
import {pieces} from '../shared/slices.js';
import {Trie} from './trie.js';

/** The longest cycle that is looked for, in frames. */
const LONGEST = 64;

/** The fold of each shape that was asked for before; trees of one shape differ in weights only. */
const folds = new WeakMap();

/** Whether any frame is on a stack twice. */
function isTwice(tree, codes) {
  const until = new Int32Array(codes.count);
  for (let node = 1; node < tree.size; node++) {
    const code = codes[tree.frame[node]];
    if (until[code] > node) {
      return true;
    }
    until[code] = tree.end[node];
  }
  return false;
}

/** Whether as many frames upwards from one place are those upwards from another. */
function alike({codes, frame, parent}, one, other, length) {
  let [left, right] = [one, other];
  for (let k = 0; k < length; k++) {
    if (right <= 0 || codes[frame[left]] !== codes[frame[right]]) {
      return false;
    }
    [left, right] = [parent[left], parent[right]];
  }
  return true;
}

/** The cycle that a frame ends if it is called at a place: {place, length}, place being where the turn before ended; null for none. */
function cycle(trie, at, calledFrame) {
  const {codes, frame, parent} = trie;
  let place = at;
  for (let length = 1; length <= LONGEST && place > 0; length++) {
    if (codes[frame[place]] === codes[calledFrame] && alike(trie, at, parent[place], length - 1)) {
      return {place, length};
    }
    place = parent[place];
  }
  return null;
}

/** Place of each node of a tree once a turn of a cycle is folded onto the turn before: the path to a place never has equal turns in a row. */
class Fold {
  constructor(tree, codes) {
    this.trie = new Trie(tree.frames, codes);
    this.places = new Int32Array(tree.size);
    this.round = new Int32Array(tree.size).fill(1);
    this.some = false;
  }

  * fold(tree) {
    const {trie, places} = this;
    yield* pieces(tree.size, (from, to) => {
      for (let node = Math.max(1, from); node < to; node++) {
        const at = places[tree.parent[node]];
        const ended = cycle(trie, at, tree.frame[node]);
        places[node] = ended ? ended.place : trie.child(at, tree.frame[node]);
        ended && this.count(tree, node, ended);
      }
    });
    this.shape = yield* trie.tree({unit: tree.unit, title: tree.title});
  }

  /** Counts one more turn of a cycle. */
  count(tree, node, {place, length}) {
    let before = tree.parent[node];
    while (this.places[before] !== place) {
      before = tree.parent[before];
    }
    this.round[node] = this.round[before] + 1;
    this.some = true;
    for (let k = 0, at = place; k < length; k++, at = this.trie.parent[at]) {
      this.trie.turns[at] = Math.max(this.trie.turns[at], this.round[node]);
    }
  }

  /** A tree of the shape that was folded, with recursion folded. */
  of(tree) {
    const {places, shape, trie: {nodes}} = this;
    const sum = column => {
      const sums = new Float64Array(shape.size);
      for (let node = 1; node < tree.size; node++) {
        sums[nodes[places[node]]] += column[node];
      }
      return sums;
    };
    const own = {self: sum(tree.self), cut: sum(tree.cut), captures: sum(tree.captures), cutCaptures: sum(tree.cutCaptures), other: tree.otherSelf && sum(tree.otherSelf)};
    const folded = shape.reweighed(own, {...tree.about, total: tree.total[0], samples: tree.samples[0], otherTotal: tree.other ? tree.other[0] : undefined, unit: tree.unit, title: tree.title});
    return Object.assign(folded, {leftOut: tree.leftOut, fold: this});
  }
}

/** The fold of a tree, which is also that of trees of its shape; null where nothing recurs. Work that pauses. */
export function* recursionIn(tree, codes) {
  if (!folds.has(tree.frame)) {
    let fold = null;
    if (isTwice(tree, codes)) {
      fold = new Fold(tree, codes);
      yield* fold.fold(tree);
    }
    folds.set(tree.frame, fold && fold.some ? fold : null);
  }
  return folds.get(tree.frame);
}
