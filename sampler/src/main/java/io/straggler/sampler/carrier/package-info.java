/** Virtual threads: which thread of the system carries one, so that its stack and its time without a core can be had from the kernel. */
package io.straggler.sampler.carrier;
