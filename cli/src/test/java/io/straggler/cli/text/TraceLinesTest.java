package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Conclusions;
import io.straggler.flamegraph.RankedOutlier;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import io.straggler.model.text.LineWidth;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceLinesTest {
    private static final long MS = 1_000_000;
    private static final long THREAD = 7;
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private static Outlier call(long startMs, long endMs, String traceId) {
        Iteration iteration = new Iteration(new RunId(0, 1), startMs * MS, startMs * MS, endMs * MS, 0, 0);
        return new Outlier(iteration, MS, List.of(), THREAD, "com.acme.Orders.place").ofTrace(traceId);
    }

    private static Conclusions conclusions() {
        return Conclusions.of(
                RecordedRun.builder()
                        .threads(List.of(new WatchedThread("http-1", 100, THREAD, ThreadRole.SEQUENTIAL)))
                        .outliers(List.of(call(0, 20, TRACE), call(30, 80, ""), call(100, 130, TRACE)))
                        .evidence(List.of(new Evidence(
                                Evidence.Kind.SLEEP, 100 * MS, 124 * MS, THREAD, Place.of("com.acme.Orders.audit"))))
                        .build(),
                0,
                LatencyCounts.NONE);
    }

    @Test
    void shouldTellWhatTheOutliersOfOneTraceTookTheWorstFirst() {
        List<RankedOutlier> outliers = TraceLines.outliers(conclusions(), TRACE);

        assertThat(outliers).extracting(RankedOutlier::rank).containsExactly(2, 3);
        assertThat(TraceLines.of(RunDescription.of("servlet").build(), outliers, LineWidth.USUAL))
                .startsWith(
                        "outlier 2 took 30 ms: com.acme.Orders.place",
                        "      24 ms   80.0%  sleep: com.acme.Orders.audit")
                .contains("outlier 3 took 20 ms: com.acme.Orders.place");
    }

    @Test
    void shouldSayOfHowManyOutliersTheTraceIsKnown() {
        assertThat(TraceLines.outliers(conclusions(), "other")).isEmpty();
        assertThat(TraceLines.none(conclusions(), "other"))
                .isEqualTo("No outlier has traceId=other; the trace is known of 2 of 3 outliers.");
    }
}
