/** Faults of the laboratory, each reduced to one thing. Depends on the sampler's threads and calls. */
package io.straggler.selftest.inject.laboratory;
