/** Iterations that wait for others: busy periods, and backlogs that grow. */
package io.straggler.harness.queue;
