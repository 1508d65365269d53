package io.straggler.selftest.task;

import io.straggler.selftest.fault.Fault;

/**
 * An entry of the plan. Several of one iteration follow each other.
 *
 * @param index its place in the plan
 * @param iteration number of the iteration, from 0
 * @param sizeNs intended length of the injection
 * @param delayNs time from the intended start to the injection, where another thread or process injects
 */
record PlannedInjection(int index, long iteration, Fault fault, long sizeNs, long delayNs) {}
