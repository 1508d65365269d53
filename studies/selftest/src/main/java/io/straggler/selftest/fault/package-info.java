/** The table of faults: their right answers and their injectors. Depends on the causes of the diagnosis. */
package io.straggler.selftest.fault;
