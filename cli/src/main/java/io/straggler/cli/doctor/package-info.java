/** Says what in the machine, the container and the JVM will show up in a measurement. Depends on the model, the sampler and the options of commands. */
package io.straggler.cli.doctor;
