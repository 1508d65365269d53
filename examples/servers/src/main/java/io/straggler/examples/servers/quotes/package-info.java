/** Quotes over a line protocol on Netty; may depend on that only. */
package io.straggler.examples.servers.quotes;
