package io.straggler.fleet;

import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.harness.series.LatencyPeriods;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** Summaries drawn from a seed, some of them of nothing, with the latencies that they are made of. */
final class RandomSummaries {
    private final Random random;
    final List<Long> latenciesNs = new ArrayList<>();

    RandomSummaries(long seed) {
        random = new Random(seed);
    }

    Summary next() {
        Summary summary = new Summary();
        if (random.nextInt(8) == 0) {
            return summary;
        }
        Histogram histogram = SeriesRecorder.newHistogram();
        for (int i = random.nextInt(2_000); i >= 0; i--) {
            long ns = (long) (20_000 * Math.exp(2 * random.nextGaussian()));
            latenciesNs.add(ns);
            histogram.recordValue(ns);
        }
        summary.latencies = LatencyPeriods.counts(histogram);
        summary.totals.add("recordings", 1);
        summary.totals.add("iterations", summary.latencies.total());
        for (Cause cause : Cause.values()) {
            if (random.nextInt(3) == 0) {
                summary.add(new CauseSum(cause, ns(), ns(), random.nextInt(9), random.nextInt(9), 1, List.of()));
                summary.places.add(new Key(JsonNames.of(cause), "place " + random.nextInt(40)), ns(), 1);
                summary.sites.add(new Key(JsonNames.of(cause), "site " + random.nextInt(40)), 1, ns(), ns(), 2);
                summary.slices.add(random.nextInt(HostBlocks.BLOCKS), cause, ns());
                summary.sources.add(random.nextInt(HostBlocks.BLOCKS), cause, ns());
                summary.times.add(epochMs(), 2 + cause.ordinal(), ns());
            }
        }
        summary.slices.addIterations(random.nextInt(HostBlocks.BLOCKS), 100);
        summary.facts.add(new Key("host", "host-" + random.nextInt(5)), 1);
        summary.times.add(epochMs(), 0, 100);
        summary.stacks.add(StackTree.of(stacks(), 60));
        for (int i = random.nextInt(30); i > 0; i--) {
            summary.worst.add(new Worst(ns(), epochMs(), "source " + random.nextInt(), "host", "gc-pause", ""));
        }
        while (summary.worst.size() > Summary.WORST) {
            summary.worst.pollLast();
        }
        summary.removed.put(Cause.GC_PAUSE, new Summary.Change(summary.latencies, summary.latencies));
        return summary;
    }

    private long ns() {
        return random.nextInt(1_000_000_000);
    }

    private long epochMs() {
        // Of some minutes or of some months: buckets of many widths meet.
        return 1_700_000_000_000L
                + (long) (Math.exp(10 + 2 * random.nextGaussian()) * (random.nextInt(5) == 0 ? 1e5 : 10));
    }

    List<WeightedStack> stacks() {
        List<WeightedStack> stacks = new ArrayList<>();
        for (int i = random.nextInt(40); i >= 0; i--) {
            List<StackFrame> frames = new ArrayList<>();
            for (int depth = random.nextInt(9); depth >= 0; depth--) {
                FrameKind kind = FrameKind.values()[random.nextInt(2)];
                frames.add(new StackFrame("com.acme.Type.method" + random.nextInt(4), kind));
            }
            stacks.add(new WeightedStack(frames, ns(), 1 + random.nextInt(3)));
        }
        return stacks;
    }
}
