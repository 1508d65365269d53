// The threads that an outlier has to do with.
import {shortened} from '../shared/format.js';

/** A thread's name, or its number where it has none. */
export function threadOf(data, thread) {
  return shortened((data.outliers.threadNames || {})[thread] || 'thread ' + thread, 60);
}

/** Whether something happened to a thread that did not run the iteration. */
export function others(detail, {thread}) {
  return thread !== undefined && detail.owners.length > 0 && !detail.owners.includes(thread);
}
