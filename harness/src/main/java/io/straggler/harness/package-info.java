/** Paces tasks and measures them: the task API, the pacing loop, what is recorded of each iteration. Depends on the model and HdrHistogram. */
package io.straggler.harness;
