package io.straggler.remedies.json;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.statistics.Estimate;
import io.straggler.diagnosis.statistics.Metric;
import io.straggler.remedies.Change;
import io.straggler.remedies.Proposal;
import io.straggler.remedies.Trial.Standing;
import io.straggler.remedies.result.Ranking;
import io.straggler.remedies.result.TriedRemedy;
import io.straggler.remedies.result.TriedRemedy.Cost;
import io.straggler.remedies.result.TriedRemedy.Kind;
import io.straggler.remedies.result.TriedRemedy.Outcome;
import io.straggler.remedies.result.TriedRemedy.Prediction;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rankings for tests of files and pages. */
public final class RankingSamples {
    private RankingSamples() {}

    /** One remedy that helps, one of the user's that harms, one that is not certain, and one that the JVM refused. */
    public static Ranking found() {
        Proposal zgc = new Proposal(
                "ZGC",
                Change.ofJvm("-XX:+UseZGC"),
                Set.of(Cause.GC_PAUSE),
                0.78,
                "ZGC collects while the program runs",
                "CPU time, memory",
                "Tuning Guide");
        Proposal small = Proposal.own("small heap", Change.ofJvm("-Xmx64m"));
        Proposal pinned = Proposal.own("pinned", Change.ofOption("pin", "1"));
        Proposal refused = Proposal.own("refused", Change.ofJvm("-XX:+UseNothing"));
        return new Ranking(
                "com.acme.MyTask",
                new Metric.Percentile(99.9),
                0.2,
                8,
                List.of(
                        new TriedRemedy(
                                zgc,
                                Standing.HELPS,
                                "",
                                6,
                                Optional.of(4_100_000.0),
                                Optional.of(620_000.0),
                                Optional.of(new Estimate(-0.85, -0.92, -0.71)),
                                Optional.of(new Prediction("GC pause", 590_000, 410_000, 900_000, 0.01, Outcome.HELD)),
                                List.of(new Cost(Kind.CPU, 7.1e9, 9.8e9, true), new Cost(Kind.MEMORY, 3e8, 6e8, true)),
                                "zgc"),
                        open(pinned),
                        new TriedRemedy(
                                small,
                                Standing.HARMS,
                                "",
                                4,
                                Optional.of(4_000_000.0),
                                Optional.of(12_000_000.0),
                                Optional.of(new Estimate(2, 1.1, 3.4)),
                                Optional.empty(),
                                List.of(),
                                "small-heap"),
                        out(refused)),
                "Ended after 8 rounds, because 10 min were over (--max-duration) before a remedy could be decided.");
    }

    /** A trial in which nothing could be decided. */
    public static Ranking undecided() {
        return new Ranking(
                "com.acme.MyTask",
                new Metric.Percentile(99),
                0.2,
                2,
                List.of(open(Proposal.own("pinned", Change.ofOption("pin", "1")))),
                "Interrupted after 2 rounds.");
    }

    private static TriedRemedy open(Proposal proposal) {
        return new TriedRemedy(
                proposal,
                Standing.OPEN,
                "",
                8,
                Optional.of(4_050_000.0),
                Optional.of(3_900_000.0),
                Optional.of(new Estimate(-0.037, -0.31, 0.34)),
                Optional.empty(),
                List.of(new Cost(Kind.P50, 10_000, 10_100, false)),
                "pinned");
    }

    private static TriedRemedy out(Proposal proposal) {
        return new TriedRemedy(
                proposal,
                Standing.OUT,
                "The JVM refused it: Unrecognized VM option 'UseNothing'.",
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                "");
    }
}
