/** Round trips over the transports of this machine: the tasks that ping, and the server that answers. May depend on what a task may. */
package io.straggler.ping;
