/** Says what in the machine, the container and the JVM will show up in a measurement. Depends on the model and the JDK only. */
package io.straggler.cli.doctor;
