/** Straggler's own events and who emits them. */
package io.straggler.jfr.event;
