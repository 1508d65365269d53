// The report's flame graph: outliers, normal iterations or both compared, or two parts of the run; by what it weighs, and by cause and place, probe or run. At first it is the answer: delay caused, by cause and place.
import {CallTree} from '../flames/call-tree.js';
import * as treeViews from '../flames/call-tree-views.js';
import {FlamePanel} from '../flames/flame-panel.js';
import {unseenNote, withoutUnseen} from '../flames/unseen.js';
import {recall, remember} from '../shared/address.js';
import {colourOf, label} from '../shared/causes.js';
import {choice, el} from '../shared/dom.js';
import {count, counted, duration, share, shortened} from '../shared/format.js';
import {colour, tinted} from '../shared/theme.js';
import {comparedSizes} from './selection.js';

/** Value of a choice that the address keeps, or its first value. */
function kept(key, allowed) {
  return allowed.includes(recall(key)) ? recall(key) : allowed[0];
}

class Flames {
  constructor(section, data) {
    this.outliers = data.selection.outliers;
    this.by = shortened(data.groupedBy, 20);
    this.selection = data.selection;
    const frames = {...data.frames, labels: data.frameKinds};
    this.whole = {
      outliers: CallTree.embedded(data.trees.outliers, frames, 'ns', 'all outliers'),
      normal: CallTree.embedded(data.trees.normal, frames, 'captures', 'normal iterations')
    };
    this.allocations = new Map(data.trees.allocations.map(({site, tree}) => [site, CallTree.embedded(tree, frames, 'ns', 'allocations')]));
    this.codes = treeViews.codesOf(frames);
    this.views = [['outliers', 'Outliers'], ['normal', 'Normal iterations'], ['difference', 'Difference']]
        .filter(([view]) => view === 'difference' ? !this.whole.outliers.empty && !this.whole.normal.empty : !this.whole[view].empty);
    this.stacks = el('span');
    this.against = '';
    this.offerStacks();
    this.sites = data.culprits ? data.culprits.sites : [];
    this.weight = kept('weight', ['caused', 'time']);
    this.group = kept('group', ['cause', 'none', 'probe', 'member', 'thread', 'run']);
    this.colouring = kept('colours', ['kind', 'cause']);
    const pick = (...all) => this.pick(...all);
    this.colourChoice = pick('Colours', 'colouring', 'colours', [['kind', 'Kind of code'], ['cause', 'Cause']]);
    this.panel = new FlamePanel(section, {
      switches: [
        this.stacks,
        pick('Weight', 'weight', 'weight', [['caused', 'Delay caused'], ['time', 'Time']]),
        pick('Grouped by', 'group', 'group', [['cause', 'By cause'], ['none', 'Not grouped'], ...(this.outliers.probes.length ? [['probe', 'By probe']] : []), ...(this.outliers.groups.length > 1 ? [['member', 'By ' + this.by]] : []), ...(this.outliers.threads.length > 1 ? [['thread', 'By thread']] : []), ...(this.outliers.runs.length > 1 ? [['run', 'By run']] : [])]),
        this.colourChoice],
      tree: () => this.tree(), colours: tree => this.colours(tree), note: (tree, whole) => this.note(tree, whole),
      turnover: () => this.view === 'parts' ? {appeared: 'Only in B', vanished: 'Only in A', reference: 'in A'} : {appeared: 'Only in outliers', vanished: 'Only in normal iterations', reference: 'normally'}});
    let drawn = true;
    data.selection.onRest(() => {
      if (this.comparing !== this.selection.compared) {
        this.offerStacks();
      }
      const work = drawn ? null : this.panel.showing();
      drawn = false;
      return work;
    });
  }

  /** Buttons of which one is pressed, kept in the address unless it is the first. */
  pick(title, field, key, options) {
    return choice(title, options.map(([value, text]) => ({value, label: text})), this[field], value => {
      this[field] = value;
      remember(key, value === options[0][0] ? '' : value);
      this.panel.show();
    });
  }

  /** Offers the stacks that there are, first of all the difference of two parts of the run while these are compared. */
  offerStacks() {
    this.comparing = this.selection.compared;
    const options = this.comparing && !this.whole.outliers.empty ? [['parts', 'B against A'], ...this.views] : this.views;
    const key = this.comparing ? 'parts-stacks' : 'stacks';
    this.view = kept(key, options.map(([view]) => view));
    this.stacks.replaceChildren(options.length > 1 ? this.pick('Stacks', 'view', key, options) : '');
  }

  chosen(more) {
    const {chosen} = this.selection;
    return more ? i => chosen[i] === 1 && more(i) : i => chosen[i] === 1;
  }

  * outlierTree(weight) {
    if (!this.selection.active && weight === 'time') {
      return this.whole.outliers;
    }
    return yield* treeViews.sampled(this.whole.outliers, this.outliers, this.chosen(), weight);
  }

  /** Groups of outliers by cause and, within a cause, by place: [{names, some, site}], names being frames and some(i) telling members. */
  causes() {
    const {outliers, sites} = this;
    const present = new Set(outliers.cause);
    return outliers.causes.flatMap(({key}, k) => {
      if (!present.has(k)) {
        return [];
      }
      const named = `[${label(key)}]`;
      const of = i => outliers.cause[i] === k;
      const at = sites.map((site, s) => site.cause === key && site.where ? s : -1).filter(s => s >= 0);
      return [...at.map(s => ({names: [named, `[${sites[s].because}]`], some: i => of(i) && outliers.site[i] === s, site: s})),
        {names: [named], some: i => of(i) && !at.includes(outliers.site[i])}];
    });
  }

  * tree() {
    if (this.view === 'normal') {
      return this.whole.normal;
    }
    if (this.view === 'parts' && this.selection.compared) {
      return yield* this.partsTree();
    }
    if (this.view === 'difference') {
      return yield* treeViews.compared(withoutUnseen(yield* this.outlierTree('time')), this.whole.normal, this.codes, 'outliers against normal iterations');
    }
    return yield* this.group === 'none' ? this.outlierTree(this.weight) : this.groupedTree();
  }

  /** Tree of the difference between what outliers of B and outliers of A ran. */
  * partsTree() {
    const sides = [];
    const sizes = comparedSizes(this.selection);
    for (const {chosen} of Object.values(this.selection.parts)) {
      sides.push(withoutUnseen(yield* treeViews.sampled(this.whole.outliers, this.outliers, i => chosen[i] === 1, 'time')));
    }
    const [a, b] = sides;
    this.against = `${sizes}; their difference rests on ${counted(Math.round(a.samples[0]), 'capture')} of A and ${count(Math.round(b.samples[0]))} of B. `;
    return yield* treeViews.compared(b, a, this.codes, 'B against A');
  }

  /** The stacks of a group; of the delay that GC pauses caused those of the allocations before them, if these are known. */
  * treeOf({some, thread, site}) {
    const chosen = this.chosen(some);
    return this.weight === 'caused' && this.allocations.has(site) ? treeViews.scaled(this.allocations.get(site), treeViews.causedNs(this.outliers, chosen))
      : yield* treeViews.sampled(this.whole.outliers, this.outliers, chosen, this.weight, thread);
  }

  * groupedTree() {
    const {outliers, group} = this;
    const groups = {
      cause: this.causes(),
      probe: ['no probe', ...outliers.probes].map((name, k) => ({names: [`[${name}]`], some: i => outliers.probe[i] === k})),
      member: outliers.groups.map((name, k) => ({names: [`[${name}]`], some: i => outliers.group[i] === k})),
      thread: [...outliers.threads.map((name, k) => ({names: [`[${name}]`], some: () => true, thread: k})), {names: ['[no thread: not seen]'], some: () => true, thread: -1}],
      run: outliers.runs.map(({name}, k) => ({names: [`[${name}]`], some: i => outliers.run[i] === k}))
    }[group];
    const trees = [];
    for (const one of groups) {
      const tree = yield* this.treeOf(one);
      if (!tree.empty) {
        trees.push({names: one.names, tree});
      }
    }
    return trees.length === 0 ? yield* this.outlierTree(this.weight) : treeViews.grouped(trees, 'outliers by ' + (group === 'member' ? this.by : group), {});
  }

  /** A button that would change nothing says why. */
  offer(possible) {
    const button = this.colourChoice.lastElementChild;
    button.disabled = !possible;
    button.title = possible ? '' : 'Only for outliers that are not grouped, callers last';
  }

  /** Colour of a frame that stands for a cause, or for a place of one: the cause's; null for code. */
  colourOfGroup(tree, node) {
    const name = tree.frames.names[tree.frame[node]];
    if (node === 0 || tree.frames.labels[tree.frames.kinds[tree.frame[node]]] !== 'group') {
      return null;
    }
    const top = tree.parent[node] <= 0 ? name : tree.frames.names[tree.frame[tree.parent[node]]];
    const cause = this.outliers.causes.find(({key}) => top === `[${label(key)}]`);
    return cause ? tinted(colourOf(cause.key)) : null;
  }

  /** By cause: each frame in the colour of the cause of those outliers that it took most time in. */
  * colours(tree) {
    const possible = this.view === 'outliers' && this.group === 'none' && !(this.panel && this.panel.reversed) && tree.frames === this.whole.outliers.frames;
    this.offer(possible);
    if (this.view === 'outliers' && this.group === 'cause' && !(this.panel && this.panel.reversed)) {
      return {colourOf: node => this.colourOfGroup(tree, node)};
    }
    if (this.colouring !== 'cause' || !possible) {
      return null;
    }
    const best = new Int32Array(tree.size).fill(-1);
    const most = new Float64Array(tree.size);
    const {causes, cause} = this.outliers;
    const present = new Set(cause);
    for (const k of present) {
      const sampled = yield* treeViews.sampled(this.whole.outliers, this.outliers, this.chosen(i => cause[i] === k), this.weight);
      const part = tree.fold ? tree.fold.of(sampled) : sampled;
      for (let node = 0; node < tree.size; node++) {
        if (part.total[node] > most[node]) {
          most[node] = part.total[node];
          best[node] = k;
        }
      }
    }
    const key = node => best[node] < 0 ? 'unknown' : causes[best[node]].key;
    return {
      colourOf: node => node === 0 ? colour('faint') : tinted(colourOf(key(node))),
      words: node => best[node] < 0 || node === 0 ? [] : [`mostly in outliers by ${label(key(node))} (${share(most[node], tree.total[node])})`],
      legend: () => [...present].sort((a, b) => a - b).map(k => ({colour: () => tinted(colourOf(causes[k].key)), text: label(causes[k].key)}))
    };
  }

  note(tree, whole) {
    const left = tree.leftOut ? ` ${counted(tree.leftOut, 'frame')} too light to be seen were left out of the picture.` : '';
    const some = this.selection.active && this.view !== 'normal' ? `Of the ${counted(this.selection.size, 'selected outlier')}. ` : '';
    if (this.view === 'parts') {
      return this.against + 'Width is what a frame takes of the time in outliers of B for which there is a stack. The colour says how much more or less of a second of outlier time that is than in A: '
        + 'twice as many outliers of the same kind are no difference here.' + left;
    }
    if (this.view === 'difference') {
      return some + 'Width is what a frame takes of the time that outliers took from their start on, running or blocked; the colour says how much more or less of a second that is than of a second of normal iterations, '
        + `of which there are ${counted(this.whole.normal.total[0], 'capture')}. Time without a stack is left out.` + left;
    }
    if (tree.unit !== 'ns') {
      return `Width is the number of captures: ${count(tree.total[0])} random moments of normal iterations.` + left;
    }
    return some + (this.weight === 'time'
      ? `Width is time that outliers took from their start on, running or blocked: ${duration(whole.total)} in all, from ${counted(Math.round(whole.samples), 'capture')}.`
      : `Width is delay caused: the ${duration(whole.total)} that outliers ran, were blocked, or made other outliers wait, the waiting shared among a culprit’s stacks as its time is.`)
      + (this.weight === 'caused' && this.group === 'cause' && this.allocations.size > 0 ? ' Below a GC pause are the allocations before it, by their bytes: where threads stood when it began is chance.' : '')
      + unseenNote(whole)
      + (this.group === 'thread' ? ' What several threads did at the same time counts for each in part.' : '') + (this.group === 'probe' ? ' An outlier belongs to the probe that took most of it.' : '') + left;
  }
}

export function fillFlames(section, data) {
  if (data.trees.outliers.frame.length === 0 && data.trees.normal.frame.length === 0) {
    return false;
  }
  return new Flames(section, data);
}
