package io.straggler.benchmarks.support;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/**
 * What a run takes at one moment.
 *
 * @param elapsedNs since it was started
 * @param keptBytes of the recording
 * @param diskBytes of all files, each once however many links it has
 * @param parentBytes resident memory of the command
 * @param measuredBytes resident memory of the JVM that it measures
 */
public record Footprint(long elapsedNs, long keptBytes, long diskBytes, long parentBytes, long measuredBytes) {
    public static Footprint of(long elapsedNs, Path folder, long parent, long measured) {
        return new Footprint(
                elapsedNs,
                size(folder.resolve("fork-0").resolve("recording.jfr")),
                disk(folder),
                resident(parent),
                resident(measured));
    }

    /** Zero for a file that is not there. */
    public static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Bytes of all files in it, each once however many links it has. */
    public static long disk(Path folder) {
        Set<Object> seen = new HashSet<>();
        long[] sum = new long[1];
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (seen.add(attributes.fileKey())) {
                        sum[0] += attributes.size();
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE; // deleted meanwhile
                }
            });
        } catch (IOException e) {
            return 0; // the folder is not there yet
        }
        return sum[0];
    }

    /** Bytes of memory that a process has; zero if it has ended. */
    public static long resident(long pid) {
        return status(pid, "VmRSS:");
    }

    /** Bytes of memory that a process has had at most; zero if it has ended. */
    public static long peak(long pid) {
        return status(pid, "VmHWM:");
    }

    private static long status(long pid, String field) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith(field)) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
                }
            }
        } catch (IOException e) {
            return 0; // it has ended
        }
        return 0;
    }
}
