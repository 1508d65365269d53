/** What stacks say of why time passed: which of the system's, the JVM's and the JDK's functions they end in. Depends on {@code budget} only. */
package io.straggler.diagnosis.budget.reading;
