/**
 * Our JFR events and settings, the mapping of JFR's clock, and recordings read into the model. The only place where JFR ticks
 * become nanoseconds. Depends on the model and on jdk.jfr.
 */
package io.straggler.jfr;
