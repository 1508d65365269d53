/** A shop on Jetty with H2 behind it; may depend on these two only. */
package io.straggler.examples.servers.shop;
