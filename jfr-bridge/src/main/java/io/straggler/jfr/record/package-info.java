/** How recordings are made in a JVM: settings, and those of programs that embed Straggler. */
package io.straggler.jfr.record;
