/**
 * Measurements of Straggler itself, what it costs, what it disturbs, what it sees, and whether its figures are true; and of the
 * founding example.
 */
package io.straggler.benchmarks;
