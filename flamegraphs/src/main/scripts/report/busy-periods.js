// Which outliers belong together: those that follow one another without idle time between, of one run.

/** The number of each outlier's busy period. One that waited for nobody begins one, and so does one that is due after all before it ended. */
export function busyPeriods(outliers) {
  const period = new Uint32Array(outliers.size);
  let number = 0;
  let endNs = -Infinity;
  let run = -1;
  for (let i = 0; i < outliers.size; i++) {
    if (outliers.run[i] !== run || outliers.inheritedNs[i] === 0 || outliers.sinceNs[i] > endNs) {
      number++;
      endNs = -Infinity;
      run = outliers.run[i];
    }
    endNs = Math.max(endNs, outliers.sinceNs[i] + outliers.latencyNs[i]);
    period[i] = number;
  }
  return period;
}
