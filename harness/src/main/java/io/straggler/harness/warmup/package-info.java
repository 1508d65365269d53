/** What the JVM itself is to have done before a measured run begins. */
package io.straggler.harness.warmup;
