// The report's flame graph with its switches, and the same frames as a table for those who cannot use a picture.
(function (Straggler) {
  'use strict';

  const {el, table, choice, toggle} = Straggler.dom;
  const {duration, count, counted, share, shortened} = Straggler.format;
  const {recall, remember, onChange, isDark} = Straggler.theme;
  const {CallTree, FlameGraph, flamePaint} = Straggler;

  const FEW_ROWS = 15;

  function trees(data) {
    const frames = {...data.frames, labels: data.frameKinds};
    const made = {};
    const some = tree => tree && tree.frame.length > 0;
    if (some(data.trees.outliers)) {
      made.outliers = CallTree.embedded(data.trees.outliers, frames, 'ns', 'all outliers');
    }
    if (some(data.trees.normal)) {
      made.normal = CallTree.embedded(data.trees.normal, frames, 'captures', 'normal iterations');
    }
    return made;
  }

  function kinds(tree) {
    const seen = new Set();
    for (let node = 1; node < tree.size; node++) {
      seen.add(tree.frames.kinds[tree.frame[node]]);
    }
    return el('div', {class: 'flame-keys', 'aria-label': 'Colours'}, [...seen].sort((a, b) => a - b).map(kind => {
      const label = tree.frames.labels[kind];
      const mark = el('i', {class: 'swatch block'});
      onChange(() => { mark.style.background = flamePaint.frameColour(label, '', isDark()); });
      return el('span', null, mark, label);
    }));
  }

  function widthNote(tree) {
    const left = tree.leftOut ? ` ${counted(tree.leftOut, 'frame')} too light to be seen were left out of the picture.` : '';
    return tree.unit === 'ns'
      ? `Width is time that outliers spent running: ${duration(tree.total[0])} in all, from ${counted(tree.samples[0], 'capture')}. What no stack covers is shown in brackets.` + left
      : `Width is the number of captures: ${count(tree.total[0])} random moments of normal iterations.` + left;
  }

  function frameTable(box, embedded, tree) {
    const amount = value => tree.unit === 'ns' ? duration(value) : count(value);
    const rows = embedded.table.frame.map((frame, i) => ({
      frame, self: embedded.table.selfNs[i], total: embedded.table.totalNs[i], samples: embedded.table.samples[i]}));
    let by = 'self';
    let many = false;
    const body = el('div');
    const fill = () => {
      const sorted = rows.slice().sort((a, b) => b[by] - a[by]).slice(0, many ? 100 : FEW_ROWS);
      body.replaceChildren(table('Heaviest frames by ' + by + ' time', [{title: 'Frame'}, {title: 'Kind'},
        {title: 'Self', number: true}, {title: '', number: true}, {title: 'Total', number: true}, {title: '', number: true},
        {title: 'Captures', number: true}], sorted.map(row => [
        shortened(tree.frames.names[row.frame], 160), tree.frames.labels[tree.frames.kinds[row.frame]],
        amount(row.self), share(row.self, tree.total[0]), amount(row.total), share(row.total, tree.total[0]), count(row.samples)])));
    };
    box.replaceChildren(el('h3', null, 'Heaviest frames'), el('div', {class: 'controls'},
        choice('Order', [{value: 'self', label: 'By self'}, {value: 'total', label: 'By total'}], by, value => { by = value; fill(); }),
        rows.length > FEW_ROWS ? toggle('Top 100', false, on => { many = on; fill(); }) : ''), body);
    fill();
  }

  function searchBox(status, apply) {
    const input = el('input', {class: 'search', type: 'search', placeholder: 'Search: regular expression', 'aria-label': 'Search frames by regular expression',
      spellcheck: 'false', autocomplete: 'off'});
    input.value = recall('q');
    input.addEventListener('input', () => {
      remember('q', input.value);
      apply();
    });
    input.expression = () => {
      try {
        input.removeAttribute('aria-invalid');
        return input.value ? new RegExp(input.value, 'i') : null;
      } catch (error) {
        input.setAttribute('aria-invalid', 'true');
        status.textContent = error.message;
        return undefined;
      }
    };
    return input;
  }

  Straggler.section('flames', (section, data) => {
    const all = trees(data);
    const views = Object.keys(all);
    if (views.length === 0) {
      return false;
    }
    let view = views.includes(recall('stacks')) ? recall('stacks') : views[0];
    let reversed = recall('reversed') === '1';
    const icicle = recall('icicle') === '1';
    const tree = () => {
      const forward = all[view];
      forward.byLeaf = reversed && !forward.byLeaf ? forward.reversed() : forward.byLeaf;
      return reversed ? forward.byLeaf : forward;
    };
    const status = el('p', {class: 'note flame-status', 'aria-live': 'polite'});
    const found = el('span', {class: 'note', 'aria-live': 'polite'});
    const note = el('p', {class: 'note'});
    const picture = el('div');
    const keys = el('div');
    const frames = el('div', {class: 'frames'});
    const controls = el('div', {class: 'controls'});
    section.append(note, controls, picture, status, keys, frames);
    const graph = new FlameGraph(picture, tree(), text => { status.textContent = text; });

    const search = () => {
      const expression = input.expression();
      if (expression !== undefined) {
        const result = graph.search(expression);
        found.textContent = result ? `${share(result.matched, tree().total[0])} matched, ${counted(result.nodes, 'frame')}` : '';
      }
    };
    const input = searchBox(status, search);
    const show = () => {
      graph.setTree(tree());
      note.textContent = widthNote(tree());
      keys.replaceChildren(kinds(tree()));
      search();
    };
    const showFrames = () => frameTable(frames, data.trees[view], all[view]);
    controls.append(
        views.length > 1 ? choice('Stacks', [{value: 'outliers', label: 'Outliers'}, {value: 'normal', label: 'Normal iterations'}], view,
            value => { view = value; remember('stacks', value); show(); showFrames(); }) : '',
        toggle('Reversed', reversed, on => { reversed = on; remember('reversed', on ? '1' : ''); show(); }, {title: 'Leaves first, their callers on top of them'}),
        toggle('Icicle', icicle, on => { graph.setIcicle(on); remember('icicle', on ? '1' : ''); }, {title: 'The root at the top'}),
        el('button', {type: 'button', onclick: () => graph.reset()}, 'Reset zoom'),
        input,
        el('button', {type: 'button', 'aria-label': 'Previous match', onclick: () => graph.toMatch(-1)}, '‹'),
        el('button', {type: 'button', 'aria-label': 'Next match', onclick: () => graph.toMatch(1)}, '›'),
        found);
    if (icicle) {
      graph.setIcicle(true);
    }
    show();
    showFrames();
    return true;
  });
})(Straggler);
