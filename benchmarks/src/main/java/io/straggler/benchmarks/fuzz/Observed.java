package io.straggler.benchmarks.fuzz;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Observations of one command.
 *
 * @param exitCode of no meaning if something was thrown, or the command did not end
 * @param out its standard output
 * @param err its standard error
 * @param thrown beyond the command
 * @param ended whether it ended, rather than being left
 * @param cpuNs CPU time of its threads
 * @param allocatedBytes on its own thread
 * @param inputBytes length of all that it could read
 * @param stack frames of its thread, innermost first, when it had taken long; empty if it had not
 * @param changes of files that it should have left alone
 */
record Observed(
        int exitCode,
        String out,
        String err,
        Optional<Throwable> thrown,
        boolean ended,
        long cpuNs,
        long allocatedBytes,
        long inputBytes,
        List<StackTraceElement> stack,
        Set<String> changes) {}
