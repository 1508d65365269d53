/** The clocks of a recording: what its ticks are in nanoseconds of the monotonic clock. */
package io.straggler.jfr.clock;
