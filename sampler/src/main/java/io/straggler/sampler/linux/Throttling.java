package io.straggler.sampler.linux;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long this process was held back because a control group had used up its share of the cores: its own group, or any above it, such as a
 * pod's or a slice's. All of them are read, also those that have no limit yet, because a limit may be set while the process runs. For one
 * thread.
 */
public final class Throttling implements Closeable {
    /** A process may be moved to another group. */
    private static final long REFRESH_NS = 1_000_000_000;

    private final Path root;
    private final ControlGroup group;
    private List<String> folders = List.of();
    private final List<Group> groups = new ArrayList<>();
    private long refreshedNs;
    private long totalNs;

    /** One group's statistics. Version 2 counts microseconds, version 1 nanoseconds. */
    private static final class Group implements Closeable {
        private static final byte[] MICROSECONDS = ProcFile.label("throttled_usec");
        private static final byte[] NANOSECONDS = ProcFile.label("throttled_time");

        private final ProcFile stat;
        private long lastNs;

        Group(Path stat) throws IOException {
            this.stat = new ProcFile(stat.toString());
            this.lastNs = read();
        }

        private long read() throws IOException {
            stat.load();
            long microseconds = stat.labelled(MICROSECONDS);
            return microseconds > 0 ? microseconds * 1_000 : stat.labelled(NANOSECONDS);
        }

        long sinceLastNs() throws IOException {
            long nowNs = read();
            long sinceNs = Math.max(0, nowNs - lastNs);
            lastNs = nowNs;
            return sinceNs;
        }

        @Override
        public void close() {
            stat.close();
        }
    }

    private Throttling(Path root, long nowNs) {
        this.root = root;
        this.group = new ControlGroup(SystemFiles.below(root));
        refresh(nowNs);
    }

    /** Opens the statistics of this process's groups. Null where the kernel says nothing about them. */
    public static @Nullable Throttling open(long nowNs) {
        return open(Path.of("/"), nowNs);
    }

    /** Likewise, with the paths of the system's files below a root. */
    public static @Nullable Throttling open(Path root, long nowNs) {
        return new ControlGroup(SystemFiles.below(root)).isKnown() ? new Throttling(root, nowNs) : null;
    }

    /**
     * Nanoseconds for which the process was held back since this was opened. Where several groups were held back between two readings, their
     * times may be the same, so the longest counts.
     */
    public long throttledNs(long nowNs) throws IOException {
        long longestNs = 0;
        for (Group one : groups) {
            longestNs = Math.max(longestNs, one.sinceLastNs());
        }
        totalNs += longestNs;
        if (nowNs - refreshedNs > REFRESH_NS) {
            refresh(nowNs);
        }
        return totalNs;
    }

    private void refresh(long nowNs) {
        refreshedNs = nowNs;
        List<String> now = group.folders("cpu");
        if (now.equals(folders)) {
            return;
        }
        folders = now;
        close();
        for (String folder : now) {
            try {
                groups.add(new Group(root.resolve(folder.substring(1)).resolve("cpu.stat")));
            } catch (IOException e) {
                // Not mounted here, without the controller, or just gone.
            }
        }
    }

    @Override
    public void close() {
        groups.forEach(Group::close);
        groups.clear();
    }
}
