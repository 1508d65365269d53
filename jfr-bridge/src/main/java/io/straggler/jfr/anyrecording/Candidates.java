package io.straggler.jfr.anyrecording;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Samples of one chunk that belong to no outlier: those that an iteration of the same chunk contains are of normal iterations. For a
 * chunk, one after the other: samples, then iterations, then questions.
 */
final class Candidates {
    private static final int MOST = 1 << 14;

    private final Thinned<Candidate> samples = new Thinned<>(MOST);
    private final BitSet inNormal = new BitSet();

    /** Candidates by thread in order of time; made when the first iteration comes. */
    private @Nullable Map<Long, List<Candidate>> byThread;

    /** @param number of the sample in its chunk */
    private record Candidate(long atNs, long thread, int number) {}

    /** Takes the next sample; in any order of time. */
    void add(long atNs, long thread, int number) {
        if (samples.takesNext()) {
            samples.add(new Candidate(atNs, thread, number));
        }
    }

    /** Takes an iteration that is no outlier. */
    void normal(long thread, long startNs, long endNs) {
        if (byThread == null) {
            byThread = samples.list().stream()
                    .sorted(Comparator.comparingLong(Candidate::atNs))
                    .collect(Collectors.groupingBy(Candidate::thread));
        }
        List<Candidate> ofThread = byThread.getOrDefault(thread, List.of());
        for (int i = firstFrom(ofThread, startNs); i < ofThread.size() && ofThread.get(i).atNs < endNs; i++) {
            inNormal.set(ofThread.get(i).number);
        }
    }

    private static int firstFrom(List<Candidate> ordered, long startNs) {
        int low = 0;
        int high = ordered.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ordered.get(middle).atNs < startNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether a sample is of a normal iteration. */
    boolean isNormal(int number) {
        return inNormal.get(number);
    }
}
