/** What servers have in common; may depend on the JDK only. */
package io.straggler.examples.servers;
