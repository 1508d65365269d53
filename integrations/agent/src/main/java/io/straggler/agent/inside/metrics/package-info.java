/** Figures of a session for monitoring, in Prometheus' format. Depends on the model and on HdrHistogram. */
package io.straggler.agent.inside.metrics;
