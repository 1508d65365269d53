/**
 * Reads recordings of programs that know nothing of Straggler: some of the events become iterations, with everything
 * that was recorded around the outliers.
 */
package io.straggler.jfr.anyrecording;
