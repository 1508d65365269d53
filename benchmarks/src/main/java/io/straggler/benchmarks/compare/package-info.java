/** How often comparisons see what is not there, and miss what is. */
package io.straggler.benchmarks.compare;
