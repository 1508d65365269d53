// One frame with all of its callers above it and all of its callees below, wherever on stacks it stands.
import {el} from '../shared/dom.js';
import {share, shortened} from '../shared/format.js';
import {finish} from '../shared/slices.js';
import * as treeViews from './call-tree-views.js';
import {FlameGraph} from './flame-graph.js';

export class Sandwich {
  /** box: where it is; hidden until a frame is shown. */
  constructor(box) {
    this.box = box;
    this.title = el('h3', {class: 'one-title'});
    this.status = el('p', {class: 'note sandwich-status', 'aria-live': 'polite'});
    this.callers = el('div');
    this.callees = el('div');
    box.hidden = true;
    box.append(el('div', {class: 'controls'}, this.title, el('button', {type: 'button', onclick: () => this.close()}, 'Close')),
        el('p', {class: 'note'}, 'Above: its callers, who called it at the bottom. Below: what it called. Width is time within it.'), this.callers, this.callees, this.status);
  }

  /** frame: number of a frame of the tree. */
  show(tree, frame) {
    this.frame = frame;
    const {callers, callees} = finish(treeViews.around(tree, treeViews.codesOf(tree.frames), frame));
    this.box.hidden = false;
    this.title.textContent = `Callers and callees of ${shortened(tree.frames.names[frame], 120)}: on the stack ${share(callees.total[0], tree.total[0])} of the time`;
    if (!this.graphs) {
      const hooks = {announce: text => { this.status.textContent = text; }};
      this.graphs = [new FlameGraph(this.callers, callers, hooks), new FlameGraph(this.callees, callees, hooks)];
      this.graphs[0].setIcicle(false);
    } else {
      this.graphs[0].setTree(callers);
      this.graphs[1].setTree(callees);
    }
  }

  /** The same frame in another tree. */
  follow(tree) {
    if (!this.box.hidden) {
      this.show(tree, this.frame);
    }
  }

  close() {
    this.box.hidden = true;
  }
}
