/** Remedies that can be tried without changing code, and the trial that measures which of them help. */
package io.straggler.remedies;
