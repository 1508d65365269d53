// Reads the data of a fleet and fills the page.
(function (Straggler) {
  'use strict';

  const {counted} = Straggler.format;

  Straggler.start(data => {
    Straggler.causes.learn(data.causes);
    return {title: `${counted(data.all.recordings, 'recording')} of ${counted(data.all.hosts, 'host')}`, keys: {}};
  });
})(Straggler);
