package io.straggler.selftest.inject;

import io.straggler.selftest.Fault;

/**
 * One entry of the plan: which iteration suffers what, and how much of it. Several of one iteration follow each other.
 *
 * @param index its place in the plan
 * @param iteration number of the iteration, from 0
 * @param sizeNs how long the injection is meant to be
 * @param delayNs from the intended start to the injection, where another thread or process injects
 */
public record PlannedInjection(int index, long iteration, Fault fault, long sizeNs, long delayNs) {}
