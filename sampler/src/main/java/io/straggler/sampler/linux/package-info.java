/** Calls of the C library, files of the kernel, and other processes. */
package io.straggler.sampler.linux;
