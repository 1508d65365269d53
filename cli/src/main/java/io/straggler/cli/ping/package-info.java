/** {@code straggler ping}: round trips over the transports of this machine, as floors for what runs on it. */
package io.straggler.cli.ping;
