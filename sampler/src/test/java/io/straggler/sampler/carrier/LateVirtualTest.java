package io.straggler.sampler.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.stack.AskingBudget;
import io.straggler.sampler.stack.PolledIteration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Looks at a thread that says where it is, in simulated time; the JVM alone knows its stack. */
class LateVirtualTest {
    private static final long START_NS = 1_000_000_000;
    private static final long INTERVAL_NS = 250_000;
    private static final long ID = -42;

    private final List<StackSample> stacks = new ArrayList<>();
    private final List<Long> asked = new ArrayList<>();
    private final Thread thread = new Thread() {
        @Override
        public String toString() {
            return "VirtualThread[#42]/" + (carried ? "runnable@carrier" : "waiting");
        }
    };
    private final CaptureListener listener = new CaptureListener() {
        @Override
        public void stack(StackSample sample) {
            stacks.add(sample);
        }
    };
    private long nowNs = START_NS;
    private boolean carried;
    private boolean runnable;
    private boolean goesOn = true;
    private String method = "a";
    private int answers;
    private long parkedNs;
    private final VirtualSampling sampling = new VirtualSampling(
            (asking, id, clock) -> {
                answers++;
                return Optional.of(new StackSample(
                        nowNs, id, carried || runnable, List.of(new StackFrame(method, FrameKind.JAVA))));
            },
            null,
            new AskingBudget(START_NS),
            listener,
            () -> nowNs,
            new SamplingCosts(0, 0));
    private final LateVirtual late = new LateVirtual(
            sampling,
            START_NS,
            START_NS,
            thread,
            ID,
            () -> goesOn,
            polled(),
            (dueNs, askedNs) -> asked.add(askedNs),
            () -> parkedNs);

    private static PolledIteration polled() {
        PolledIteration polled = new PolledIteration();
        polled.dueNs(START_NS);
        return polled;
    }

    private void look(long atNs) {
        nowNs = START_NS + atNs;
        late.look(INTERVAL_NS);
    }

    private static StackSample waited(long fromNs, long toNs, String method) {
        return new StackSample(
                StackSample.Origin.WAIT,
                START_NS + fromNs,
                START_NS + toNs,
                ID,
                false,
                List.of(new StackFrame(method, FrameKind.JAVA)));
    }

    @Test
    void shouldReportAWaitFromWhenTheThreadParked() {
        carried = true;
        look(0);
        carried = false;
        parkedNs = START_NS + 50_000;
        look(200_000);
        carried = true;
        parkedNs = 0;
        look(400_000);

        assertThat(stacks).contains(waited(50_000, 400_000, "a"));
    }

    @Test
    void shouldNotTakeAParkOfAnEarlierIterationForTheBeginningOfAWait() {
        carried = true;
        look(0);
        carried = false;
        parkedNs = START_NS - 1;
        look(200_000);
        carried = true;
        look(400_000);

        assertThat(stacks).contains(waited(0, 400_000, "a"));
    }

    @Test
    void shouldReportAWaitFromTheFirstToTheLastLookThatFindsIt() {
        look(0);
        look(200_000);
        look(400_000);
        assertThat(stacks).as("while it waits").isEmpty();
        carried = true;
        look(600_000);

        assertThat(stacks.get(0)).isEqualTo(waited(0, 600_000, "a"));
        assertThat(asked).startsWith(START_NS);
    }

    @Test
    void shouldEndAWaitWithTheIteration() {
        look(0);
        nowNs = START_NS + 900_000;
        goesOn = false;
        late.end();

        assertThat(stacks).containsExactly(waited(0, 900_000, "a"));
    }

    @Test
    void shouldAskAtOnceWhenItLetsGoOfItsCarrier() {
        carried = true;
        look(0);
        carried = false;
        method = "b";
        look(100_000); // before a further stack is due
        late.end();

        assertThat(stacks).hasSize(2);
        assertThat(stacks.get(0).running()).isTrue();
        assertThat(stacks.get(1)).isEqualTo(waited(0, 100_000, "b"));
    }

    @Test
    void shouldTellTwoWaitsApartByTheirStacks() {
        look(0);
        method = "b";
        look(INTERVAL_NS);
        nowNs = START_NS + 2 * INTERVAL_NS;
        late.end();

        assertThat(stacks).containsExactly(waited(0, INTERVAL_NS, "a"), waited(0, 2 * INTERVAL_NS, "b"));
    }

    /** As one that yields, or that waits for a carrier. */
    @Test
    void shouldAskOnceOfAThreadThatHasNoCarrierAndCouldRun() {
        runnable = true;
        look(0);
        for (long atNs = 20_000; atNs < INTERVAL_NS; atNs += 20_000) {
            look(atNs);
        }

        assertThat(answers).isOne();
        assertThat(stacks).singleElement().matches(StackSample::running);
    }

    @Test
    void shouldNotReportAnAnswerThatCameWhenTheIterationWasOver() {
        goesOn = false;
        look(0);
        late.end();

        assertThat(answers).isOne();
        assertThat(stacks).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void shouldLookAgainSoonAndAskSeldom() {
        for (int i = 0; i <= 20; i++) {
            look(i * 200_000L);
        }

        assertThat(late.look(INTERVAL_NS)).isEqualTo(nowNs + 200_000);
        assertThat(answers).isLessThan(20);
    }
}
