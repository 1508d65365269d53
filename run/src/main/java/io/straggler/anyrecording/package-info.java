/** Recordings that any program wrote, analysed: percentiles of their events, and why the slowest of these were slow. */
package io.straggler.anyrecording;
