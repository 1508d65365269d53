// A call tree as nested items that a keyboard or a screen reader can walk: the same frames as the flame graph, by weight.
import {el} from '../shared/dom.js';
import {count, duration, share, shortened} from '../shared/format.js';

const MOST_CHILDREN = 50;

export class Outline {
  /** Fills box when it is opened first. */
  constructor(box, label) {
    this.list = el('ul', {role: 'tree', class: 'outline', 'aria-label': label});
    this.details = el('details', {class: 'outline-box'}, el('summary', null, 'As a tree to walk'), this.list);
    box.append(this.details);
    this.details.addEventListener('toggle', () => this.fill());
    this.list.addEventListener('keydown', event => this.key(event));
    this.list.addEventListener('click', event => this.click(event));
  }

  setTree(tree) {
    this.tree = tree;
    this.filled = false;
    this.fill();
  }

  fill() {
    if (this.details.open && !this.filled) {
      this.filled = true;
      this.list.replaceChildren(this.item(0, 1));
      this.open(this.list.firstChild, true);
      this.list.firstChild.tabIndex = 0;
    }
  }

  item(node, level) {
    const {tree} = this;
    const amount = tree.unit === 'ns' ? duration : count;
    const leaf = tree.children(node).length === 0;
    const item = el('li', {role: 'treeitem', tabindex: '-1', 'aria-level': level, 'aria-expanded': leaf ? null : 'false'},
        el('span', {class: 'outline-row'}, el('span', {class: 'outline-name'}, shortened(tree.name(node), 160)),
            el('span', {class: 'note'}, ` ${node > 0 ? tree.kind(node) + ', ' : ''}${amount(tree.total[node])}, ${share(tree.total[node], tree.total[0])}; itself ${share(tree.self[node], tree.total[0])}${tree.rounds(node) > 1 ? `; recursion, up to ×${count(tree.rounds(node))}` : ''}`)));
    item.node = node;
    item.level = level;
    return item;
  }

  open(item, open) {
    if (item.getAttribute('aria-expanded') === null) {
      return;
    }
    item.setAttribute('aria-expanded', String(open));
    if (open && !item.group) {
      const children = this.tree.children(item.node).sort((a, b) => this.tree.total[b] - this.tree.total[a]);
      item.group = el('ul', {role: 'group'}, children.slice(0, MOST_CHILDREN).map(child => this.item(child, item.level + 1)),
          children.length > MOST_CHILDREN ? el('li', {role: 'none', class: 'note'}, `${count(children.length - MOST_CHILDREN)} lighter ones are not listed.`) : null);
      item.append(item.group);
    }
    if (item.group) {
      item.group.hidden = !open;
    }
  }

  visible() {
    return [...this.list.querySelectorAll('[role=treeitem]')].filter(item => !item.parentElement.closest('[hidden]'));
  }

  focus(item) {
    if (item) {
      this.list.querySelectorAll('[tabindex="0"]').forEach(other => { other.tabIndex = -1; });
      item.tabIndex = 0;
      item.focus();
    }
  }

  key(event) {
    const item = event.target.closest('[role=treeitem]');
    const all = this.visible();
    const at = all.indexOf(item);
    const open = item.getAttribute('aria-expanded') === 'true';
    const moves = {
      ArrowDown: () => this.focus(all[at + 1]),
      ArrowUp: () => this.focus(all[at - 1]),
      Home: () => this.focus(all[0]),
      End: () => this.focus(all[all.length - 1]),
      ArrowRight: () => open ? this.focus(item.group && item.group.querySelector('[role=treeitem]')) : this.open(item, true),
      ArrowLeft: () => open ? this.open(item, false) : this.focus(item.parentElement.closest('[role=treeitem]')),
      Enter: () => this.open(item, !open),
      ' ': () => this.open(item, !open)
    };
    if (moves[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      moves[event.key]();
      event.preventDefault();
    }
  }

  click(event) {
    const item = event.target.closest('[role=treeitem]');
    if (item) {
      this.open(item, item.getAttribute('aria-expanded') !== 'true');
      this.focus(item);
    }
  }
}
