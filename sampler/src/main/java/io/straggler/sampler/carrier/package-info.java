/** Virtual threads: which thread of the system carries one, so that its stack and its time without a core can be had from the kernel. */
@NullMarked
package io.straggler.sampler.carrier;

import org.jspecify.annotations.NullMarked;
