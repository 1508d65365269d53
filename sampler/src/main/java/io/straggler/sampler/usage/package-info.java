/** What a thread used of the machine, read in its gaps and after late iterations. */
package io.straggler.sampler.usage;
