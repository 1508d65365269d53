// The percentile plot of a report.
(function (Straggler) {
  'use strict';

  Straggler.section('percentiles', (section, data) => {
    if (!data.series.all.some(one => one.percentiles.length > 0)) {
      return false;
    }
    return new Straggler.PercentilePlot(section, data);
  });
})(Straggler);
