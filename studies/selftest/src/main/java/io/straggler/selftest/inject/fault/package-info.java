/** The faults that can be injected, each with clocks of its own. */
package io.straggler.selftest.inject.fault;
