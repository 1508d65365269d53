/** What calls took: over time, by method, and from which duration on one is late. Depends on the model, on the harness' series and on HdrHistogram. */
package io.straggler.agent.inside.latency;
