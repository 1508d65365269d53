/**
 * Reads from stacks why time passed: by the functions of the system, the JVM and the JDK that they end in. Depends on
 * {@code budget} only.
 */
package io.straggler.diagnosis.budget.reading;
