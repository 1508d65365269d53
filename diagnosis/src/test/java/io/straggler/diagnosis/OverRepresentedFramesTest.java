package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Iteration;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OverRepresentedFramesTest {
    private final List<DiagnosedOutlier> outliers = new ArrayList<>();
    private final List<WeightedStack> normal = new ArrayList<>();

    /** An outlier that spent so long in each of some methods of the task. */
    private void outlier(Object... methodsAndNs) {
        List<StackSample> stacks = new ArrayList<>();
        List<Long> askedNs = new ArrayList<>();
        List<Long> standNs = new ArrayList<>();
        long timeNs = outliers.size() * 1_000_000L;
        long startNs = timeNs;
        for (int i = 0; i < methodsAndNs.length; i += 2) {
            stacks.add(new StackSample(timeNs, 7, true, Runs.stack("Task.run", (String) methodsAndNs[i])));
            askedNs.add(timeNs);
            standNs.add((Long) methodsAndNs[i + 1]);
            timeNs += (Long) methodsAndNs[i + 1];
        }
        Iteration iteration = new Iteration(new RunId(0, 1), startNs, startNs, timeNs, 0, 0);
        outliers.add(new DiagnosedOutlier(
                new Outlier(iteration, 1, List.of()), stacks, askedNs, standNs, 0, List.of(), List.of()));
    }

    private void normal(String method, long stacks) {
        normal.add(new WeightedStack(Runs.stack("Task.run", method), stacks, stacks));
    }

    private List<OverRepresentedFrame> overRepresented() {
        return OverRepresentedFrames.of(new Diagnosis(outliers, Coverage.none(), List.of(), normal));
    }

    @Test
    void shouldTellTheMethodThatGrewAndNotItsCaller() {
        for (int i = 0; i < 20; i++) {
            outlier("Map.resize", 80L, "Task.parse", 20L);
        }
        normal("Task.parse", 95);
        normal("Map.resize", 5);

        assertThat(overRepresented()).singleElement().satisfies(frame -> {
            assertThat(frame.name()).isEqualTo("Map.resize");
            assertThat(frame.outlierShare()).isEqualTo(0.8);
            assertThat(frame.normalShare()).isEqualTo(0.05);
            assertThat(frame.leastGrowth()).isBetween(0.6, 0.75);
            assertThat(frame.mostGrowth()).isBetween(0.75, 0.9);
            assertThat(frame.outliers()).isEqualTo(20);
            assertThat(frame.normalStacks()).isEqualTo(100);
        });
    }

    @Test
    void shouldNotCompareWithTheHarness() {
        for (int i = 0; i < 20; i++) {
            outlier("Map.resize", 20L, "Task.parse", 80L);
        }
        normal("Task.parse", 80);
        normal("Map.resize", 20);
        normal.add(new WeightedStack(Runs.stack(Runs.PACER + "syncStep"), 900, 900));

        assertThat(overRepresented()).isEmpty();
    }

    @Test
    void shouldSayNothingOnTooLittle() {
        for (int i = 0; i < OverRepresentedFrames.LEAST - 1; i++) {
            outlier("Map.resize", 80L);
        }
        normal("Task.parse", 100);
        assertThat(overRepresented()).isEmpty();

        outlier("Map.resize", 80L);
        assertThat(overRepresented()).hasSize(1);

        normal.clear();
        normal("Task.parse", OverRepresentedFrames.LEAST - 1);
        assertThat(overRepresented()).isEmpty();
    }

    /** One outlier with many stacks is one outlier. */
    @Test
    void shouldNotTakeOneLongOutlierForMany() {
        outlier("Map.resize", 1_000_000L);
        for (int i = 0; i < 20; i++) {
            outlier("Task.parse", 50L);
        }
        normal("Task.parse", 100);

        assertThat(overRepresented()).isEmpty();
    }

    @Test
    void shouldSeldomBeWrongWhenNothingGrew() {
        Random random = new Random(11);
        int wrong = 0;
        int trials = 400;
        for (int trial = 0; trial < trials; trial++) {
            outliers.clear();
            normal.clear();
            for (int i = 0; i < 60; i++) {
                outlier(random.nextInt(10) < 3 ? "Task.a" : "Task.b", 50L + random.nextInt(500));
            }
            long a = 0;
            for (int i = 0; i < 150; i++) {
                a += random.nextInt(10) < 3 ? 1 : 0;
            }
            normal("Task.a", a);
            normal("Task.b", 150 - a);
            wrong += overRepresented().isEmpty() ? 0 : 1;
        }
        // Of either of two methods, each with 2.5% on the one side that counts.
        assertThat((double) wrong / trials).isBetween(0.01, 0.09);
    }
}
