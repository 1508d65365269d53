package io.straggler.model;

import java.util.List;

/**
 * Command line of the measured JVMs of a run, kept so that the same can be measured again.
 *
 * @param host name of the harness that the program was written for, such as {@code jmh}; empty for a task of ours
 * @param program class name of the task, or what the host knows the program by
 * @param programSettings settings that the host understands
 * @param classPath jars and folders that the program needs, absolute
 * @param jvmArguments arguments of the measured JVMs, as the user gave them
 */
public record Launch(
        String host, String program, List<String> programSettings, String classPath, List<String> jvmArguments) {
    public Launch {
        programSettings = List.copyOf(programSettings);
        jvmArguments = List.copyOf(jvmArguments);
    }
}
