/** Recorded stacks as the task's author wants to see them, and what each of them stands for in time. */
package io.straggler.diagnosis.stacks;
