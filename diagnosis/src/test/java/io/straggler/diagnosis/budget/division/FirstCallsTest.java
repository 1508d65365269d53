package io.straggler.diagnosis.budget.division;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Runs;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.reading.NormalCode;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** First calls after a collection, in an outlier of which nothing else is known. */
class FirstCallsTest extends OneOutlier {
    /** The JVM's stack of that moment has no Java frame. */
    @Test
    void shouldSayNearWhichCodeFirstCallsAfterACollectionWere() {
        outlier(0, 0, 1_000);
        runs.samples.add(new StackSample(
                1_200,
                Runs.THREAD,
                true,
                List.of(new StackFrame("BarrierSetNMethod::nmethod_stub_entry_barrier", FrameKind.CPP))));
        runs.sample(1_600, "com.acme.Task.print", "java.lang.String.format", "java.util.Formatter.parse");

        for (NormalCode normal : List.of(
                NormalCode.UNKNOWN,
                NormalCode.of(List.of(Runs.stack("com.acme.Task.print", "java.lang.String.format"))))) {
            assertThat(budget(normal).parts())
                    .filteredOn(part -> part.cause() == Cause.ENTRY_BARRIER)
                    .flatExtracting(TimeBudget.Part::where)
                    .extracting(where -> where.place().words())
                    .containsExactly("near java.lang.String.format < com.acme.Task.print");
        }
        // What normal iterations do not do is more work, and entering its methods is part of it.
        TimeBudget unusual = budget(NormalCode.of(List.of(Runs.stack("com.acme.Task.run", "com.acme.Task.add"))));
        assertThat(unusual.ns(Cause.ENTRY_BARRIER)).isZero();
        assertThat(unusual.parts())
                .filteredOn(part -> part.cause() == Cause.CODE)
                .flatExtracting(TimeBudget.Part::where)
                .extracting(where -> where.place().words())
                .containsExactly("java.lang.String.format < com.acme.Task.print");
    }

    /** Linking a call is what seldom happens, and most of what it enters is entered for the first time. */
    @Test
    void shouldCallFirstCallsInUnusualWorkOnClassesPartOfThat() {
        outlier(0, 0, 1_000);
        StackFrame barrier = new StackFrame("BarrierSetNMethod::nmethod_stub_entry_barrier", FrameKind.CPP);
        runs.samples.add(new StackSample(1_200, Runs.THREAD, true, List.of(barrier)));
        List<StackFrame> linking = new ArrayList<>(Runs.stack(
                "com.acme.Task.link", "java.lang.invoke.LambdaMetafactory.metafactory", "java.lang.String.hashCode"));
        linking.add(barrier);
        runs.samples.add(new StackSample(1_600, Runs.THREAD, true, linking));
        NormalCode normal = NormalCode.of(List.of(Runs.stack("com.acme.Task.run", "com.acme.Task.add")));

        assertThat(budget(normal).ns(Cause.ENTRY_BARRIER)).isZero();
        assertThat(budget(normal).ns(Cause.CODE)).isZero();
        assertThat(budget(normal).ns(Cause.CLASS_LOADING)).isGreaterThan(500);
        assertThat(budget(NormalCode.UNKNOWN).ns(Cause.CLASS_LOADING)).isZero();
    }

    @Test
    void shouldCallFirstCallsInUnusualWorkOnSocketsPartOfThat() {
        outlier(0, 0, 1_000);
        StackFrame barrier = new StackFrame("BarrierSetNMethod::nmethod_stub_entry_barrier", FrameKind.CPP);
        runs.samples.add(new StackSample(1_200, Runs.THREAD, true, List.of(barrier)));
        runs.sample(1_600, "com.acme.Task.connect", "java.nio.channels.SocketChannel.open", "sun.nio.ch.Net.socket");
        NormalCode normal = NormalCode.of(List.of(Runs.stack("com.acme.Task.run", "com.acme.Task.add")));

        assertThat(budget(normal).ns(Cause.CODE)).isZero();
        assertThat(budget(normal).ns(Cause.SOCKET_IO)).isGreaterThan(500);
        assertThat(budget(NormalCode.UNKNOWN).ns(Cause.ENTRY_BARRIER)).isPositive();
    }
}
