/** Recordings become the model: ticks nanoseconds, events evidence, stacks names. */
package io.straggler.jfr.read;
