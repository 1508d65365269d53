package io.straggler.cli.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.selftest.FaultScore;
import io.straggler.selftest.Score;
import io.straggler.selftest.Selftest;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SelftestTableTest {
    private static final FaultScore GC = new FaultScore(
            Fault.GC,
            200,
            198,
            OptionalDouble.of(1),
            OptionalDouble.of(0.9649),
            OptionalDouble.of(0.995),
            OptionalDouble.of(0.97),
            5_200_000,
            4_000_000,
            9_999_999,
            Map.of("GC pause", 0.9649),
            "");
    private static final FaultScore HOG = new FaultScore(
            Fault.HOG,
            0,
            0,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0,
            0,
            0,
            Map.of(),
            "needs threads that can be bound to a core");

    private static Selftest selftest(Selftest.Ordinary ordinary) {
        Score score =
                new Score(List.of(GC, HOG), 40, 1, OptionalDouble.of(0.975), 200, 190, 1, 198, 197, 0, 0, 0, 150, 147);
        return new Selftest(
                0,
                "a JVM",
                17,
                "a machine",
                Regime.LABORATORY,
                List.of(1L, 2L),
                20_000,
                ordinary,
                score,
                List.of(score, score));
    }

    private static String print(Selftest.Ordinary ordinary) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        SelftestTable.print(selftest(ordinary), List.of("sampler     triggered (it works here)"), out);
        SelftestTable.printAnswers(selftest(ordinary).score(), out);
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldGiveEachFaultARowAndSayWhyThereAreNoFigures() {
        String text = print(new Selftest.Ordinary(3000, 60));

        assertThat(text)
                .contains(
                        "  explicit GC               GC pause                    200    100.0%  96.5%  99.5%  97.0%   5.2 ms\n")
                .contains(
                        "  CPU hog, same core        waiting for a core            0         -      -      -      -        -\n"
                                + "    (needs threads that can be bound to a core)\n")
                .contains("1 of 40 iterations with nothing done to them were given a cause (2.5%);")
                .contains("190 of 200 injections have a stack; 1 have no answer")
                .contains("the largest answer was right for 197 of 198 (99.5%)")
                .contains("the right method stands first in 147 of 150 right answers that have a place (98.0%)")
                .contains("90.0% of the time or more was found of 1 of 1 kinds\n")
                .contains("  explicit GC               96.5% GC pause\n")
                .contains("60 of 3000 iterations without a label were slow themselves\n");
        assertThat(text.lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void shouldSayThatTheMachineWasBusy() {
        assertThat(print(new Selftest.Ordinary(3000, 61)))
                .contains("were slow themselves; the machine was busy: run it again\n");
    }
}
