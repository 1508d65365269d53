// Reads the data of a self test and fills the page.
(function (Straggler) {
  'use strict';

  Straggler.start(data => {
    Straggler.causes.learn(data.causes);
    return {title: 'self test: how often the diagnosis is right', keys: {}};
  });
})(Straggler);
