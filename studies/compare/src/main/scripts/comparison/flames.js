// What outliers of either side ran, and how the two differ, as one flame graph.
import {CallTree} from '../flames/call-tree.js';
import * as treeViews from '../flames/call-tree-views.js';
import {FlamePanel} from '../flames/flame-panel.js';
import {unseenNote, withoutUnseen} from '../flames/unseen.js';
import {recall, remember} from '../shared/address.js';
import {total} from '../shared/budget-sums.js';
import {choice} from '../shared/dom.js';
import {counted, duration, shortened} from '../shared/format.js';

export function fillFlames(section, data) {
  if (!data.sides.every(one => one.tree)) {
    return false;
  }
  const frames = {...data.frames, labels: data.frameKinds};
  const codes = treeViews.codesOf(frames);
  const sides = data.sides.map(({label, tree}) => CallTree.embedded(tree, frames, 'ns', shortened(label, 60)));
  if (sides.every(tree => tree.empty)) {
    return false;
  }
  const seen = sides.map(tree => withoutUnseen(tree));
  const views = seen.some(tree => tree.empty) ? ['before', 'after'] : ['difference', 'before', 'after'];
  let view = views.includes(recall('stacks')) ? recall('stacks') : views[0];
  const title = `${sides[1].title} against ${sides[0].title}`;
  const [before, after] = data.sides.map(({label}) => shortened(label, 40));
  const labels = {difference: 'Difference', before, after};
  const panel = new FlamePanel(section, {
    switches: [choice('Stacks', views.map(value => ({value, label: labels[value]})), view, value => { view = value; remember('stacks', value); panel.show(); })],
    * tree() { return view === 'difference' ? yield* treeViews.compared(seen[1], seen[0], codes, title) : sides[view === 'before' ? 0 : 1]; },
    turnover: () => ({appeared: `Only in ${after}`, vanished: `Only in ${before}`, reference: `in ${before}`}),
    note: (tree, whole) => tree.other
      ? `Width is what a frame takes of the time in outliers of ${after} for which there is a stack. The colour says how much more or less of a second of outlier time that is than in ${before}: twice as many outliers of the same kind are no difference here.`
      : `Width is time that outliers of ${tree.title} took from their start on, running or blocked: ${duration(whole.total)} in all, from ${counted(Math.round(whole.samples), 'capture')}.${unseenNote(whole)}`});
  return {panel};
}
