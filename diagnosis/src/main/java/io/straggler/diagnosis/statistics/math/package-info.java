/** Distributions and dependence, as far as no library has them in the form that is needed. */
package io.straggler.diagnosis.statistics.math;
