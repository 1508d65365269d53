// A flame graph with all that belongs to it: switches, search, legend, the frames as a tree and as a table. Any page can have one.
import {saveButtons} from '../charts/figure.js';
import {recall, remember} from '../shared/address.js';
import {el, toggle} from '../shared/dom.js';
import {finish, Slices} from '../shared/slices.js';
import {isDark, onChange} from '../shared/theme.js';
import * as treeViews from './call-tree-views.js';
import {FlameGraph} from './flame-graph.js';
import * as flamePaint from './flame-paint.js';
import {FlameSearch} from './flame-search.js';
import {frameTable, turnoverLists} from './frame-table.js';
import {Outline} from './outline.js';
import {recursionIn} from './recursion.js';
import {Sandwich} from './sandwich.js';
import {withoutUnseen} from './unseen.js';

/** The kind of frames that are no code. */
const GROUP = 'group';

/** A longer address is more than some viewers and chats pass on. */
const LONGEST_PATH = 1500;

/** A path of names as text for the address, which ends with the last name that fits. */
function written(path) {
  const text = path.map(name => encodeURIComponent(name) + '/').join('');
  return text.slice(0, Math.max(0, text.lastIndexOf('/', LONGEST_PATH)));
}

/** The names of such a text; none if it is damaged. */
function read(text) {
  try {
    return text.split('/').map(name => decodeURIComponent(name));
  } catch (damaged) {
    return [];
  }
}

function entry(colour, text) {
  const mark = el('i', {class: 'swatch block'});
  onChange(() => { mark.style.background = colour(); });
  return el('span', null, mark, text);
}

/** What the colours mean. */
function legendOf(tree, colours, words) {
  if (tree.other) {
    return [entry(() => flamePaint.differenceColour(0.2, isDark()), `▲ more of a second than ${words.reference}`), entry(() => flamePaint.differenceColour(-0.2, isDark()), '▼ less'), entry(() => flamePaint.differenceColour(0, isDark()), 'the same')];
  }
  if (colours && colours.legend) {
    return colours.legend().map(({colour, text}) => entry(colour, text));
  }
  const seen = new Set();
  for (let node = 1; node < tree.size; node++) {
    if (tree.some(node)) {
      seen.add(tree.frames.kinds[tree.frame[node]]);
    }
  }
  return [...seen].filter(kind => tree.frames.labels[kind] !== GROUP).sort((a, b) => a - b).map(kind => entry(() => flamePaint.frameColour(tree.frames.labels[kind], '', isDark()), tree.frames.labels[kind]));
}

export class FlamePanel {
  /**
   * source: {switches: elements, of which the first stands above the picture and the others below it, tree(): work that returns the tree to show, colours(tree): work that returns null or {colourOf,
   * words, legend}, of which words and legend may be left out, note(tree, whole): text for the tree, of which whole is the
   * {total, seen, shown, samples} before anything was kept or hidden, turnover(): words for a tree that is compared}. key: prefix under which the address keeps the view.
   */
  constructor(section, source, key = '') {
    this.source = source;
    this.key = key;
    this.reversed = recall(key + 'reversed') === '1';
    this.unseen = recall(key + 'unseen') === '1';
    this.folding = recall(key + 'recursion') !== '0';
    this.version = 0;
    this.work = new Slices();
    const status = el('p', {class: 'note flame-status', 'aria-live': 'polite'});
    this.note = el('p', {class: 'note'});
    this.keys = el('div', {class: 'flame-keys', role: 'group', 'aria-label': 'What the colours mean'});
    this.lists = el('div');
    this.none = el('p', {class: 'notice mild', hidden: true}, 'Nothing to draw: no stack is left.');
    const picture = el('div');
    const sandwich = el('div', {class: 'sandwich'});
    this.sandwich = new Sandwich(sandwich);
    const outline = el('div');
    const frames = el('details', {class: 'frames'}, el('summary', null, 'Heaviest frames, as a table'));
    const controls = el('div', {class: 'controls'});
    const [first, ...more] = source.switches;
    section.append(el('div', {class: 'controls'}, first), this.none, picture, status, this.keys, this.note, el('div', {class: 'controls'}, more), controls, sandwich, this.lists, outline, frames);
    this.search = new FlameSearch(key + 'q', () => this.show());
    const made = finish(this.making());
    this.graph = new FlameGraph(picture, made, {
      announce: (text, node) => { status.replaceChildren(text, ' ', ...(node > 0 ? [this.copyButton(node), ' ', this.sandwichButton(node)] : [])); },
      around: node => this.showAround(node),
      zoomed: path => remember(key + 'zoom', written(path))});
    this.search.graph = this.graph;
    this.outline = new Outline(outline, 'Call tree');
    this.table = frameTable(frames, key + 'frames', name => { this.search.set('^' + name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + '$'); this.graph.toMatch(1); });
    controls.append(
        toggle('Callers first', this.reversed, on => { this.reversed = on; remember(key + 'reversed', on ? '1' : ''); this.show(); }, {title: 'Leaves first, their callers on top of them'}),
        toggle('Unseen time', this.unseen, on => { this.unseen = on; remember(key + 'unseen', on ? '1' : ''); this.show(); }, {title: 'Also time for which there is no stack'}),
        this.foldSwitch = toggle('Fold recursion', this.folding, on => { this.folding = on; remember(key + 'recursion', on ? '' : '0'); this.show(); }, {title: 'Frames that call themselves, or one another in turns, are drawn once'}),
        section.closest('.pair') ? toggle('Full width', recall(key + 'wide') === '1', on => { this.widen(section, on); remember(key + 'wide', on ? '1' : ''); }, {title: 'Over the whole width of the page'}) : '',
        toggle('Icicle', recall(key + 'icicle') !== '0', on => { this.graph.setIcicle(on); remember(key + 'icicle', on ? '' : '0'); }, {title: 'The root at the top'}),
        el('button', {type: 'button', onclick: () => this.graph.reset()}, 'Reset zoom'),
        ...this.search.parts,
        saveButtons('flamegraph', () => this.graph.wholeSize(), context => this.graph.paintWhole(context)));
    this.widen(section, recall(key + 'wide') === '1');
    if (recall(key + 'icicle') === '0') {
      this.graph.setIcicle(false);
    }
    const path = recall(key + 'zoom');
    finish(this.showing(made));
    if (path) {
      this.graph.zoom(this.graph.view.tree.follow(read(path)));
    }
  }

  /** Width of the panel: the whole page's, or that of its column. */
  widen(section, on) {
    const pair = section.closest('.pair');
    pair && pair.classList.toggle('apart', on);
  }

  copyButton(node) {
    return el('button', {type: 'button', onclick: () => this.graph.copy(node)}, 'Copy name');
  }

  sandwichButton(node) {
    return el('button', {type: 'button', onclick: () => this.showAround(node)}, 'Callers and callees');
  }

  showAround(node) {
    this.sandwich.show(this.upright, this.graph.view.tree.frame[node]);
    this.sandwich.box.scrollIntoView({block: 'nearest'});
  }

  * making() {
    const all = yield* this.source.tree();
    yield;
    const seen = withoutUnseen(all);
    const shown = this.unseen || seen.empty ? all : seen;
    this.whole = {total: all.total[0], seen: seen.total[0], shown: shown.total[0], samples: all.samples[0]};
    const sifted = this.search.sifted(shown);
    const fold = yield* recursionIn(sifted, treeViews.codesOf(sifted.frames));
    const tree = fold && this.folding ? fold.of(sifted) : sifted;
    this.recurs = fold !== null;
    this.upright = tree;
    yield;
    return this.reversed ? yield* treeViews.reversed(tree, treeViews.codesOf(tree.frames)) : tree;
  }

  /** Draws what the source gives now, in slices. */
  show() {
    this.work.replace([this.showing()]);
  }

  /** The same as work; it ends where newer work began, so that what was asked for last is what stays. made: the tree, if it has been made. */
  * showing(made = null) {
    const version = ++this.version;
    const tree = made || (yield* this.making());
    const colours = this.source.colours ? yield* this.source.colours(tree) : null;
    for (const step of [() => this.draw(tree, colours), () => this.table(tree), () => this.outline.setTree(tree), () => this.sandwich.follow(this.upright)]) {
      yield;
      if (version !== this.version) {
        return;
      }
      step();
    }
  }

  draw(tree, colours) {
    const words = tree.other ? this.source.turnover() : {};
    this.graph.reference = words.reference;
    this.graph.setTree(tree);
    this.graph.setColours(colours && colours.colourOf, colours && colours.words);
    this.none.hidden = !tree.empty;
    this.foldSwitch.hidden = !this.recurs;
    this.note.textContent = this.source.note(tree, this.whole);
    this.keys.replaceChildren(...legendOf(tree, colours, words));
    this.lists.replaceChildren(tree.other ? turnoverLists(tree, words) : '');
    this.search.apply();
  }
}
