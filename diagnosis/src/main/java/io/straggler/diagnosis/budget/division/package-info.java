/** Divides the time of one outlier by causes, from its stacks, events and thread usage. Depends on {@code budget} and its stacks' {@code reading}, and on {@code blame}. */
package io.straggler.diagnosis.budget.division;
