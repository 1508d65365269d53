package io.straggler.sampler.linux;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The control group of this process, of version 1 or 2, with its parents, whose limits hold as well.
 *
 * <p>Inside a container the path that the kernel names may not exist; what is mounted at the root then is the container's own.
 */
public final class ControlGroup {
    private static final String ROOT = "/sys/fs/cgroup";

    private final SystemFiles files;

    public ControlGroup(SystemFiles files) {
        this.files = files;
    }

    /** Whether the kernel says anything about control groups. */
    public boolean isKnown() {
        return files.text("/proc/self/cgroup").isPresent();
    }

    /** The smallest limit that holds, in cores. */
    public Optional<Double> processorLimit() {
        return folders("cpu").stream().flatMap(folder -> quota(folder).stream()).min(Double::compare);
    }

    /** The smallest limit that holds. */
    public OptionalLong memoryLimitBytes() {
        return folders("memory").stream()
                .flatMap(folder ->
                        files
                                .text(folder + "/memory.max")
                                .or(() -> files.text(folder + "/memory.limit_in_bytes"))
                                .stream())
                .flatMapToLong(text -> Numbers.whole(text).stream())
                // Version 1 writes "no limit" as the largest number of pages.
                .filter(bytes -> bytes < Long.MAX_VALUE / 2)
                .min();
    }

    /** Returns the throttling of the group, or of the parent that was throttled more. */
    public Optional<Throttling> throttling() {
        return folders("cpu").stream()
                .flatMap(folder -> throttling(folder).stream())
                .max(Comparator.comparingLong(Throttling::throttledPeriods).thenComparingLong(Throttling::periods));
    }

    private Optional<Throttling> throttling(String folder) {
        OptionalLong periods = stat(folder, "nr_periods");
        if (periods.orElse(0) == 0) {
            return Optional.empty();
        }
        // Version 2 counts microseconds, version 1 nanoseconds.
        long throttledNs = stat(folder, "throttled_usec").orElse(0) * 1_000
                + stat(folder, "throttled_time").orElse(0);
        return Optional.of(
                new Throttling(periods.getAsLong(), stat(folder, "nr_throttled").orElse(0), throttledNs));
    }

    /** How often and for how long a group was stopped since it exists. */
    public record Throttling(long periods, long throttledPeriods, long throttledNs) {}

    private Optional<Double> quota(String folder) {
        Optional<String> max = files.text(folder + "/cpu.max");
        if (max.isPresent()) {
            String[] quotaAndPeriod = max.get().split("\\s+");
            return quotaAndPeriod.length == 2 ? cores(quotaAndPeriod[0], quotaAndPeriod[1]) : Optional.empty();
        }
        return files.text(folder + "/cpu.cfs_quota_us")
                .flatMap(quota -> files.text(folder + "/cpu.cfs_period_us").flatMap(period -> cores(quota, period)));
    }

    /** Nothing where there is no quota: "max" in version 2, −1 in version 1. */
    private static Optional<Double> cores(String quota, String period) {
        OptionalLong quotaUs = Numbers.whole(quota);
        OptionalLong periodUs = Numbers.whole(period);
        boolean limited = quotaUs.orElse(-1) > 0 && periodUs.orElse(-1) > 0;
        return limited ? Optional.of((double) quotaUs.getAsLong() / periodUs.getAsLong()) : Optional.empty();
    }

    private OptionalLong stat(String folder, String field) {
        return files.lines(folder + "/cpu.stat").stream()
                .filter(line -> line.startsWith(field + " "))
                .map(line -> Numbers.whole(line.substring(field.length() + 1)))
                .findFirst()
                .orElse(OptionalLong.empty());
    }

    /** Where the group and its parents may lie, innermost first. */
    List<String> folders(String controller) {
        List<String> folders = new ArrayList<>();
        for (String line : files.lines("/proc/self/cgroup")) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                addWithParents(folders, ROOT, parts[2]);
                addWithParents(folders, ROOT + "/unified", parts[2]);
            } else if (List.of(parts[1].split(",")).contains(controller)) {
                addWithParents(folders, ROOT + "/" + parts[1], parts[2]);
                addWithParents(folders, ROOT + "/" + controller, parts[2]);
            }
        }
        return folders;
    }

    private static void addWithParents(List<String> folders, String mount, String path) {
        String rest = path;
        while (rest.length() > 1) {
            folders.add(mount + rest);
            rest = rest.substring(0, Math.max(0, rest.lastIndexOf('/')));
        }
        folders.add(mount);
    }
}
