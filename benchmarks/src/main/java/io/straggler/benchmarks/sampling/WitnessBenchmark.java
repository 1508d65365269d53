package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.Arguments;
import io.straggler.benchmarks.support.Figures;
import io.straggler.sampler.linux.CoreSwitches;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.ThreadSwitches;
import io.straggler.sampler.linux.WakeUps;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the kernel's records of threads without a core cost: two threads on one core hand over to each other, which is one switch and one wake-up
 * each time, while nothing or something is recorded.
 */
public final class WitnessBenchmark {
    /** Pages of rings, as many as in runs. */
    private static final int OWN_PAGES = 64;

    private static final int CORE_PAGES = 128;
    private static final int WAKE_UP_PAGES = 16;

    /** What is recorded. */
    private enum Recorded {
        NOTHING("nothing"),
        OWN("switches of both threads"),
        CORE("all switches of the core"),
        WAKE_UPS("and wake-ups of both threads"),
        WAKE_UPS_OF_OTHERS("and wake-ups of another thread");

        private final String words;

        Recorded(String words) {
            this.words = words;
        }
    }

    private final int core = NativeThread.allowedCpus(0).nextSetBit(0);
    private final int switches;

    private WitnessBenchmark(int switches) {
        this.switches = switches;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = Arguments.of(
                args, Map.of("rounds", 9L, "switches", 200_000L), Map.of("rounds", 3L, "switches", 20_000L));
        System.out.println("witness " + arguments);
        WitnessBenchmark benchmark = new WitnessBenchmark(arguments.count("switches"));
        // Both threads' code is compiled then.
        benchmark.switchNs(Recorded.NOTHING);
        List<Map<Recorded, Double>> rounds = new ArrayList<>();
        for (int i = 0; i < arguments.count("rounds"); i++) {
            rounds.add(benchmark.round(i));
        }
        print(rounds);
    }

    /** Each kind once, in another order than in the round before it. */
    private Map<Recorded, Double> round(int number) throws IOException, InterruptedException {
        Map<Recorded, Double> round = new EnumMap<>(Recorded.class);
        Recorded[] all = Recorded.values();
        for (int i = 0; i < all.length; i++) {
            Recorded recorded = all[(number + i) % all.length];
            round.put(recorded, switchNs(recorded));
        }
        return round;
    }

    /** Time on the core of both threads for each switch, in nanoseconds: what else the machine does meanwhile is not in it. */
    private double switchNs(Recorded recorded) throws IOException, InterruptedException {
        PingPong pair = new PingPong(core, switches);
        List<Closeable> records = record(recorded, pair.osThreadIds());
        try {
            return (double) pair.cpuNs() / switches;
        } finally {
            for (Closeable one : records) {
                one.close();
            }
        }
    }

    private List<Closeable> record(Recorded recorded, List<Long> osThreadIds) throws IOException {
        List<Closeable> records = new ArrayList<>();
        if (recorded == Recorded.OWN) {
            for (long osThreadId : osThreadIds) {
                records.add(ThreadSwitches.open(osThreadId, OWN_PAGES).orElseThrow());
            }
        }
        if (recorded.compareTo(Recorded.CORE) >= 0) {
            records.add(CoreSwitches.open(core, CORE_PAGES));
        }
        if (recorded.compareTo(Recorded.WAKE_UPS) >= 0) {
            List<Long> woken = recorded == Recorded.WAKE_UPS ? osThreadIds : List.of(NativeThread.currentId());
            records.add(WakeUps.open(WakeUps.tracepoint(), core, WAKE_UP_PAGES, woken));
        }
        return records;
    }

    private static void print(List<Map<Recorded, Double>> rounds) {
        System.out.printf(Locale.ROOT, "%-32s %12s %10s %8s%n", "recorded", "ns a switch", "more", "ratio");
        for (Recorded recorded : Recorded.values()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-32s %12.0f %10.0f %8.3f%n",
                    recorded.words,
                    Figures.median(rounds, round -> round.get(recorded)),
                    Figures.median(rounds, round -> round.get(recorded) - round.get(Recorded.NOTHING)),
                    Figures.median(rounds, round -> round.get(recorded) / round.get(Recorded.NOTHING)));
        }
    }
}
