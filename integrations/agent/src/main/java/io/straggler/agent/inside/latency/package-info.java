/**
 * Durations of calls: over time, by method, and the threshold of late ones. Depends on the model, on the harness'
 * series and on HdrHistogram.
 */
package io.straggler.agent.inside.latency;
