/** Where the time of one outlier went: causes that add up. */
package io.straggler.diagnosis.budget;
