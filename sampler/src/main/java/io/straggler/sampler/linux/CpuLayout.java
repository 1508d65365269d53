package io.straggler.sampler.linux;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The CPUs of a machine as Linux numbers them: which of them are hyper-threads of one core, which cores are in one socket, and which are
 * kept free of other work.
 */
public final class CpuLayout {
    private static final String CPUS = "/sys/devices/system/cpu";
    private static final Pattern CPU = Pattern.compile("cpu([0-9]{1,4})");
    private static final int MAX_CORES_SHOWN = 16;

    /** CPUs of a core, by the lowest of them; cores by socket. */
    private final Map<Integer, Map<Integer, BitSet>> sockets = new TreeMap<>();

    private final BitSet isolated;

    private CpuLayout(BitSet isolated) {
        this.isolated = isolated;
    }

    /** Reads what the system says; what it does not is left out. */
    public static CpuLayout read(SystemFiles files) {
        CpuLayout layout = new CpuLayout(
                files.text(CPUS + "/isolated").map(CpuLayout::list).orElseGet(BitSet::new));
        for (String name : files.names(CPUS)) {
            var matcher = CPU.matcher(name);
            if (matcher.matches()) {
                layout.add(Integer.parseInt(matcher.group(1)), files, CPUS + "/" + name + "/topology/");
            }
        }
        return layout;
    }

    private void add(int cpu, SystemFiles files, String topology) {
        BitSet siblings = files.text(topology + "thread_siblings_list")
                .map(CpuLayout::list)
                .orElseGet(BitSet::new);
        if (!siblings.get(cpu)) {
            // Offline, or a system that does not say.
            return;
        }
        int socket = files.text(topology + "physical_package_id")
                .map(Numbers::whole)
                .filter(number -> number.isPresent())
                .map(number -> (int) number.getAsLong())
                .orElse(0);
        sockets.computeIfAbsent(socket, key -> new TreeMap<>()).put(siblings.nextSetBit(0), siblings);
    }

    /** {@code 0-3,8} as numbers; what is no such list is left out. */
    public static BitSet list(String text) {
        BitSet all = new BitSet();
        for (String part : text.split(",")) {
            if (part.strip().matches("[0-9]{1,4}(-[0-9]{1,4})?")) {
                String[] ends = part.strip().split("-");
                int from = Integer.parseInt(ends[0]);
                int to = Integer.parseInt(ends[ends.length - 1]);
                all.set(from, Math.max(from, to) + 1);
            }
        }
        return all;
    }

    /** Whether the system says anything. */
    public boolean known() {
        return !sockets.isEmpty();
    }

    /** Whether any core has more than one CPU. */
    public boolean hyperThreaded() {
        return cores().stream().anyMatch(core -> core.cardinality() > 1);
    }

    /** Another CPU of the same core, if there is one. */
    public OptionalInt siblingOf(int cpu) {
        return cores().stream()
                .filter(core -> core.get(cpu))
                .flatMapToInt(BitSet::stream)
                .filter(other -> other != cpu)
                .findFirst();
    }

    /** Returns the CPUs that the scheduler leaves alone. */
    public BitSet isolated() {
        return (BitSet) isolated.clone();
    }

    private List<BitSet> cores() {
        return sockets.values().stream()
                .flatMap(cores -> cores.values().stream())
                .toList();
    }

    /** {@code 1 socket, 2 cores, 4 CPUs: 0+2 1+3; isolated: 3}, sockets apart by a bar. */
    @Override
    public String toString() {
        int cpus = cores().stream().mapToInt(BitSet::cardinality).sum();
        List<String> shown = new ArrayList<>();
        int left = MAX_CORES_SHOWN;
        for (Map<Integer, BitSet> cores : sockets.values()) {
            if (left > 0) {
                shown.add(cores.values().stream()
                        .limit(left)
                        .map(core -> core.stream().mapToObj(Integer::toString).collect(Collectors.joining("+")))
                        .collect(Collectors.joining(" ")));
            }
            left -= cores.size();
        }
        return counted(sockets.size(), "socket") + ", " + counted(cores().size(), "core") + ", " + counted(cpus, "CPU")
                + ": " + String.join(" | ", shown) + (left < 0 ? " and " + -left + " more" : "")
                + (isolated.isEmpty() ? "" : "; isolated: " + numbers(isolated));
    }

    static String numbers(BitSet cpus) {
        return cpus.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** The frequency governors in use, in order; none where the system does not say. */
    public static Set<String> governors(SystemFiles files) {
        Set<String> governors = new TreeSet<>();
        for (String name : files.names(CPUS)) {
            if (CPU.matcher(name).matches()) {
                files.text(CPUS + "/" + name + "/cpufreq/scaling_governor").ifPresent(governors::add);
            }
        }
        return governors;
    }
}
