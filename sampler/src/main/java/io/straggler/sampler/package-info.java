/** Watches what is in flight and captures stacks of what is late. Depends on the model, async-profiler and JNA. */
package io.straggler.sampler;
