// Reads the data of a comparison and fills the page.
(function (Straggler) {
  'use strict';

  Straggler.start(data => {
    const [before, after] = data.sides.map(({label}) => Straggler.format.shortened(label, 60));
    if (data.sides[0].causes) {
      Straggler.causes.learn(data.sides[0].causes);
    }
    return {title: `${before} and ${after}`, keys: {}};
  });
})(Straggler);
