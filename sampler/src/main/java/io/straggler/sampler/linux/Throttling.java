package io.straggler.sampler.linux;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How long the process's control group has been held back so far because it had used up its share of the cores. For the sampler
 * thread.
 */
public final class Throttling implements Closeable {
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");

    private final ProcFile stat;
    private final byte[] label;
    private final long unitNs;

    private Throttling(Path stat, String label, long unitNs) throws IOException {
        this.stat = new ProcFile(stat.toString());
        this.label = ProcFile.label(label);
        this.unitNs = unitNs;
    }

    /** Opens the statistics of a group that has a limit. Null where there is none, which is the usual case. */
    public static Throttling open() {
        try {
            return open(MOUNT, Files.readAllLines(Path.of("/proc/self/cgroup")));
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /**
     * The same for a given hierarchy.
     *
     * @param groups lines as in {@code /proc/self/cgroup}: number, controllers, path
     */
    public static Throttling open(Path mount, List<String> groups) throws IOException {
        for (String group : groups) {
            String[] parts = group.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            boolean unified = parts[1].isEmpty();
            if (!unified && !List.of(parts[1].split(",")).contains("cpu")) {
                continue;
            }
            Path root = unified ? mount : mount.resolve("cpu");
            Path own = root.resolve(parts[2].replaceFirst("^/+", ""));
            // In a container the path may be the host's, and the container's own group is mounted as the root.
            for (Path place : List.of(own, root)) {
                if (limited(place, unified)) {
                    return unified
                            ? new Throttling(place.resolve("cpu.stat"), "throttled_usec", 1_000)
                            : new Throttling(place.resolve("cpu.stat"), "throttled_time", 1);
                }
            }
        }
        return null;
    }

    private static boolean limited(Path group, boolean unified) throws IOException {
        Path limit = group.resolve(unified ? "cpu.max" : "cpu.cfs_quota_us");
        if (!Files.isReadable(limit)) {
            return false;
        }
        String text = Files.readString(limit).trim().toLowerCase(Locale.ROOT);
        return !text.startsWith("max") && !text.startsWith("-1");
    }

    public long throttledNs() throws IOException {
        stat.load();
        return stat.labelled(label) * unitNs;
    }

    @Override
    public void close() {
        stat.close();
    }
}
