/** The tasks of the self test, and who prepares their injections. */
package io.straggler.selftest.task;
