/** What monitoring finds of a session: figures in Prometheus' format. Depends on the model and on HdrHistogram. */
package io.straggler.agent.inside.metrics;
