/** Messages through a persisted queue, as they are and encrypted; may depend on the harness and on Chronicle Queue only. */
package io.straggler.examples.queue;
