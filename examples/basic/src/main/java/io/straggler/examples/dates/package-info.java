/** Dates that are serialised into a TCP call and out of it; may depend on the harness only. */
package io.straggler.examples.dates;
