/** Durations, rates and threads of the JVM as people write them. */
package io.straggler.model.text;
