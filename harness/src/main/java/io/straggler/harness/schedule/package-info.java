/** Intended starts of iterations: one class for each way in which arrivals are spread. Pure, free of clocks. Depends on the model only. */
package io.straggler.harness.schedule;
