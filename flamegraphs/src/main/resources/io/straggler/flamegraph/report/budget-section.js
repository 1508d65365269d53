// Where the latency of all outliers went, or of those that are selected.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;
  const {ofAll, ofSelection} = Straggler.budget;

  Straggler.section('budget', (section, data) => {
    if (data.budget.latencyNs === 0) {
      return false;
    }
    const box = el('div');
    section.append(box);
    let painted = null;
    data.selection.onRest(selection => {
      if (selection.active || painted !== 'all') {
        painted = selection.active ? 'some' : 'all';
        box.replaceChildren(...(selection.active ? ofSelection(selection) : ofAll(data)));
      }
    });
    return true;
  });
})(Straggler);
