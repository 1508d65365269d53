/** The front door for programs: options, one measured JVM, its files and its result. May depend on every module. */
package io.straggler;
