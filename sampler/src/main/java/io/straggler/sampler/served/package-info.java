/** The trigger for threads that nobody paces: they serve requests, and each of them moves its own timer. */
package io.straggler.sampler.served;
