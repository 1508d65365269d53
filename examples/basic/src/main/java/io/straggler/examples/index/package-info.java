/** An index of live orders that grows while orders come in, and one that is made large enough at once. Depends on the task API only. */
package io.straggler.examples.index;
