// When an iteration was due, and in which run where there are several.
import {instant} from '../shared/format.js';

export function when(data, run, since) {
  return instant(since) + (data.outliers.runs.length > 1 && run >= 0 ? ' into ' + data.outliers.runs[run].name : '');
}
