/** Calls of the C library, and files of the kernel. */
package io.straggler.sampler.linux;
