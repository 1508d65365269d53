// Reads the data of a report and fills the page.
(function (Straggler) {
  'use strict';

  Straggler.start(data => {
    Straggler.causes.learn(data.causes);
    data.selection = new Straggler.Selection(new Straggler.Outliers(data), data.culprits.sites);
    Straggler.selectionBar(document.getElementById('selection'), data.selection);
    return {
      title: Straggler.format.shortened(data.run.task, 120),
      keys: {
        '[': () => Straggler.stepOutlier && Straggler.stepOutlier(-1),
        ']': () => Straggler.stepOutlier && Straggler.stepOutlier(1),
        x: () => data.selection.clear()
      }
    };
  });
})(Straggler);
