// A flame graph with all that belongs to it: switches, search, legend, the frames as a tree and as a table. Any page can have one.
(function (Straggler) {
  'use strict';

  const {el, choice, toggle} = Straggler.dom;
  const {duration, count, counted, share, shortened} = Straggler.format;
  const {recall, remember, onChange, isDark} = Straggler.theme;
  const {FlameGraph, FlameSearch, Outline, flamePaint, frameTable, turnoverLists, treeViews} = Straggler;

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
    if (colours) {
      return colours.legend().map(({colour, text}) => entry(colour, text));
    }
    const seen = new Set();
    for (let node = 1; node < tree.size; node++) {
      if (tree.some(node)) {
        seen.add(tree.frames.kinds[tree.frame[node]]);
      }
    }
    return [...seen].sort((a, b) => a - b).map(kind => entry(() => flamePaint.frameColour(tree.frames.labels[kind], '', isDark()), tree.frames.labels[kind]));
  }

  class FlamePanel {
    /**
     * source: {switches: elements, tree(): the tree to show, colours(tree): null or {colourOf, words, legend}, note(tree): text,
     * turnover: null or words}. key: prefix under which the address keeps the view.
     */
    constructor(section, source, key = '') {
      this.source = source;
      this.key = key;
      this.reversed = recall(key + 'reversed') === '1';
      const status = el('p', {class: 'note flame-status', 'aria-live': 'polite'});
      this.note = el('p', {class: 'note'});
      this.keys = el('div', {class: 'flame-keys', role: 'group', 'aria-label': 'Colours'});
      this.lists = el('div');
      this.none = el('p', {class: 'notice mild', hidden: true}, 'Nothing to draw: no stack is left.');
      const picture = el('div');
      const outline = el('div');
      const frames = el('div', {class: 'frames'});
      const controls = el('div', {class: 'controls'});
      section.append(this.note, el('div', {class: 'controls'}, source.switches), controls, this.none, picture, status, this.keys, this.lists, outline, frames);
      this.search = new FlameSearch(key + 'q', status, () => this.show());
      this.graph = new FlameGraph(picture, this.made(), {
        told: (text, node) => { status.replaceChildren(text, ' ', node > 0 ? this.copyButton(node) : ''); },
        zoomed: path => remember(key + 'zoom', path.map(encodeURIComponent).join('/').slice(0, 1500))});
      this.search.graph = this.graph;
      this.outline = new Outline(outline, 'Call tree');
      this.table = frameTable(frames, name => { this.search.set('^' + name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + '$'); this.graph.toMatch(1); });
      controls.append(
          toggle('Callers first', this.reversed, on => { this.reversed = on; remember(key + 'reversed', on ? '1' : ''); this.show(); }, {title: 'Leaves first, their callers on top of them'}),
          toggle('Icicle', recall(key + 'icicle') === '1', on => { this.graph.setIcicle(on); remember(key + 'icicle', on ? '1' : ''); }, {title: 'The root at the top'}),
          el('button', {type: 'button', onclick: () => this.graph.reset()}, 'Reset zoom'),
          ...this.search.parts,
          Straggler.figures.saveButtons('flamegraph', () => this.graph.wholeSize(), context => this.graph.paintWhole(context)));
      if (recall(key + 'icicle') === '1') {
        this.graph.setIcicle(true);
      }
      const path = recall(key + 'zoom');
      this.show();
      if (path) {
        this.graph.zoom(this.graph.view.tree.follow(path.split('/').map(part => decodeURIComponent(part))));
      }
    }

    copyButton(node) {
      return el('button', {type: 'button', onclick: () => this.graph.copy(node)}, 'Copy name');
    }

    made() {
      const tree = this.search.sifted(this.source.tree());
      return this.reversed ? treeViews.reversed(tree, treeViews.codesOf(tree.frames)) : tree;
    }

    /** Draws what the source gives now. */
    show() {
      for (let next = this.steps(); next;) {
        next = next();
      }
    }

    /** The same in steps, each of which returns the next. */
    steps() {
      const tree = this.made();
      return () => {
        this.draw(tree);
        return () => {
          this.table(tree);
          this.outline.setTree(tree);
          return null;
        };
      };
    }

    draw(tree) {
      const colours = this.source.colours ? this.source.colours(tree) : null;
      this.graph.reference = (this.source.turnover || {}).reference;
      this.graph.setTree(tree);
      this.graph.setColours(colours && colours.colourOf, colours && colours.words);
      this.none.hidden = !tree.empty;
      this.note.textContent = this.source.note(tree);
      this.keys.replaceChildren(...legendOf(tree, colours, this.source.turnover || {}));
      this.lists.replaceChildren(tree.other && this.source.turnover ? turnoverLists(tree, this.source.turnover) : '');
      this.search.apply();
    }
  }

  /** A difference to stacks is of stacks: time without one would only say that normal iterations are caught in the act. */
  function withoutUnseen(tree) {
    const unseen = tree.frames.names.map((name, i) => tree.frames.labels[tree.frames.kinds[i]] === 'not seen' && !name.startsWith('[thread '));
    return treeViews.sifted(tree, unseen, false);
  }

  Straggler.withoutUnseen = withoutUnseen;
  Straggler.FlamePanel = FlamePanel;
})(Straggler);
