// Other trees made of a call tree: by leaf, with or without some frames, of some outliers, by group, and two trees compared. What
// takes long for a large tree is work that pauses.
import {pieces} from '../shared/slices.js';
import {CallTree} from './call-tree.js';
import {Trie} from './trie.js';

const JAVA = new Set(['interpreted', 'compiled', 'compiled (C1)', 'inlined', 'Java']);
const MAX_NODES = 200000;

/** Stacks that are turned over between two pauses. */
const LEAVES = 200;

/** The codes of the frames that were asked for before. */
const coded = new WeakMap();

/** By frame: a number for its code; frames that differ only in how Java code ran share it. */
export function codesOf(frames) {
  if (!coded.has(frames)) {
    coded.set(frames, numbered(frames));
  }
  return coded.get(frames);
}

function numbered({names, kinds, labels}) {
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

function aboutOf(tree, more) {
  return {total: tree.total[0], samples: tree.samples[0], otherTotal: tree.other ? tree.other[0] : undefined, unit: tree.unit, title: tree.title,
    leftOut: tree.leftOut, kind: tree.about.kind, ...more};
}

/** The same time by leaf: roots are the leaves, their children the callers. The heaviest stacks as far as there is room. */
export function* reversed(tree, codes) {
  const trie = new Trie(tree.frames, codes);
  const weight = node => tree.self[node] + (tree.otherSelf ? tree.otherSelf[node] : 0);
  const leaves = [];
  for (let node = 1; node < tree.size; node++) {
    if (weight(node) > 0) {
      leaves.push(node);
    }
  }
  leaves.sort((a, b) => weight(b) - weight(a) || a - b);
  yield;
  let fitting = 0;
  for (const leaf of leaves) {
    if (trie.parent.length > MAX_NODES) {
      break;
    }
    let at = 0;
    for (let node = leaf; node > 0; node = tree.parent[node]) {
      at = trie.child(at, tree.frame[node], tree.rounds(node));
    }
    trie.self[at] += tree.self[leaf];
    trie.captures[at] += tree.captures[leaf];
    trie.other[at] += tree.otherSelf ? tree.otherSelf[leaf] : 0;
    if (++fitting % LEAVES === 0) {
      yield;
    }
  }
  return yield* trie.tree(aboutOf(tree, {leftOut: tree.leftOut + leaves.length - fitting}));
}

/**
 * The time with a frame on the stack, twice: by who called it, and by what it called. Where it calls itself again, its outermost call
 * counts.
 */
export function* around(tree, codes, frame) {
  const [callers, callees] = [new Trie(tree.frames, codes), new Trie(tree.frames, codes)];
  const sum = {total: 0, samples: 0};
  let met = 0;
  for (let node = 1; node < tree.size;) {
    if (codes[tree.frame[node]] !== codes[frame]) {
      node++;
      continue;
    }
    let at = 0;
    for (let caller = node; caller > 0; caller = tree.parent[caller]) {
      at = callers.child(at, tree.frame[caller], tree.rounds(caller));
    }
    callers.self[at] += tree.total[node];
    callers.captures[at] += tree.samples[node];
    sum.total += tree.total[node];
    sum.samples += tree.samples[node];
    const places = new Map([[tree.parent[node], 0]]);
    for (let callee = node; callee < tree.end[node]; callee++) {
      const place = callees.child(places.get(tree.parent[callee]), tree.frame[callee], tree.rounds(callee));
      places.set(callee, place);
      callees.self[place] += tree.self[callee];
      callees.cut[place] += tree.cut[callee];
      callees.captures[place] += tree.captures[callee];
    }
    node = tree.end[node];
    if (++met % LEAVES === 0) {
      yield;
    }
  }
  const about = title => aboutOf(tree, {...sum, otherTotal: undefined, title});
  return {callers: yield* callers.tree(about('callers')), callees: yield* callees.tree(about('callees'))};
}

/** Only the time with a frame that was found on the stack, or only the time without. keep says which. */
export function sifted(tree, found, keep) {
  const within = new Uint8Array(tree.size);
  const own = {self: tree.self.slice(), cut: tree.cut.slice(), captures: tree.captures.slice(), other: tree.otherSelf ? tree.otherSelf.slice() : null};
  const columns = Object.values(own).filter(Boolean);
  for (let node = 1; node < tree.size; node++) {
    within[node] = within[tree.parent[node]] || (found[tree.frame[node]] ? 1 : 0);
    if (Boolean(within[node]) !== keep) {
      for (const column of columns) {
        column[node] = 0;
      }
    }
  }
  return tree.reweighed(own, {total: undefined, samples: undefined, otherTotal: undefined});
}

/**
 * The tree with the weights of some outliers. weight: 'time', or 'caused', which adds to an outlier's own time what others
 * waited because of it, shared among its stacks as its time is. some(i) says which outliers; thread, where it is given, of which
 * thread.
 */
export function* sampled(tree, outliers, some, weight, thread) {
  const own = {self: new Float64Array(tree.size), cut: new Float64Array(tree.size), captures: new Float64Array(tree.size), cutCaptures: new Float64Array(tree.size)};
  const {sampleStart, sampleNode, sampleNs, sampleCaptures, sampleThread} = outliers;
  yield* pieces(outliers.size, (from, to) => {
    for (let i = from; i < to; i++) {
      if (!some(i)) {
        continue;
      }
      const service = outliers.serviceNs(i);
      const factor = weight === 'caused' && service > 0 ? (service + outliers.othersNs[i]) / service : 1;
      for (let k = sampleStart[i]; k < sampleStart[i + 1]; k++) {
        if (thread !== undefined && sampleThread[k] !== thread) {
          continue;
        }
        const place = sampleNode[k];
        const node = place >= 0 ? place + 1 : -place;
        (place >= 0 ? own.self : own.cut)[node] += sampleNs[k] * factor;
        (place >= 0 ? own.captures : own.cutCaptures)[node] += sampleCaptures[k];
      }
    }
  });
  return tree.reweighed(own, {total: undefined, samples: undefined});
}

/** The delay that some outliers caused, their own time included. */
export function causedNs(outliers, some) {
  let ns = 0;
  for (let i = 0; i < outliers.size; i++) {
    ns += some(i) ? outliers.serviceNs(i) + outliers.othersNs[i] : 0;
  }
  return ns;
}

/** The tree with all its time multiplied so that it is total. */
export function scaled(tree, total) {
  const factor = total / (tree.total[0] || 1);
  return tree.reweighed({self: tree.self.map(ns => ns * factor), cut: tree.cut.map(ns => ns * factor), captures: tree.captures}, {total, samples: undefined});
}

/** One tree of several, each below frames with its names: [{names, tree}]. Trees that share their first names follow each other; all share one table of frames. */
export function grouped(trees, title, about) {
  const first = trees[0].tree;
  const label = first.frames.labels.length;
  const added = trees.flatMap(({names}) => names);
  const frames = {names: first.frames.names.concat(added), kinds: first.frames.kinds.concat(added.map(() => label)), labels: first.frames.labels.concat('group')};
  const shape = {frame: [], depth: []};
  const own = {self: [], cut: [], captures: []};
  let number = first.frames.names.length;
  let before = [];
  for (const {names, tree} of trees) {
    let shared = 0;
    while (shared < names.length && names[shared] === before[shared]) {
      shared++;
    }
    names.forEach((name, depth) => {
      if (depth >= shared) {
        shape.frame.push(number);
        shape.depth.push(depth);
        Object.values(own).forEach(column => column.push(0));
      }
      number++;
    });
    before = names;
    for (let node = 1; node < tree.size; node++) {
      if (tree.some(node)) {
        shape.frame.push(tree.frame[node]);
        shape.depth.push(tree.depth[node] + names.length - 1);
        Object.keys(own).forEach(column => own[column].push(tree[column][node]));
      }
    }
  }
  return new CallTree(frames, shape, own, {unit: first.unit, title, leftOut: first.leftOut, ...about});
}

/**
 * One tree compared with another, by what each node takes of a second of its own tree's time: so a run with twice as much of
 * everything does not differ. other holds the weights of the tree that it is compared with, scaled to the same whole.
 */
export function* compared(tree, reference, codes, title) {
  const trie = new Trie(tree.frames, codes);
  const whole = tree.total[0] || 1;
  const scale = whole / (reference.total[0] || 1);
  const adding = (side, column, factor) => {
    const places = new Int32Array(side.size);
    return pieces(side.size, (from, to) => {
      for (let node = Math.max(1, from); node < to; node++) {
        if (side.some(node)) {
          places[node] = trie.child(places[side.parent[node]], side.frame[node]);
          trie[column][places[node]] += (side.self[node] + (column === 'other' ? side.cut[node] : 0)) * factor;
          if (column === 'self') {
            trie.cut[places[node]] += side.cut[node];
            trie.captures[places[node]] += side.captures[node];
          }
        }
      }
    });
  };
  yield* adding(tree, 'self', 1);
  yield* adding(reference, 'other', scale);
  return yield* trie.tree({total: tree.total[0], samples: tree.samples[0], otherTotal: whole, unit: tree.unit, title, leftOut: tree.leftOut + reference.leftOut, kind: 'difference'});
}

/** Frames of only one side, the heaviest first, with their share of it: {appeared, vanished}. */
export function turnover(tree, codes) {
  const rows = tree.totals(codes);
  const list = (some, amount) => rows.filter(some).map(row => ({frame: row.frame, share: amount(row) / (tree.total[0] || 1)})).sort((a, b) => b.share - a.share);
  return {appeared: list(row => row.other === 0 && row.total > 0, row => row.total), vanished: list(row => row.total === 0 && row.other > 0, row => row.other)};
}
