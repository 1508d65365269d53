/** Durations and rates as people write them. */
package io.straggler.model.text;
