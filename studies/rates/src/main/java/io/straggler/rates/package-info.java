/**
 * Which rates a task is measured at, in which order, and which of them it sustains. May use gates and what is drawn of capacities; the
 * command line uses it.
 */
package io.straggler.rates;
