/** Paces tasks and measures them: schedules, the task API, histograms, busy periods. Depends on the model and HdrHistogram. */
package io.straggler.harness;
