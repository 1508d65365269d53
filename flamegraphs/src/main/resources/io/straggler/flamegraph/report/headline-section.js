// The headline of a report.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;
  const {sentence, notices, unbroken, blame, status, coverage, observer, accuracy, unseen} = Straggler.headline;

  Straggler.section('headline', (section, data) => {
    section.append(el('h1', null, unbroken(sentence(data))));
    section.append(...[blame(data), ...notices(data), ...Straggler.budget.lead(data)].filter(Boolean));
    section.append(el('div', {class: 'quiet-lines'}, [status(data), coverage(data), observer(data), accuracy(data), unseen(data)].filter(Boolean)));
    return true;
  });
})(Straggler);
