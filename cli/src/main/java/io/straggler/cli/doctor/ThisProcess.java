package io.straggler.cli.doctor;

import io.straggler.model.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Facts about this process that are found by trying rather than by reading files.
 *
 * @param freeBytes free space where runs are written; 0 also where this process may not write
 * @param asyncProfiler gives the version of async-profiler, or throws what keeps it from loading
 * @param witness whether the kernel records what happens on cores
 */
public record ThisProcess(
        RunningJvm jvm, ClockCost clock, OptionalLong freeBytes, Supplier<String> asyncProfiler, WitnessTrial witness) {
    /**
     * Looks at this process; takes some milliseconds.
     *
     * @param folder where runs are written
     */
    public static ThisProcess observe(Path folder, Supplier<String> asyncProfiler) {
        return new ThisProcess(
                RunningJvm.current(),
                ClockCost.measure(NanoClock.SYSTEM),
                freeBytes(folder),
                asyncProfiler,
                WitnessTrial.observe());
    }

    private static OptionalLong freeBytes(Path folder) {
        try {
            return OptionalLong.of(
                    Files.isWritable(folder) ? Files.getFileStore(folder).getUsableSpace() : 0);
        } catch (IOException unreadable) {
            return OptionalLong.empty();
        }
    }
}
