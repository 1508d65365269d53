/** Injectors, and the clocks and threads that they need. Depends on the sampler's threads and calls, and JNA. */
package io.straggler.selftest.inject;
