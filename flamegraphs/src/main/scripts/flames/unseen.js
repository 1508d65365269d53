// Time for which there is no stack, in a call tree and in words.
import {share} from '../shared/format.js';
import {sifted} from './call-tree-views.js';

/** The tree of what stacks show. A difference is always of stacks: normal iterations are caught in the act, outliers often are not. */
export function withoutUnseen(tree) {
  const unseen = tree.frames.kinds.map(kind => tree.frames.labels[kind] === 'not seen');
  for (let node = 1; node < tree.size; node++) {
    if (unseen[tree.frame[node]] && tree.some(node)) {
      return sifted(tree, unseen, false);
    }
  }
  return tree;
}

/** How much of the time no stack covers, and whether it is in the picture. */
export function unseenNote({total, seen, shown}) {
  return seen >= total ? '' : ` For ${share(total - seen, total)} of that there is no stack, ${shown > seen ? 'which is shown in brackets' : 'which is left out'}.`;
}
