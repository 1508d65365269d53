/**
 * A service that combines bids and asks, between two persisted queues; may depend on the harness and on the queue that the
 * neighbouring examples write to.
 */
package io.straggler.examples.prices;
