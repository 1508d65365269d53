package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.diagnosis.Allocations.Part;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.AllocationSample;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.FrameKind;
import io.straggler.model.Iteration;
import io.straggler.model.LatencyCounts;
import io.straggler.model.Outlier;
import io.straggler.model.Place;
import io.straggler.model.RecordedRun;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.StackFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AllocationsTest {
    private static final long MS = 1_000_000;
    private static final RunId RUN = new RunId(0, 1);
    private static final Place YOUNG = Place.of("Young");

    private final List<Evidence> evidence = new ArrayList<>();
    private final List<Outlier> outliers = new ArrayList<>();
    private final List<AllocationSample> samples = new ArrayList<>();

    /** An outlier that began just before a pause and took as long. */
    private void stoppedBy(Kind kind, Place place, long startNs) {
        evidence.add(new Evidence(kind, startNs, startNs + 5 * MS, Evidence.ANY_THREAD, place));
        long fromNs = startNs - 1_000;
        outliers.add(new Outlier(new Iteration(RUN, fromNs, fromNs, startNs + 5 * MS + 1_000, 0, 0), MS, List.of()));
    }

    private void allocated(long pauseNs, String objectClass, long bytes, String... methods) {
        List<StackFrame> frames = Stream.of(methods)
                .map(method -> new StackFrame(method, FrameKind.JAVA))
                .toList();
        samples.add(new AllocationSample(pauseNs - MS, pauseNs, objectClass, bytes, frames));
    }

    private Conclusions conclusions() {
        RunOutcome outcome = RunOutcome.of(RUN)
                .originNs(0)
                .startEpochMs(0)
                .endEpochMs(100_000)
                .thresholdNs(MS)
                .build();
        return Conclusions.of(
                RecordedRun.builder()
                        .runs(List.of(outcome))
                        .outliers(outliers)
                        .evidence(evidence)
                        .allocations(samples)
                        .build(),
                1_000,
                LatencyCounts.NONE);
    }

    /** Pauses that met an outlier and others, each after allocations of four methods in known parts; before the others all is another's. */
    @Test
    void shouldFindTheSharesOfWhatWasAllocatedBeforeThePausesThatMetOutliers() {
        Random random = new Random(7);
        String[] methods = {"com.acme.Cache.put", "com.acme.Quote.parse", "com.acme.Book.grow", "com.acme.Log.line"};
        double[] parts = {0.55, 0.25, 0.15, 0.05};
        for (int pause = 1; pause <= 200; pause++) {
            long pauseNs = pause * 100 * MS;
            boolean met = pause % 3 == 0;
            if (met) {
                stoppedBy(Kind.GC_PAUSE, YOUNG, pauseNs);
            }
            for (int i = 0; i < 50; i++) {
                double at = random.nextDouble();
                int which = 0;
                while (at > parts[which]) {
                    at -= parts[which++];
                }
                allocated(
                        pauseNs,
                        "byte[]",
                        1_000 + random.nextInt(100_000),
                        "com.acme.Main.run",
                        met ? methods[which] : "com.acme.Innocent.allocate");
            }
        }

        Allocations allocations = conclusions().allocations();

        assertThat(allocations.samples()).isEqualTo(66 * 50);
        assertThat(allocations.parts()).extracting(Part::method).containsExactly(methods);
        for (int i = 0; i < parts.length; i++) {
            assertThat(allocations.share(allocations.parts().get(i))).isCloseTo(parts[i], within(0.03));
        }
        assertThat(allocations.parts().stream().mapToLong(Part::bytes).sum()).isEqualTo(allocations.bytes());
    }

    @Test
    void shouldNameTheMethodOfTheProgramThroughLibrariesAndTheJdk() {
        stoppedBy(Kind.GC_PAUSE, YOUNG, 100 * MS);
        for (int i = 0; i < 20; i++) {
            allocated(
                    100 * MS,
                    "char[]",
                    5,
                    "io.straggler.harness.Pacer.syncStep",
                    "com.acme.Orders.write",
                    "com.fasterxml.jackson.Writer.write",
                    "java.util.Arrays.copyOf");
            allocated(100 * MS, "long[]", 3, "java.lang.Thread.run", "java.util.Timer.loop");
            allocated(100 * MS, "int[]", 2, "io.straggler.sampler.SamplerThread.run");
            allocated(
                    100 * MS,
                    "int[]",
                    1,
                    "io.straggler.harness.Pacer.syncStep",
                    "io.straggler.harness.Pacer.dueAlready");
        }

        assertThat(conclusions().allocations().parts())
                .extracting(part -> part.objectClass() + " in " + part.method())
                .containsExactly(
                        "char[] in com.acme.Orders.write",
                        "int[] in Straggler itself",
                        "long[] in java.util.Timer.loop");
    }

    @Test
    void shouldSayNothingFromFewerThanTwentySamples() {
        stoppedBy(Kind.GC_PAUSE, YOUNG, 100 * MS);
        for (int i = 0; i < 19; i++) {
            allocated(100 * MS, "byte[]", 1, "com.acme.Cache.put");
        }
        for (int i = 0; i < 19; i++) {
            allocated(300 * MS, "byte[]", 1, "com.acme.Innocent.allocate");
        }
        assertThat(conclusions().allocations()).isEqualTo(Allocations.NONE);

        allocated(100 * MS, "byte[]", 1, "com.acme.Cache.put");
        assertThat(conclusions().allocations().samples()).isEqualTo(20);
    }

    @Test
    void shouldSayNothingWhereOutliersHadAnotherCause() {
        stoppedBy(Kind.VM_OPERATION, Place.of("GC_HeapInspection"), 100 * MS);
        for (int i = 0; i < 100; i++) {
            allocated(100 * MS, "byte[]", 1, "com.acme.Cache.put");
        }

        assertThat(conclusions().allocations()).isEqualTo(Allocations.NONE);
    }

    /** Each place of pauses has the stacks before its own pauses, and they share the delay that these caused as they share the bytes. */
    @Test
    void shouldShareTheDelayOfAPlaceAmongTheStacksBeforeItsPauses() {
        Place full = Place.of("Full");
        stoppedBy(Kind.GC_PAUSE, YOUNG, 100 * MS);
        stoppedBy(Kind.GC_PAUSE, full, 300 * MS);
        for (int i = 0; i < 30; i++) {
            allocated(100 * MS, "byte[]", 300, "io.straggler.harness.Pacer.syncStep", "com.acme.Cache.put");
            allocated(100 * MS, "byte[]", 100, "io.straggler.harness.Pacer.syncStep", "com.acme.Quote.parse");
            allocated(300 * MS, "byte[]", 100, "com.acme.Book.grow");
        }

        Conclusions conclusions = conclusions();

        long youngNs = conclusions.sites().stream()
                .filter(site -> site.cause() == Cause.GC_PAUSE && site.place().equals(YOUNG))
                .mapToLong(CulpritSite::delayCausedNs)
                .sum();
        List<WeightedStack> young = conclusions.allocations().stacksAt(YOUNG);
        assertThat(young)
                .extracting(stack -> stack.frames().get(0).name())
                .containsExactly("com.acme.Cache.put", "com.acme.Quote.parse");
        assertThat(young.get(0).weightNs()).isCloseTo(youngNs * 3 / 4, within(100L));
        assertThat(young.get(1).weightNs()).isCloseTo(youngNs / 4, within(100L));
        assertThat(conclusions.allocations().stacksAt(full))
                .extracting(stack -> stack.frames().get(0).name())
                .containsExactly("com.acme.Book.grow");
        assertThat(conclusions.allocations().stacksAt(Place.of("other"))).isEmpty();
    }
}
