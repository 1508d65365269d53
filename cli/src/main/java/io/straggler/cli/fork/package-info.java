/** Measured JVMs, one after the other: how they are started, watched, interrupted and what comes back from them. */
package io.straggler.cli.fork;
