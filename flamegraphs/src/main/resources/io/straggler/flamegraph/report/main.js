// Reads the data of a report and fills the page.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;

  function fill(data) {
    const task = Straggler.format.shortened(data.run.task, 120);
    document.title = 'Straggler: ' + task;
    document.getElementById('task').textContent = task;
    Straggler.theme.start(document.getElementById('theme'));
    Straggler.causes.learn(data.causes);
    data.selection = new Straggler.Selection(new Straggler.Outliers(data), data.culprits.sites);
    Straggler.selectionBar(document.getElementById('selection'), data.selection);
    Straggler.keys.start(document.getElementById('keys'), {
      '/': () => { const input = document.querySelector('#flames input[type=search]'); input && input.focus(); },
      '[': () => Straggler.stepOutlier && Straggler.stepOutlier(-1),
      ']': () => Straggler.stepOutlier && Straggler.stepOutlier(1),
      x: () => data.selection.clear(),
      d: () => document.getElementById('theme').click()
    });
    return Straggler.fillSections(data);
  }

  Straggler.embedded().then(fill).catch(error =>
    document.querySelector('main').prepend(el('p', {class: 'notice', role: 'alert'}, 'This report could not be drawn: ' + error.message)))
      .then(() => { document.documentElement.dataset.drawn = 'true'; });
})(Straggler);
