// The headline of a report, and what it rests on.
(function (Straggler) {
  'use strict';

  const {el} = Straggler.dom;
  const {counts, notices, unbroken, blame, status, coverage, observer, accuracy, unseen} = Straggler.headline;
  const {sentence, answers, advice, summary, copyButton} = Straggler.answer;

  Straggler.section('headline', (section, data) => {
    const told = counts(data);
    section.append(...[el('h1', null, unbroken(sentence(data))), told ? el('p', {class: 'lead'}, told) : null, ...notices(data), answers(data)].filter(Boolean));
    const todo = advice(data);
    section.append(todo ? el('p', {class: 'notice mild'}, todo) : '');
    copyButton(document.getElementById('copy'), () => summary(data, told));
    return true;
  });

  Straggler.section('quality', (section, data) => {
    section.append(...[blame(data), el('div', {class: 'quiet-lines'}, [status(data), coverage(data), observer(data), accuracy(data), unseen(data)].filter(Boolean))].filter(Boolean));
    return true;
  });
})(Straggler);
