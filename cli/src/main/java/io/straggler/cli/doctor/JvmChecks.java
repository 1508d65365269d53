package io.straggler.cli.doctor;

import io.straggler.sampler.linux.CLibrary;
import io.straggler.sampler.linux.Numbers;
import io.straggler.sampler.linux.SystemFiles;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The JVM, the profiler in it, and room for what it records. */
final class JvmChecks {
    private static final int OLDEST = 17;
    private static final long SCARCE_BYTES = 1L << 30;
    private static final long MODEST_BYTES = 5L << 30;

    private JvmChecks() {}

    static Finding version(RunningJvm jvm) {
        String value = jvm.version() + ", " + jvm.vmName() + ", " + jvm.vendor();
        if (jvm.feature() < OLDEST) {
            return Finding.warning(
                    "JDK", value, "Straggler and the events it reads need JDK 17 or newer: point JAVA_HOME at one.");
        }
        if (!jvm.vmName().contains("HotSpot") && !jvm.vmName().contains("OpenJDK")) {
            return Finding.warning(
                    "JDK",
                    value,
                    "Stacks and events come from HotSpot: on another virtual machine there are percentiles without causes.");
        }
        return Finding.ok("JDK", value, "Stacks, safepoints and collections can be recorded.");
    }

    static Finding collector(RunningJvm jvm) {
        String name = "garbage collector";
        if (jvm.collector().isEmpty()) {
            return Finding.unknown(
                    name,
                    "a JVM of this JDK could not be asked",
                    "Pauses depend on it: give your task production's flags.");
        }
        String value = jvm.collector().get();
        if (value.equals("Serial")) {
            return Finding.note(
                    name,
                    value,
                    "The JVM takes this one by itself where it sees one core or less than 2 GB, and stops for every"
                            + " collection: give your task the collector it has in production, such as -XX:+UseG1GC.");
        }
        return Finding.ok(name, value, "What a JVM without flags uses here: measure with production's flags.");
    }

    static Finding asyncProfiler(Supplier<String> asyncProfiler) {
        try {
            return Finding.ok(
                    "async-profiler",
                    "version " + asyncProfiler.get(),
                    "Stacks can be captured at once, between safepoints too.");
        } catch (RuntimeException | LinkageError failure) {
            String why = failure.getMessage() == null ? failure.getClass().getName() : failure.getMessage();
            return Finding.warning(
                    "async-profiler",
                    "not usable: " + why,
                    "Stacks come from the JVM at safepoints only, which favours innocent frames: use Linux or macOS on x64"
                            + " or arm64, with a temporary folder from which libraries may be loaded.");
        }
    }

    static Finding cLibrary(SystemFiles files) {
        Optional<CLibrary> library = CLibrary.of(files);
        if (library.isEmpty()) {
            return Finding.unknown(
                    "C library",
                    "no known one is mapped",
                    "What captures stacks needs glibc or musl: see whether async-profiler is usable.");
        }
        if (library.get() == CLibrary.MUSL) {
            return Finding.note(
                    "C library",
                    "musl",
                    "What captures stacks needs nothing that musl lacks, but has not been measured with it: if it does not load,"
                            + " stacks come from the JVM at safepoints only.");
        }
        return Finding.ok("C library", "glibc", "What captures stacks is made for it.");
    }

    static Finding freeSpace(OptionalLong freeBytes) {
        if (freeBytes.isEmpty()) {
            return Finding.unknown(
                    "free disk space",
                    "the current folder has no known file system",
                    "A run writes up to some hundred MB.");
        }
        if (freeBytes.getAsLong() == 0) {
            return Finding.warning(
                    "free disk space",
                    "none: nothing can be written in the current folder",
                    "Runs leave a folder in the current one: start Straggler elsewhere, or name a place with --out.");
        }
        String value = Numbers.bytes(freeBytes.getAsLong());
        if (freeBytes.getAsLong() < SCARCE_BYTES) {
            return Finding.warning(
                    "free disk space",
                    value,
                    "A recording may not fit, and a full disk ends the run: write it elsewhere.");
        }
        if (freeBytes.getAsLong() < MODEST_BYTES) {
            return Finding.note(
                    "free disk space", value, "Enough for some runs; long recordings take hundreds of megabytes each.");
        }
        return Finding.ok("free disk space", value, "Enough for many recordings.");
    }
}
