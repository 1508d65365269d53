// Two runs side by side: percentile curves, budgets, and what outliers ran, compared.
(function (Straggler) {
  'use strict';

  const {el, table, choice} = Straggler.dom;
  const {duration, counted, share, shortened} = Straggler.format;
  const {named, bar} = Straggler.causes;
  const {recall, remember} = Straggler.theme;
  const {CallTree, FlamePanel, PercentilePlot, treeViews} = Straggler;
  const {divided, total} = Straggler.budget;

  /** The merged series of both sides, named after their side. */
  function together(sides) {
    return sides.flatMap(({label, series}) => {
      const merged = series.all.filter(one => one.run === null || !series.all.some(other => other.name === one.name && other.run === null));
      return merged.filter(one => one.name === 'latency' || one.name === 'service').map(one => ({...one, name: `${one.name} · ${shortened(label, 24)}`, run: null}));
    });
  }

  Straggler.section('percentiles', (section, {sides}) => {
    const all = together(sides.filter(one => one.series));
    if (!all.some(one => one.percentiles.length > 0)) {
      return false;
    }
    const first = all.filter(one => one.name.startsWith('latency')).map(one => one.name);
    return new PercentilePlot(section, {series: {all}, run: sides[1].run, curves: [], selection: null, firstShown: first});
  });

  Straggler.section('budget', (section, {sides}) => {
    if (!sides.every(one => one.budget)) {
      return false;
    }
    const budgets = sides.map(divided);
    if (budgets.every(({latencyNs}) => latencyNs === 0)) {
      return false;
    }
    const sums = budgets.map(({causes}) => new Map(causes.map(sum => [sum.cause, total(sum)])));
    const causes = [...new Set(budgets.flatMap(budget => budget.causes.map(sum => sum.cause)))];
    const most = Math.max(...budgets.map(({latencyNs}) => latencyNs));
    // A run of other length has other sums: per iteration they compare.
    const per = (side, ns) => ns / Math.max(1, sides[side].run.iterations);
    budgets.forEach(({latencyNs}, side) => {
      const part = per(side, latencyNs) / Math.max(...budgets.map((budget, other) => per(other, budget.latencyNs)));
      const whole = el('div', {class: part > 0.3 ? 'beside' : 'beside tight'}, bar(causes.map(cause => ({cause, ns: sums[side].get(cause) || 0})), latencyNs, true));
      whole.style.width = 100 * Math.max(0.01, part) + '%';
      section.append(el('h3', null, `${shortened(sides[side].label, 60)}: ${duration(latencyNs)} in outliers`), whole);
    });
    section.append(el('p', {class: 'note'}, 'The lengths of the bars compare latency in outliers per iteration; within a bar it divides among causes.'),
        table('Budgets side by side', [{title: 'Cause'}, ...sides.flatMap(({label}) => [{title: shortened(label, 30), number: true}, {title: 'share', number: true}]), {title: 'Per million iterations, change', number: true}],
            causes.filter(cause => Math.max(...sums.map(sum => sum.get(cause) || 0)) > most / 1e6).map(cause => [named(cause), ...sums.flatMap((sum, side) => {
              const ns = sum.get(cause) || 0;
              return [ns > 0 ? duration(ns) : '', ns > 0 ? share(ns, budgets[side].latencyNs) : ''];
            }), changeOf(per(1, sums[1].get(cause) || 0) - per(0, sums[0].get(cause) || 0))])));
    return true;
  });

  function changeOf(perIteration) {
    const ns = perIteration * 1e6;
    return Math.abs(ns) < 1 ? 'same' : (ns > 0 ? '+' : '−') + duration(Math.abs(ns));
  }

  Straggler.section('flames', (section, data) => {
    if (!data.sides.every(one => one.tree)) {
      return false;
    }
    const frames = {...data.frames, labels: data.frameKinds};
    const codes = treeViews.codesOf(frames);
    const sides = data.sides.map(({label, tree}) => CallTree.embedded(tree, frames, 'ns', shortened(label, 60)));
    if (sides.every(tree => tree.empty)) {
      return false;
    }
    const seen = sides.map(tree => Straggler.withoutUnseen(tree));
    const views = seen.some(tree => tree.empty) ? ['before', 'after'] : ['difference', 'before', 'after'];
    let view = views.includes(recall('stacks')) ? recall('stacks') : views[0];
    const title = `${sides[1].title} against ${sides[0].title}`;
    const [before, after] = data.sides.map(({label}) => shortened(label, 40));
    const labels = {difference: 'Difference', before, after};
    const panel = new FlamePanel(section, {
      switches: [choice('Stacks', views.map(value => ({value, label: labels[value]})), view, value => { view = value; remember('stacks', value); panel.show(); })],
      * tree() { return view === 'difference' ? yield* treeViews.compared(seen[1], seen[0], codes, title) : sides[view === 'before' ? 0 : 1]; },
      turnover: {appeared: `Only in ${after}`, vanished: `Only in ${before}`, reference: `in ${before}`},
      note: (tree, whole) => tree.other
        ? `Width is what a frame takes of the time in outliers of ${after} for which there is a stack. The colour says how much more or less of a second of outlier time that is than in ${before}: twice as many outliers of the same kind are no difference here.`
        : `Width is time that outliers of ${tree.title} spent running: ${duration(whole.total)} in all, from ${counted(Math.round(whole.samples), 'capture')}.${Straggler.unseenNote(whole)}`});
    return {panel};
  });

  Straggler.section('environment', (section, {environment, sides, limits}) => {
    if (limits && environment.length === 0) {
      return false;
    }
    section.append(environment.length === 0 ? el('p', null, 'Nothing that was recorded differs in options or environment.')
      : table('What differs', [{title: ''}, {title: shortened(sides[0].label, 30)}, {title: shortened(sides[1].label, 30)}], environment.map(one =>
        [shortened(one.name, 100), shortened(one.before, 1000), shortened(one.after, 1000)].map(text => el('span', {class: 'place'}, text)))));
    return true;
  });
})(Straggler);
