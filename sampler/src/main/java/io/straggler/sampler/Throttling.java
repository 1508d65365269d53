package io.straggler.sampler;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How long the process's control group has been held back so far because it had used up its share of the cores. For the sampler
 * thread.
 */
final class Throttling implements Closeable {
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");

    private final RandomAccessFile stat;
    private final byte[] label;
    private final long unitNs;
    private final byte[] buffer = new byte[1024];

    private Throttling(Path stat, String label, long unitNs) throws IOException {
        this.stat = new RandomAccessFile(stat.toFile(), "r");
        this.label = label.getBytes(StandardCharsets.US_ASCII);
        this.unitNs = unitNs;
    }

    /** Opens the account of a group that has a limit. Null where there is none, which is the usual case. */
    static Throttling open() {
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
    static Throttling open(Path mount, List<String> groups) throws IOException {
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

    long throttledNs() throws IOException {
        stat.seek(0);
        int length = stat.read(buffer);
        for (int at = 0; at + label.length < length; at++) {
            int k = 0;
            while (k < label.length && buffer[at + k] == label[k]) {
                k++;
            }
            if (k == label.length) {
                long value = 0;
                for (at += k + 1; at < length && buffer[at] >= '0' && buffer[at] <= '9'; at++) {
                    value = value * 10 + buffer[at] - '0';
                }
                return value * unitNs;
            }
        }
        return 0;
    }

    @Override
    public void close() throws IOException {
        stat.close();
    }
}
