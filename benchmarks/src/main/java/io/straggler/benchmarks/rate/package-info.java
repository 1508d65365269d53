/** How near capacity and saturation come to what generated services sustain. */
package io.straggler.benchmarks.rate;
