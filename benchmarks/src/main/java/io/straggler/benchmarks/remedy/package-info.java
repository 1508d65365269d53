/** Programs with a planted cause whose best remedy is known, and what {@code straggler try} makes of them. */
package io.straggler.benchmarks.remedy;
