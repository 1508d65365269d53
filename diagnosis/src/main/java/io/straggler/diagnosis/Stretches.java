package io.straggler.diagnosis;

import io.straggler.model.Evidence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A set of instants as stretches of time that do not overlap, in order, each from its start to before its end. Immutable. */
final class Stretches {
    static final Stretches NONE = new Stretches(List.of());

    private final List<Stretch> ordered;

    private Stretches(List<Stretch> ordered) {
        this.ordered = ordered;
    }

    private record Stretch(long fromNs, long toNs) {
        long lengthNs() {
            return toNs - fromNs;
        }
    }

    /** One stretch; none if it would be empty. */
    static Stretches of(long fromNs, long toNs) {
        return fromNs < toNs ? new Stretches(List.of(new Stretch(fromNs, toNs))) : NONE;
    }

    /** What any of the evidence covers. */
    static Stretches union(Collection<Evidence> evidence) {
        if (evidence.isEmpty()) {
            return NONE;
        }
        List<Stretch> sorted = new ArrayList<>();
        evidence.forEach(one -> sorted.add(new Stretch(one.startNs(), one.endNs())));
        return merged(sorted);
    }

    private static Stretches merged(List<Stretch> unordered) {
        List<Stretch> sorted = new ArrayList<>(unordered);
        sorted.sort(Comparator.comparingLong(Stretch::fromNs));
        List<Stretch> merged = new ArrayList<>();
        for (Stretch next : sorted) {
            int last = merged.size() - 1;
            if (last >= 0 && next.fromNs <= merged.get(last).toNs) {
                merged.set(last, new Stretch(merged.get(last).fromNs, Math.max(merged.get(last).toNs, next.toNs)));
            } else if (next.lengthNs() > 0) {
                merged.add(next);
            }
        }
        return new Stretches(merged);
    }

    long lengthNs() {
        long lengthNs = 0;
        for (Stretch one : ordered) {
            lengthNs += one.lengthNs();
        }
        return lengthNs;
    }

    boolean contains(long timeNs) {
        return touches(timeNs, timeNs + 1);
    }

    /** Whether any instant from {@code fromNs} to before {@code toNs} is in here. */
    boolean touches(long fromNs, long toNs) {
        int first = firstEndingAfter(fromNs);
        return fromNs < toNs && first < ordered.size() && ordered.get(first).fromNs < toNs;
    }

    /** What lies from {@code fromNs} to before {@code toNs}. */
    Stretches within(long fromNs, long toNs) {
        if (ordered.isEmpty() || fromNs >= toNs) {
            return NONE;
        }
        List<Stretch> both = new ArrayList<>();
        for (int i = firstEndingAfter(fromNs); i < ordered.size() && ordered.get(i).fromNs < toNs; i++) {
            Stretch one = ordered.get(i);
            add(both, Math.max(one.fromNs, fromNs), Math.min(one.toNs, toNs));
        }
        return new Stretches(both);
    }

    /** What is in both. */
    Stretches and(Stretches other) {
        return ordered.isEmpty() || other.ordered.isEmpty() ? NONE : minus(minus(other));
    }

    /** What is in either. */
    Stretches or(Stretches other) {
        if (ordered.isEmpty() || other.ordered.isEmpty()) {
            return ordered.isEmpty() ? other : this;
        }
        List<Stretch> all = new ArrayList<>(ordered);
        all.addAll(other.ordered);
        return merged(all);
    }

    /** What is in here and not in the other. */
    Stretches minus(Stretches other) {
        if (ordered.isEmpty() || other.ordered.isEmpty()) {
            return this;
        }
        List<Stretch> left = new ArrayList<>();
        int from = 0;
        for (Stretch one : ordered) {
            long atNs = one.fromNs;
            while (from < other.ordered.size() && other.ordered.get(from).toNs <= atNs) {
                from++;
            }
            for (int k = from; k < other.ordered.size() && other.ordered.get(k).fromNs < one.toNs; k++) {
                add(left, atNs, other.ordered.get(k).fromNs);
                atNs = Math.max(atNs, other.ordered.get(k).toNs);
            }
            add(left, atNs, one.toNs);
        }
        return new Stretches(left);
    }

    /** The last {@code amountNs} of it, or all if there is less. */
    Stretches last(long amountNs) {
        if (ordered.isEmpty() || amountNs <= 0) {
            return NONE;
        }
        List<Stretch> taken = new ArrayList<>();
        long leftNs = amountNs;
        for (int i = ordered.size() - 1; i >= 0 && leftNs > 0; i--) {
            Stretch one = ordered.get(i);
            long lengthNs = Math.min(leftNs, one.lengthNs());
            taken.add(0, new Stretch(one.toNs - lengthNs, one.toNs));
            leftNs -= lengthNs;
        }
        return new Stretches(taken);
    }

    /**
     * Those stretches, whole, of which one end is where the other stretch begins or ends.
     *
     * @param slackNs how far apart that may be
     */
    Stretches adjoining(long otherFromNs, long otherToNs, long slackNs) {
        return new Stretches(ordered.stream()
                .filter(one ->
                        Math.abs(one.fromNs - otherFromNs) <= slackNs || Math.abs(one.toNs - otherToNs) <= slackNs)
                .toList());
    }

    private int firstEndingAfter(long timeNs) {
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordered.get(middle).toNs <= timeNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static void add(List<Stretch> stretches, long fromNs, long toNs) {
        if (fromNs < toNs) {
            stretches.add(new Stretch(fromNs, toNs));
        }
    }
}
