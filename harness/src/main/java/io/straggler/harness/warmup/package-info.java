/** Work of the JVM itself that has to be done before a measured run begins. */
package io.straggler.harness.warmup;
