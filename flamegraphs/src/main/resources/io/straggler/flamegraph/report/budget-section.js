// Where the latency of all outliers went, or of those that are selected.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;
  const {lead, ofAll, ofSelection} = Straggler.budget;

  Straggler.section('budget', (section, data) => {
    if (data.budget.latencyNs === 0) {
      return false;
    }
    const box = el('div');
    section.append(...lead(data), box);
    let painted = null;
    data.selection.onRest(function* (selection) {
      if (selection.active || painted !== 'all') {
        const content = selection.active ? yield* ofSelection(selection) : ofAll(data);
        yield;
        painted = selection.active ? 'some' : 'all';
        box.replaceChildren(...content);
      }
    });
    return true;
  });
})(Straggler);
