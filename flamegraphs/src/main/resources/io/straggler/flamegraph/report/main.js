// Reads the data and fills the page.
(function (Straggler) {
  'use strict';

  const data = JSON.parse(document.getElementById('data').textContent);
  const task = Straggler.format.shortened(data.run.task, 120);
  document.title = 'Straggler: ' + task;
  document.getElementById('task').textContent = task;
  Straggler.theme.start(document.getElementById('theme'));
  Straggler.causes.learn(data.causes);
  Straggler.fillSections(data);
})(Straggler);
