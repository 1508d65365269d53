package io.straggler.fleet;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums by key, limited in number. Adding is associative and commutative, whatever had to be left out before.
 *
 * <p>Every name has a level that its letters alone decide. When there are too many keys, those of the lowest levels are added up under {@value #OTHERS},
 * kind by kind: half of the names each time. Which levels go depends on all keys together and not on the order in which they come, because a part
 * never has more of them than the whole (P. Gibbons, Distinct Sampling for Highly-Accurate Answers, 2001, samples in this way). Not thread-safe.
 */
public final class KeyedSums {
    /** Stands for all names that are left out of a kind. */
    public static final String OTHERS = "(others)";

    private final int mostKeys;
    private final int width;
    private final TreeMap<Key, long[]> kept = new TreeMap<>();
    private final TreeMap<String, long[]> others = new TreeMap<>();
    private int level;

    /**
     * None yet.
     *
     * @param mostKeys how many keys are kept
     * @param width how many sums there are of each
     */
    KeyedSums(int mostKeys, int width) {
        this.mostKeys = mostKeys;
        this.width = width;
    }

    void add(Key key, long... sums) {
        addTo(key, sums);
        shrink();
    }

    void add(KeyedSums other) {
        level = Math.max(level, other.level);
        kept.keySet().removeIf(this::leaveOut);
        other.kept.forEach(this::addTo);
        other.others.forEach((kind, sums) -> addUp(others.computeIfAbsent(kind, key -> new long[width]), sums));
        shrink();
    }

    private void addTo(Key key, long[] sums) {
        long[] sum = key.name().equals(OTHERS) || key.level() < level
                ? others.computeIfAbsent(key.kind(), kind -> new long[width])
                : kept.computeIfAbsent(key, one -> new long[width]);
        addUp(sum, sums);
    }

    private static void addUp(long[] sum, long[] sums) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += sums[i];
        }
    }

    private void shrink() {
        while (kept.size() > mostKeys) {
            level++;
            kept.keySet().removeIf(this::leaveOut);
        }
    }

    private boolean leaveOut(Key key) {
        long[] sums = kept.get(key);
        if (sums == null || key.level() >= level) {
            return false;
        }
        addUp(others.computeIfAbsent(key.kind(), kind -> new long[width]), sums);
        return true;
    }

    /** The sums of every key that is kept, and of the others of each kind. */
    public SortedMap<Key, long[]> sums() {
        TreeMap<Key, long[]> all = new TreeMap<>(kept);
        others.forEach((kind, sums) -> all.put(new Key(kind, OTHERS), sums));
        return Collections.unmodifiableSortedMap(all);
    }

    int level() {
        return level;
    }

    /** Raises the level, for reading back: nothing of a lower level is kept from now on. */
    void raise(int to) {
        level = Math.max(level, to);
    }

    Map<String, long[]> others() {
        return others;
    }

    Map<Key, long[]> kept() {
        return kept;
    }
}
