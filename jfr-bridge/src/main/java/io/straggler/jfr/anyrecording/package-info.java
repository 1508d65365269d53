/** Recordings of programs that know nothing of Straggler: events of theirs become iterations, with all that was recorded around the outliers among them. */
package io.straggler.jfr.anyrecording;
