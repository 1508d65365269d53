package io.straggler;

import java.lang.reflect.InvocationTargetException;

/**
 * Runs programs that were written for another harness, so that they are measured here. An adapter brings one, found by {@link
 * java.util.ServiceLoader} in the measured JVM.
 */
public interface TaskHost {
    /** Returns the name on the command line, such as {@code jlbh}. */
    String name();

    /**
     * Runs a program to its end, on the thread that calls; it measures by {@link HostedFork#measure}.
     *
     * @param program what the user named
     * @throws IllegalArgumentException if it is none that can be run, saying why in a line
     * @throws InvocationTargetException with what the program threw
     */
    void run(String program, HostedFork fork) throws InvocationTargetException;
}
