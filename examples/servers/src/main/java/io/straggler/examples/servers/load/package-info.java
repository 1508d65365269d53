/** Users of the shop: a task that is paced; may depend on the harness, and on what is public of the shop. */
package io.straggler.examples.servers.load;
