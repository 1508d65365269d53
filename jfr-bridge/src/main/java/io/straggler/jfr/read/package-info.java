/** Recordings become the model: events become evidence, and stacks names. */
package io.straggler.jfr.read;
