/** Conclusions as JSON and CSV, and back. */
package io.straggler.flamegraph.json;
