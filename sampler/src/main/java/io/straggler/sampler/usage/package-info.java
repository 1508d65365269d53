/** Reads what a thread used of the machine, in its gaps and after late iterations. */
package io.straggler.sampler.usage;
