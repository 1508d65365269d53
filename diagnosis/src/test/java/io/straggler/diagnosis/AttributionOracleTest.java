package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.Capture;
import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with the definitions, spelled out without any thought of speed. */
class AttributionOracleTest {
    private static final int SPAN_NS = 3_000_000;

    private final Runs runs = new Runs();

    /** What is left of the recorded stacks without the harness's frames, in order of recording. */
    private final List<StackSample> visible = new ArrayList<>();

    private boolean pacing;
    private boolean working;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24})
    void shouldAgreeWithTheDefinitions(int seed) {
        runs.role = ThreadRole.values()[(seed % 3 + 2) % 3];
        fill(new Random(seed), seed % 2 == 0, seed % 3);

        Diagnosis diagnosis = Attribution.of(runs.run());

        assertThat(diagnosis.outliers()).hasSameSizeAs(runs.outliers);
        long weightNs = 0;
        Map<List<StackFrame>, Long> weights = new HashMap<>();
        for (DiagnosedOutlier one : diagnosis.outliers()) {
            Iteration iteration = one.outlier().iteration();
            List<StackSample> stacks = sorted(visible.stream()
                    .filter(sample -> sample.timeNs() >= iteration.startNs() && sample.timeNs() < iteration.endNs())
                    .toList());
            assertThat(one.stacks()).isEqualTo(stacks);
            assertThat(one.evidence()).containsExactlyInAnyOrderElementsOf(evidenceOf(iteration));
            assertThat(one.evidence()).isSortedAccordingTo(Comparator.comparingLong(Evidence::startNs));
            long seenNs = one.stacksNs().stream().mapToLong(Long::longValue).sum();
            assertThat(seenNs + one.unseenNs()).isEqualTo(iteration.serviceNs());
            assertThat(one.stacksNs()).isEqualTo(weightsOf(stacks, iteration.endNs()));
            List<Long> owners = owners(stacks);
            for (int i = 0; i < stacks.size(); i++) {
                if (owners.contains(stacks.get(i).osThreadId())) {
                    weights.merge(shown(stacks.get(i), owners), one.stacksNs().get(i), Long::sum);
                }
            }
            weightNs += iteration.serviceNs();
        }
        assertThat(diagnosis.outlierStacks().stream()
                        .mapToLong(WeightedStack::weightNs)
                        .sum())
                .isEqualTo(weightNs)
                .isEqualTo(diagnosis.coverage().serviceNs());
        Map<List<StackFrame>, Long> reported = new HashMap<>();
        diagnosis.outlierStacks().stream()
                .filter(stack -> stack.samples() > 0)
                .forEach(stack -> reported.put(stack.frames(), stack.weightNs()));
        assertThat(reported).isEqualTo(weights);
        checkNormal(diagnosis);
    }

    /** The pacing thread alone if it works itself, or was inside the task; else every thread with a stack. */
    private List<Long> owners(List<StackSample> stacks) {
        if (working) {
            return List.of(Runs.THREAD);
        }
        List<Long> threads =
                stacks.stream().map(StackSample::osThreadId).distinct().toList();
        return pacing && threads.contains(Runs.THREAD) ? List.of(Runs.THREAD) : threads;
    }

    /** From the middle to the neighbour before to the middle to the neighbour behind, shared among the owners. */
    private List<Long> weightsOf(List<StackSample> stacks, long endNs) {
        List<Long> owners = owners(stacks);
        List<Long> weights = new ArrayList<>();
        for (int i = 0; i < stacks.size(); i++) {
            StackSample one = stacks.get(i);
            List<StackSample> same = stacks.stream()
                    .filter(other -> other.osThreadId() == one.osThreadId())
                    .toList();
            int place = 0;
            while (same.get(place) != one) {
                place++;
            }
            long fromNs = place == 0 ? one.timeNs() : (same.get(place - 1).timeNs() + one.timeNs()) / 2;
            long toNs = place == same.size() - 1
                    ? endNs
                    : (one.timeNs() + same.get(place + 1).timeNs()) / 2;
            weights.add(owners.contains(one.osThreadId()) ? (toNs - fromNs) / owners.size() : 0);
        }
        return weights;
    }

    private static List<StackFrame> shown(StackSample sample, List<Long> owners) {
        List<StackFrame> frames = new ArrayList<>(sample.frames());
        if (owners.size() > 1) {
            frames.add(0, Runs.thread(sample.osThreadId() == Runs.THREAD ? "pacing" : "worker"));
        }
        return frames;
    }

    private void checkNormal(Diagnosis diagnosis) {
        Predicate<StackSample> outside = sample -> runs.outliers.stream()
                .noneMatch(outlier -> sample.timeNs() >= outlier.iteration().startNs()
                        && sample.timeNs() < outlier.iteration().endNs());
        long normal = 0;
        for (Capture capture : runs.captures) {
            long untilNs = runs.captures.stream()
                    .filter(other -> other.osThreadId() == capture.osThreadId())
                    .mapToLong(Capture::sentNs)
                    .filter(sentNs -> sentNs > capture.sentNs())
                    .min()
                    .orElse(Long.MAX_VALUE);
            normal += sorted(visible).stream()
                    .filter(sample -> sample.osThreadId() == capture.osThreadId())
                    .filter(sample -> sample.timeNs() >= capture.sentNs() && sample.timeNs() < untilNs)
                    .findFirst()
                    .filter(sample -> capture.purpose() == Capture.Purpose.NORMAL)
                    .filter(sample -> sample.timeNs() - capture.sentNs() <= 1_000_000)
                    .filter(outside)
                    .stream()
                    .count();
        }
        assertThat(diagnosis.normalStacks().stream()
                        .mapToLong(WeightedStack::samples)
                        .sum())
                .isEqualTo(normal);
        assertThat(diagnosis.coverage().droppedSamples())
                .isEqualTo(visible.stream().filter(outside).count() - normal);
    }

    private List<Evidence> evidenceOf(Iteration iteration) {
        return runs.evidence.stream()
                .filter(one -> one.osThreadId() <= Runs.THREAD + 1)
                .filter(one -> one.durationNs() == 0
                        ? one.startNs() >= iteration.intendedNs() && one.startNs() <= iteration.endNs()
                        : one.startNs() < iteration.endNs() && one.endNs() > iteration.intendedNs())
                .toList();
    }

    private static List<StackSample> sorted(List<StackSample> samples) {
        List<StackSample> sorted = new ArrayList<>(samples);
        sorted.sort(Comparator.comparingLong(StackSample::timeNs));
        return sorted;
    }

    /** Sequential iterations end before the next starts; others overlap as they like. Coarse times make many ties. */
    private void fill(Random random, boolean sequential, int kind) {
        long atNs = 0;
        while (atNs < SPAN_NS) {
            long startNs = atNs + grain(random, 20_000);
            long endNs = startNs + grain(random, 60_000);
            runs.outlier(startNs - grain(random, 50_000), startNs, endNs);
            atNs = sequential ? endNs : startNs;
        }
        for (int i = 0; i < 400; i++) {
            sample(random, kind);
            long startNs = grain(random, SPAN_NS);
            long[] threads = {Evidence.ANY_THREAD, Runs.THREAD, Runs.THREAD + 1, Runs.THREAD + 2};
            runs.evidence(startNs, startNs + grain(random, i % 10 == 0 ? 500_000 : 5_000), threads[i % 4]);
            if (i % 4 == 0) {
                runs.normalSample(random.nextInt(SPAN_NS));
            } else if (i % 4 == 1) {
                runs.late(random.nextInt(SPAN_NS));
            }
        }
    }

    /** Kind 0: no harness below the stacks. 1: a sequential task and a worker. 2: an asynchronous one, mostly between two. */
    private void sample(Random random, int kind) {
        long timeNs = random.nextInt(SPAN_NS);
        long thread = Runs.THREAD + random.nextInt(2);
        String leaf = "frame" + random.nextInt(5);
        if (kind == 0 || thread != Runs.THREAD) {
            visible.add(runs.sampleOn(thread, timeNs, "main", leaf));
            return;
        }
        pacing = true;
        working = kind == 1;
        String step = Runs.PACER + (working ? "syncStep" : "asyncStep");
        if (random.nextInt(10) < (working ? 1 : 8)) {
            runs.sample(timeNs, "run", step, Runs.PACER + "awaitInstant", "park");
            return;
        }
        runs.sample(timeNs, "run", step, "task", leaf);
        visible.add(new StackSample(timeNs, thread, true, Runs.stack("task", leaf)));
    }

    private static long grain(Random random, int below) {
        return random.nextInt(below) / 1_000 * 1_000L;
    }
}
