/** How a stack of one thread is taken: by async-profiler, on a signal that a timer of the kernel sends; and how often. */
package io.straggler.sampler.stack;
