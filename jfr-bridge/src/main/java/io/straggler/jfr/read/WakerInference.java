package io.straggler.jfr.read;

import io.straggler.model.Evidence;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who probably ended parks that no event names anybody for: waits for a queue, a future, a latch or a semaphore.
 *
 * <p>A thread that has ended another thread's wait often has nothing else to do, and is blocked again at once. So for all waits for the
 * same thing, this class looks for a thread that began to be blocked just when these waits ended, more often than by chance. How often
 * chance does that is estimated from the earlier parts of the same waits, so a thread that is blocked over and over anyway is not named.
 * Threads whose names differ only in a number at the end count as one, because threads of a pool take turns.
 */
final class WakerInference {
    /**
     * Windows from narrow to wide. A thread that was woken runs later, more so with fewer cores than threads, and the
     * other one may be blocked by then. In a narrow window chance matches less.
     */
    private static final List<Window> WINDOWS =
            List.of(new Window(100_000, 100_000), new Window(300_000, 200_000), new Window(1_000_000, 200_000));

    /** Largest accepted probability that all matches are by chance, over all threads. */
    private static final double LIKELY_CHANCE = 0.001;

    /** Largest accepted share of matches by chance. */
    private static final double MAX_BY_CHANCE = 0.1;

    /** Threads may be blocked all day; what exceeds this only costs names. */
    private static final int MAX_KEPT = 200_000;

    private static final Comparator<Evidence> FIRST_FIRST = Comparator.comparingLong(Evidence::startNs);

    /** A time around the end of a wait. */
    private record Window(long beforeNs, long afterNs) {
        private long fromNs(Evidence wait) {
            return Math.max(wait.startNs(), wait.endNs() - beforeNs);
        }

        private long toNs(Evidence wait) {
            return wait.endNs() + afterNs;
        }
    }

    private final Map<Long, Sleeper> sleepers = new HashMap<>();
    private final Map<Long, Sleeper> byOsId = new HashMap<>();
    private int kept;

    /**
     * A thread that was blocked now and then.
     *
     * @param osId its number in the operating system
     * @param blocked what it was blocked in; in order of time when it is asked for
     */
    record Sleeper(long osId, String name, List<Evidence> blocked) {
        /** Returns the common part of the names of one pool. */
        private String pool() {
            return name.replaceFirst("\\d+$", "");
        }

        /** The index of the first that begins at that time or later. */
        private int firstFrom(long ns) {
            int low = 0;
            int high = blocked.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (blocked.get(middle).startNs() < ns) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        /** How many begin in a time, its end not included. */
        private int begun(long fromNs, long toNs) {
            return toNs <= fromNs ? 0 : firstFrom(toNs) - firstFrom(fromNs);
        }

        private boolean begunAt(Evidence wait, Window window) {
            return begun(window.fromNs(wait), window.toNs(wait)) > 0;
        }
    }

    /** Whether there is room for more. */
    boolean wanted() {
        return kept < MAX_KEPT;
    }

    /** A thread was blocked. */
    void blocked(long javaId, long osId, String name, Evidence in) {
        kept++;
        sleepers.computeIfAbsent(javaId, id -> new Sleeper(osId, name, new ArrayList<>()))
                .blocked
                .add(in);
    }

    /** A thread of the operating system, if it was blocked now and then and has a name; to be asked for when all is read. */
    @Nullable
    Sleeper thread(long osId) {
        if (byOsId.isEmpty()) {
            sleepers.values().stream().filter(one -> !one.name.isEmpty()).forEach(one -> byOsId.put(one.osId, one));
        }
        return byOsId.get(osId);
    }

    /**
     * Returns the thread that ended each of these waits, as far as it is known.
     *
     * @param waits parks that ended before their time was up; those at the same place are for the same thing
     */
    Map<Evidence, Sleeper> of(List<Evidence> waits) {
        sleepers.values().forEach(sleeper -> sleeper.blocked.sort(FIRST_FIRST));
        Map<String, List<Sleeper>> pools = new HashMap<>();
        for (Sleeper sleeper : sleepers.values()) {
            if (!sleeper.name.isEmpty()) {
                pools.computeIfAbsent(sleeper.pool(), pool -> new ArrayList<>()).add(sleeper);
            }
        }
        Map<Place, List<Evidence>> alike = new HashMap<>();
        for (Evidence wait : waits) {
            alike.computeIfAbsent(wait.place(), place -> new ArrayList<>()).add(wait);
        }
        Map<Evidence, Sleeper> wakers = new HashMap<>();
        alike.values().forEach(same -> name(same, pools, wakers));
        return wakers;
    }

    private static void name(List<Evidence> waits, Map<String, List<Sleeper>> pools, Map<Evidence, Sleeper> wakers) {
        Set<Evidence> ambiguous = new HashSet<>();
        for (List<Sleeper> pool : pools.values()) {
            matches(pool, waits, pools.size()).forEach((wait, matching) -> {
                if (wakers.put(wait, matching.get(0)) != null || matching.size() > 1) {
                    ambiguous.add(wait);
                }
            });
        }
        wakers.keySet().removeAll(ambiguous);
    }

    /** The waits at whose ends threads of a pool were blocked, if that is no chance: in the window that has most of them. */
    private static Map<Evidence, List<Sleeper>> matches(List<Sleeper> pool, List<Evidence> waits, int pools) {
        Map<Evidence, List<Sleeper>> most = Map.of();
        for (Window window : WINDOWS) {
            Map<Evidence, List<Sleeper>> matches = new HashMap<>();
            for (Evidence wait : waits) {
                List<Sleeper> matching = pool.stream()
                        .filter(sleeper -> sleeper.osId != wait.osThreadId() && sleeper.begunAt(wait, window))
                        .toList();
                if (!matching.isEmpty()) {
                    matches.put(wait, matching);
                }
            }
            if (matches.size() > most.size()
                    && isNoChance(matches.size(), waits.size(), chance(pool, waits, window), pools)) {
                most = matches;
            }
        }
        return most;
    }

    private static boolean isNoChance(int matches, int waits, double chance, int pools) {
        double ofOthers = waits - matches; // If they end all that they match: what chance adds is a part of the rest.
        return chance * ofOthers <= MAX_BY_CHANCE * matches * (1 - chance)
                && WINDOWS.size() * pools * atLeast(matches, waits, chance) <= LIKELY_CHANCE;
    }

    /** How often chance alone makes a match: from how often threads of the pool begin to be blocked at other times of the waits. Never quite zero. */
    private static double chance(List<Sleeper> pool, List<Evidence> waits, Window window) {
        double begun = 1;
        double otherNs = 0;
        double matchingNs = 0;
        for (Evidence wait : waits) {
            long fromNs = window.fromNs(wait);
            otherNs += fromNs - wait.startNs();
            matchingNs += window.toNs(wait) - fromNs;
            for (Sleeper sleeper : pool) {
                begun += sleeper.osId == wait.osThreadId() ? 0 : sleeper.begun(wait.startNs(), fromNs);
            }
        }
        double meanNs = matchingNs / waits.size();
        return Math.min(1, begun * meanNs / (otherNs + meanNs));
    }

    /**
     * Returns an upper bound of the probability of at least this number of hits, by Chernoff's bound for independent
     * tries; exact if all tries hit.
     */
    private static double atLeast(int hits, int tries, double chance) {
        double share = (double) hits / tries;
        if (share <= chance) {
            return 1;
        }
        double missed = 1 - share;
        double divergence =
                share * Math.log(share / chance) + (missed == 0 ? 0 : missed * Math.log(missed / (1 - chance)));
        return Math.exp(-tries * divergence);
    }
}
