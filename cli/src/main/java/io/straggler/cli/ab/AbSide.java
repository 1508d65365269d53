package io.straggler.cli.ab;

import io.straggler.RunFolder;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.ProgressLine;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of two that are measured in interleaved runs.
 *
 * @param letter A or B
 * @param task what the user named
 * @param own options that only its JVMs have
 * @param folder where its run goes
 * @param launcher of its JVMs
 * @param progress what the launcher shows how far it is on
 */
record AbSide(
        String letter,
        String task,
        Map<String, String> own,
        RunFolder folder,
        ForkLauncher launcher,
        ProgressLine progress) {
    /** Returns the options of a JVM of this side. */
    Map<String, String> options(Map<String, String> ofBoth) {
        Map<String, String> options = new LinkedHashMap<>(ofBoth);
        options.putAll(own);
        return options;
    }
}
