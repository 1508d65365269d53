package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

    @BeforeEach
    void map() throws Exception {
        cell = ProgressCell.map(folder);
    }

    private ProgressLine line(boolean terminal) {
        ProgressLine line = new ProgressLine(err, terminal, 4 * SECOND_NS, () -> nowNs);
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
