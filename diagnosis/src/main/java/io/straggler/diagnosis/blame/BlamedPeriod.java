package io.straggler.diagnosis.blame;

import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** One busy period's culprits and what they did to its outliers. For one use. */
final class BlamedPeriod {
    private final List<Iteration> iterations;
    private final Map<Long, Outlier> outliers;
    private final long normalNs;
    private final QueueReplay queue;

    /** Waiting of outliers for culprits in this period, in nanoseconds. */
    private long waitedNs;

    /** @param outliers of all periods, by tag */
    BlamedPeriod(List<Iteration> iterations, Map<Long, Outlier> outliers, long normalNs) {
        this.iterations = iterations;
        this.outliers = outliers;
        this.normalNs = normalNs;
        this.queue = new QueueReplay(iterations);
    }

    void addTo(List<Culprit> culprits, Map<Long, Blame.Parts> parts, Map<Long, List<Blame.Wait>> waits) {
        int[] indexes = culprits();
        long[] excessNs = new long[indexes.length];
        Delays[] delays = new Delays[indexes.length];
        for (int c = 0; c < indexes.length; c++) {
            excessNs[c] = excessNs(indexes[c]);
            delays[c] = new Delays();
        }
        PeriodBlame blame = new PeriodBlame(queue, indexes, excessNs);
        blame.forEach((i, sharesNs) -> {
            if (outlier(i)) {
                Blame.Parts own = parts(i, blame);
                long intendedNs = iterations.get(i).intendedNs();
                parts.put(intendedNs, own);
                waitedNs += own.culpritsNs();
                for (int c = 0; c < delays.length; c++) {
                    delays[c].add(intendedNs, sharesNs[c]);
                }
                List<Blame.Wait> longest = longest(indexes, sharesNs);
                if (!longest.isEmpty()) {
                    waits.put(intendedNs, longest);
                }
            }
        });
        double[] weights = new double[indexes.length];
        for (int c = 0; c < indexes.length; c++) {
            weights[c] = delays[c].sumNs;
        }
        long[] othersNs = Apportionment.of(waitedNs, weights);
        for (int c = 0; c < indexes.length; c++) {
            Iteration iteration = iterations.get(indexes[c]);
            long ownNs = outlier(indexes[c]) ? excessNs[c] : 0;
            if (ownNs + othersNs[c] > 0) {
                culprits.add(new Culprit(
                        iteration, excessNs[c], ownNs, othersNs[c], delays[c].count, delays[c].worstFirst()));
            }
        }
    }

    /** Returns the culprits in order of time, though chosen by excess. */
    private int[] culprits() {
        long thresholdNs = Long.MAX_VALUE;
        for (Iteration iteration : iterations) {
            Outlier outlier = outliers.get(iteration.intendedNs());
            thresholdNs = outlier == null ? thresholdNs : Math.min(thresholdNs, outlier.thresholdNs());
        }
        long leastNs = Math.max(1, Math.max(normalNs, thresholdNs / 10));
        int count = 0;
        int[] culprits = new int[iterations.size()];
        for (int i = 0; i < culprits.length; i++) {
            if (excessNs(i) >= leastNs) {
                culprits[count++] = i;
            }
        }
        int[] all = Arrays.copyOf(culprits, count);
        return count <= Blame.MAX_CULPRITS ? all : worst(all);
    }

    private int[] worst(int[] culprits) {
        return Arrays.stream(culprits)
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> excessNs(i)).reversed())
                .limit(Blame.MAX_CULPRITS)
                .sorted()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private long excessNs(int i) {
        return queue.occupancyNs(i) - normalNs;
    }

    private boolean outlier(int i) {
        return outliers.containsKey(iterations.get(i).intendedNs());
    }

    /** Returns the waits of one outlier for the culprits that it waited for longest, the longest first. */
    private List<Blame.Wait> longest(int[] culprits, double[] sharesNs) {
        int[] longest = new int[Math.min(Blame.MAX_WAITS, culprits.length)];
        int count = 0;
        for (int c = 0; c < culprits.length; c++) {
            int place = count;
            while (place > 0 && sharesNs[longest[place - 1]] < sharesNs[c]) {
                place--;
            }
            if (place < longest.length && Math.round(sharesNs[c]) > 0) {
                count = Math.min(count + 1, longest.length);
                System.arraycopy(longest, place, longest, place + 1, count - place - 1);
                longest[place] = c;
            }
        }
        return Arrays.stream(longest, 0, count)
                .mapToObj(c -> new Blame.Wait(iterations.get(culprits[c]).intendedNs(), Math.round(sharesNs[c])))
                .toList();
    }

    /** Whatever a replay could not account for, which is nothing for a sequential task, stays with the load. */
    private Blame.Parts parts(int i, PeriodBlame blame) {
        Iteration iteration = iterations.get(i);
        long culpritsNs = Math.min(iteration.inheritedNs(), blame.waitNs(i) - blame.loadNs(i));
        return new Blame.Parts(
                iteration.serviceNs(), iteration.dispatchNs(), culpritsNs, iteration.inheritedNs() - culpritsNs);
    }

    /** Delays that one culprit caused: sum, count, and the worst by name. */
    private static final class Delays {
        private static final Comparator<Culprit.Victim> LEAST_FIRST = Comparator.comparingLong(Culprit.Victim::delayNs);
        private static final Comparator<Culprit.Victim> WORST_FIRST =
                LEAST_FIRST.reversed().thenComparing(Culprit.Victim::intendedNs);

        private final PriorityQueue<Culprit.Victim> worst = new PriorityQueue<>(LEAST_FIRST);
        private double sumNs;
        private long count;

        private void add(long intendedNs, double shareNs) {
            sumNs += shareNs;
            long delayNs = Math.round(shareNs);
            if (delayNs == 0) {
                return;
            }
            count++;
            if (worst.size() < Culprit.MAX_VICTIMS) {
                worst.add(new Culprit.Victim(intendedNs, delayNs));
            } else if (delayNs > worst.peek().delayNs()) {
                worst.poll();
                worst.add(new Culprit.Victim(intendedNs, delayNs));
            }
        }

        private List<Culprit.Victim> worstFirst() {
            List<Culprit.Victim> victims = new ArrayList<>(worst);
            victims.sort(WORST_FIRST);
            return victims;
        }
    }
}
