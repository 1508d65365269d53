package io.straggler.sampler.linux;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whose rights a process has, as numbers of this process's user namespace.
 *
 * @param user effective user
 * @param group effective group
 * @param groups further groups
 */
public record ProcessRights(long user, long group, List<Long> groups) {
    private static final long ROOT = 0;

    public ProcessRights {
        groups = List.copyOf(groups);
    }

    /** Rights of a process; empty where the system does not say. */
    public static Optional<ProcessRights> of(long processId) {
        return of(SystemFiles.ofThisMachine(), Long.toString(processId));
    }

    /** Rights of this process; empty where the system does not say. */
    public static Optional<ProcessRights> ofThisProcess() {
        return of(SystemFiles.ofThisMachine(), "self");
    }

    static Optional<ProcessRights> of(SystemFiles files, String process) {
        List<Long> users = List.of();
        List<Long> groupIds = List.of();
        List<Long> further = List.of();
        for (String line : files.lines("/proc/" + process + "/status")) {
            switch (line.substring(0, line.indexOf(':') + 1)) {
                case "Uid:" -> users = numbers(line);
                case "Gid:" -> groupIds = numbers(line);
                case "Groups:" -> further = numbers(line);
                default -> {
                    // Nothing about rights.
                }
            }
        }
        // Real, effective, saved, and of the file system.
        return users.size() < 2 || groupIds.size() < 2
                ? Optional.empty()
                : Optional.of(new ProcessRights(users.get(1), groupIds.get(1), further));
    }

    private static List<Long> numbers(String line) {
        List<Long> all = new ArrayList<>();
        for (String word : line.substring(line.indexOf(':') + 1).strip().split("\\s+")) {
            Numbers.whole(word).ifPresent(all::add);
        }
        return all;
    }

    public boolean ofRoot() {
        return user == ROOT;
    }

    /**
     * Gives the calling thread these rights and no others, for as long as it lives; other threads of this process keep theirs. Threads that it starts have
     * them too.
     *
     * @return whether the system lets it
     */
    public boolean assume() {
        return NativeThread.available() && NativeThread.assume(user, group, groups);
    }
}
