/** The front door for programs: options, one measured JVM, its files and its result. May depend on every library, and on no command line, self test or ping. */
package io.straggler;
