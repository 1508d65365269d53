/** A log in files, and a consumer of it; may depend on the JDK only. */
package io.straggler.examples.servers.log;
