/** Where the time of one outlier went: causes that add up, from its stacks, events and scheduler statistics. */
package io.straggler.diagnosis.budget;
