package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Iteration;
import io.straggler.model.LatencySoFar;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import io.straggler.model.text.LineWidth;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is drawn while a JVM is measured, over time. */
class ProgressLineTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String BEGIN = "\033[?7l\r\033[K";
    private static final String END = "\033[?7h";
    private static final String ERASE = "\r\033[K";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    private ProgressCell cell;
    private long nowNs = -3 * SECOND_NS;
    private LineWidth width = LineWidth.USUAL;

    @BeforeEach
    void map() throws Exception {
        cell = ProgressCell.map(folder);
    }

    private ProgressLine line(boolean terminal) {
        ProgressLine line = new ProgressLine(err, terminal, 4 * SECOND_NS, () -> nowNs, () -> width);
        line.fork(0, 1);
        return line;
    }

    private String printed() {
        err.flush();
        String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    void shouldDrawOnceASecondOrWhenTheStageChanges() {
        ProgressLine line = line(true);
        line.show(cell);
        assertThat(printed()).isEqualTo(BEGIN + "  0% [                    ] starting" + END);

        nowNs += SECOND_NS - 1;
        line.show(cell);
        assertThat(printed()).isEmpty();

        nowNs++;
        line.show(cell);
        assertThat(printed()).isEqualTo(BEGIN + " 25% [=====               ] starting" + END);

        cell.runStarting(new RunId(0, 1), RunListener.Phase.MEASURED);
        line.show(cell);
        assertThat(printed()).isEqualTo(BEGIN + " 25% [=====               ] measuring, run 1" + END);

        nowNs += 9 * SECOND_NS;
        line.show(cell);
        assertThat(printed()).isEqualTo(BEGIN + "100% [====================] measuring, run 1" + END);
    }

    private String drawn(int columns) {
        width = new LineWidth(columns);
        line(true).show(cell);
        return printed().replace(BEGIN, "").replace(END, "");
    }

    private void measure(long iterations) {
        cell.runStarting(new RunId(0, 1), RunListener.Phase.MEASURED);
        cell.progress(new LatencySoFar(iterations, 43_800, 3_820_000, 13_000_000, 14_600_000));
        cell.outlier(new Outlier(new Iteration(new RunId(0, 1), 0, 0, 14_600_000, 0, 0), 500_000, List.of()));
    }

    @Test
    void shouldShowAsMuchOfTheLatenciesAsFits() {
        measure(24_000);
        assertThat(drawn(120))
                .isEqualTo("  0% [                    ] measuring, run 1: p50 43.8 \u00b5s, p99 3.82 ms, p99.9 13 ms,"
                        + " worst 14.6 ms, 1 outlier");
        assertThat(drawn(100))
                .isEqualTo("  0% [        ] measuring, run 1: p50 43.8 \u00b5s, p99 3.82 ms, p99.9 13 ms,"
                        + " worst 14.6 ms, 1 outlier");
        assertThat(drawn(90))
                .isEqualTo(
                        "  0% measuring, run 1: p50 43.8 \u00b5s, p99 3.82 ms, p99.9 13 ms, worst 14.6 ms, 1 outlier");
        assertThat(drawn(80)).isEqualTo("  0% p50 43.8 \u00b5s, p99 3.82 ms, p99.9 13 ms, worst 14.6 ms, 1 outlier");
        assertThat(drawn(60)).isEqualTo("  0% p99 3.82 ms, p99.9 13 ms, worst 14.6 ms, 1 outlier");
    }

    @Test
    void shouldShowOnlyPercentilesThatCanBeKnown() {
        measure(9_999);
        assertThat(drawn(200)).endsWith("run 1: p50 43.8 \u00b5s, p99 3.82 ms, worst 14.6 ms, 1 outlier");
    }

    @Test
    void shouldForgetTheLatenciesOfTheRunBefore() {
        measure(24_000);
        cell.runStarting(new RunId(0, 2), RunListener.Phase.MEASURED);
        assertThat(drawn(200)).endsWith("measuring, run 2: worst 14.6 ms, 1 outlier");
    }

    @Test
    void shouldWriteOnlyBehindWhatIsMeasured() {
        cell.runStarting(new RunId(0, 0), RunListener.Phase.WARM_UP);
        cell.runFinished(new RunId(0, 0), RunListener.Phase.WARM_UP);
        assertThat(drawn(100)).endsWith("] warming up");
        cell.runStarting(new RunId(0, 1), RunListener.Phase.MEASURED);
        cell.runFinished(new RunId(0, 1), RunListener.Phase.MEASURED);
        assertThat(drawn(100)).endsWith("] writing");
    }

    @Test
    void shouldEraseOnlyWhatItHasDrawn() {
        ProgressLine line = line(true);
        line.clear();
        assertThat(printed()).isEmpty();

        line.show(cell);
        printed();
        line.clear();
        assertThat(printed()).isEqualTo(ERASE);
        line.clear();
        assertThat(printed()).isEmpty();

        line.show(cell);
        assertThat(printed()).startsWith(BEGIN);
    }

    @Test
    void shouldPrintALineForEachStageWhereThereIsNoTerminal() {
        ProgressLine line = line(false);
        line.show(cell);
        nowNs += 2 * SECOND_NS;
        line.show(cell);
        cell.runStarting(new RunId(0, 1), RunListener.Phase.MEASURED);
        line.show(cell);
        line.clear();
        assertThat(printed()).isEqualToNormalizingNewlines("starting\nmeasuring, run 1\n");
    }

    @Test
    void shouldSayNowAndThenThatItIsStillStarting() {
        ProgressLine line = line(false);
        for (int s = 0; s < 45; s++) {
            line.show(cell);
            nowNs += SECOND_NS;
        }
        cell.runStarting(new RunId(0, 1), RunListener.Phase.WARM_UP);
        line.show(cell);
        String still = "starting for %s s now; most likely the task's setUp has not returned\n";
        assertThat(printed())
                .isEqualToNormalizingNewlines("starting\n" + still.formatted(10) + still.formatted(20)
                        + still.formatted(40) + "warming up\n");
    }

    /** What is measured has a number, and what warms it up has none to show. */
    @Test
    void shouldNotRepeatWhatItSaid() {
        ProgressLine line = line(false);
        cell.runStarting(new RunId(0, 0), RunListener.Phase.WARM_UP);
        line.show(cell);
        cell.runStarting(new RunId(0, 1), RunListener.Phase.WARM_UP);
        line.show(cell);
        assertThat(printed()).isEqualToNormalizingNewlines("warming up\n");
    }
}
