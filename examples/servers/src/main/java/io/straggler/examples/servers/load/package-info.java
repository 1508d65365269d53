/** Who uses the servers: tasks that are paced; may depend on the harness, and on what is public of the servers. */
package io.straggler.examples.servers.load;
