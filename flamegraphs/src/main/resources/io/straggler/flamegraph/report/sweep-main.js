// Reads the data of a sweep and fills the page.
(function (Straggler) {
  'use strict';

  Straggler.start(data => {
    Straggler.causes.learn(data.causes);
    return {title: Straggler.format.shortened(data.task, 100) + ' at several rates', keys: {}};
  });
})(Straggler);
