/** What was found in the recordings of many hosts, as values, and which hosts are unlike the rest. May use {@code model}, {@code diagnosis}, {@code statistics}. */
package io.straggler.fleet.result;
