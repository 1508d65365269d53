/** How long large recordings take to write, analyse, merge and show. */
package io.straggler.benchmarks.recording;
