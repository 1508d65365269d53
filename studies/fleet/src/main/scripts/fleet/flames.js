// What outliers of the fleet ran, as one flame graph: of all, of one group, or of one compared with the rest.
import {CallTree} from '../flames/call-tree.js';
import * as treeViews from '../flames/call-tree-views.js';
import {FlamePanel} from '../flames/flame-panel.js';
import {unseenNote, withoutUnseen} from '../flames/unseen.js';
import {recall, remember} from '../shared/address.js';
import {choice} from '../shared/dom.js';
import {counted, duration, shortened} from '../shared/format.js';

/** More buttons than this are no choice any more. */
const MOST = 8;

export function fillFlames(section, data) {
  if (!data.all.tree) {
    return false;
  }
  const frames = {...data.frames, labels: data.frameKinds};
  const codes = treeViews.codesOf(frames);
  const whole = CallTree.embedded(data.all.tree, frames, 'ns', 'all hosts');
  if (whole.empty) {
    return false;
  }
  const groups = data.by.flatMap(({by, groups: some}) => some.map(group => ({title: `${by} ${group.name}`, group}))).filter(({group}) => group.tree.totalNs > 0).slice(0, MOST);
  const trees = new Map([['all', whole], ...groups.map(({title, group}, i) => ['group' + i, CallTree.embedded(group.tree, frames, 'ns', shortened(title, 60))])]);
  const cutNs = new Map([['all', data.all.cutNs], ...groups.map(({group}, i) => ['group' + i, group.cutNs])]);
  let view = trees.has(recall('stacks')) ? recall('stacks') : 'all';
  let compared = recall('compared') === '1';
  const show = () => { remember('stacks', view === 'all' ? '' : view); remember('compared', compared ? '1' : ''); panel.show(); };
  const shown = () => trees.get(view);
  const panel = new FlamePanel(section, {
    switches: [
      choice('Stacks', [{value: 'all', label: 'All'}, ...groups.map(({title}, i) => ({value: 'group' + i, label: shortened(title, 40)}))], view, value => { view = value; show(); }),
      ...(groups.length ? [choice('Compared', [{value: false, label: 'As it is'}, {value: true, label: 'Against all'}], compared, value => { compared = value; show(); })] : [])],
    * tree() {
      return compared && view !== 'all' ? yield* treeViews.compared(withoutUnseen(shown()), withoutUnseen(whole), codes, `${shown().title} against all`) : shown();
    },
    turnover: () => ({appeared: 'Only in this group', vanished: 'Not in this group', reference: 'in all'}),
    note: (tree, sums) => (tree.other
      ? `Width is what a frame takes of the time in outliers of ${shown().title} for which there is a stack. The colour says how much more or less of a second of outlier time that is than over all hosts.`
      : `Width is time that outliers of ${shown().title} took from their start on, running or blocked: ${duration(sums.total)} in all, from ${counted(Math.round(sums.samples), 'capture')}.${unseenNote(sums)}`)
      + (cutNs.get(view) > 0 ? ` ${duration(cutNs.get(view))} count for the caller, because what it called was too light to be kept.` : '')});
  return {panel};
}
