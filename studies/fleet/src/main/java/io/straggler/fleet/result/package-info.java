/**
 * Findings in the recordings of many hosts, as values, and the hosts that are unlike the rest. May use {@code model},
 * {@code diagnosis}, {@code statistics}.
 */
package io.straggler.fleet.result;
