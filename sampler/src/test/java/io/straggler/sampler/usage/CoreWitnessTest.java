package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.CoreUser.Kind;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.WakeUp;
import io.straggler.sampler.linux.CoreSwitches;
import io.straggler.sampler.linux.NativeSleep;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.ParkedThread;
import io.straggler.sampler.linux.Permitted;
import io.straggler.sampler.linux.SpinningThread;
import io.straggler.sampler.linux.ThreadSwitches;
import io.straggler.sampler.linux.WakeUps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoreWitnessTest {
    private static final long MILLISECOND_NS = 1_000_000;
    private static final long SECOND_NS = 1_000_000_000;
    private static final int PAGES = 64;

    private final BitSet allowed = NativeThread.allowedCpus(0);
    private final int core = allowed.nextSetBit(0);
    private final long osThreadId = NativeThread.currentId();

    @AfterEach
    void unpin() {
        NativeThread.allowCpus(0, allowed);
    }

    private boolean coresPermitted() {
        return Permitted.open(() -> {
                    CoreSwitches.open(core, 1).close();
                    return true;
                })
                .isPresent();
    }

    private boolean wakeUpsPermitted() {
        return Permitted.open(() -> {
                    WakeUps.open(WakeUps.tracepoint(), core, 1, Set.of(osThreadId))
                            .close();
                    return true;
                })
                .isPresent();
    }

    /** What a witness says of a thread's times without a core. */
    private static List<OffCoreInterval> seen(
            CoreWitness witness, ThreadSwitches switches, long osThreadId, long fromNs) {
        List<OffCoreInterval> seen = new ArrayList<>();
        switches.between(
                fromNs,
                System.nanoTime(),
                (awayNs, backNs, preempted, left, back) ->
                        seen.add(witness.seen(osThreadId, new OffCoreInterval(awayNs, backNs, preempted), left, back)));
        return seen;
    }

    private static ThreadSwitches switches(long osThreadId) throws IOException {
        return ThreadSwitches.open(osThreadId, PAGES).orElseThrow();
    }

    @Test
    void shouldNameWhoHadTheCoreOfAPreemptedThread() throws IOException {
        try (CoreWitness witness = new CoreWitness();
                ThreadSwitches switches = switches(osThreadId);
                SpinningThread spinning = new SpinningThread("spins on the same core", core)) {
            NativeThread.pinCurrent(core);
            CoreUser expected = new CoreUser(Kind.OWN_THREAD, spinning.osThreadId(), "spins on the same core");
            long fromNs = System.nanoTime();
            List<OffCoreInterval> preempted = List.of();
            for (int i = 0; i < 100 && preempted.isEmpty(); i++) {
                // This thread does not let go of the core: the other one has it by preemption, unless the JVM makes
                // this one wait; but others, such as those of other processes, may have it then.
                spinning.during(Thread::onSpinWait);
                preempted = seen(witness, switches, osThreadId, fromNs).stream()
                        .filter(OffCoreInterval::preempted)
                        .filter(one -> one.toNs() - one.fromNs() >= MILLISECOND_NS)
                        .filter(one -> !coresPermitted()
                                || one.holders().stream()
                                        .anyMatch(hold -> hold.by().equals(expected)))
                        .toList();
            }
            assertThat(preempted).isNotEmpty();
            if (coresPermitted()) {
                assertThat(preempted).allSatisfy(one -> shouldBeInOrder(one, one.fromNs()));
            } else {
                assertThat(preempted)
                        .allSatisfy(one -> assertThat(one.holders()).isEmpty());
            }
            assertThat(preempted).allSatisfy(one -> assertThat(one.wakeUp()).isEmpty());
        }
    }

    private void shouldBeInOrder(OffCoreInterval one, long runnableNs) {
        long endNs = runnableNs;
        for (CoreHold hold : one.holders()) {
            assertThat(hold.fromNs()).isGreaterThanOrEqualTo(endNs);
            assertThat(hold.toNs()).isGreaterThan(hold.fromNs()).isLessThanOrEqualTo(one.toNs());
            assertThat(hold.by().osThreadId()).isNotEqualTo(osThreadId);
            endNs = hold.toNs();
        }
    }

    @Test
    void shouldNameWhoHadTheCoreOfAThreadThatWokeUp() throws Exception {
        try (CoreWitness witness = new CoreWitness();
                SpinningThread spinning = new SpinningThread("spins on the same core", core)) {
            CoreUser expected = new CoreUser(Kind.OWN_THREAD, spinning.osThreadId(), "spins on the same core");
            List<OffCoreInterval> waits = new ArrayList<>();
            // Its priority is low: it has to wait for the core when a timer has ended its sleep.
            Thread sleeper = new Thread(() -> {
                NativeThread.pinCurrent(core);
                NativeThread.giveWay();
                waits.addAll(waitsAfterSleep(witness, expected));
            });
            sleeper.start();
            sleeper.join();

            if (coresPermitted() && wakeUpsPermitted()) {
                assertThat(waits).isNotEmpty().allSatisfy(wait -> {
                    assertThat(wait.preempted()).isFalse();
                    shouldBeInOrder(wait, wait.wakeUp().orElseThrow().atNs());
                });
            } else {
                assertThat(waits).isEmpty();
            }
        }
    }

    /** The first wait for the core behind a sleep that a timer ended. On a busy machine many sleeps end without one, and the JVM may make the thread wait for what a compiler ends. */
    private List<OffCoreInterval> waitsAfterSleep(CoreWitness witness, CoreUser holder) {
        long own = NativeThread.currentId();
        witness.watch(List.of(own));
        try (ThreadSwitches switches = switches(own)) {
            int sleeps = coresPermitted() && wakeUpsPermitted() ? 20_000 : 100;
            for (int i = 0; i < sleeps; i++) {
                long fromNs = System.nanoTime();
                NativeSleep.sleep(MILLISECOND_NS / 2);
                List<OffCoreInterval> found = seen(witness, switches, own, fromNs).stream()
                        .filter(one -> one.wakeUp()
                                .map(WakeUp::by)
                                .filter(CoreUser.INTERRUPT::equals)
                                .isPresent())
                        .filter(one -> one.holders().stream()
                                .anyMatch(hold -> hold.by().equals(holder)))
                        .toList();
                if (!found.isEmpty()) {
                    return found;
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return List.of();
    }

    @Test
    void shouldNameWhoEndedAWaitThoughTheWatchingThreadHasOneCoreOnly() throws IOException {
        try (ParkedThread parked = new ParkedThread();
                CoreWitness witness = new CoreWitness();
                ThreadSwitches switches = switches(parked.osThreadId())) {
            long fromNs = System.nanoTime();
            NativeThread.pinCurrent(core);
            witness.watch(List.of(parked.osThreadId()));
            parked.awaitSleep();
            // The thread that unparks inherits the cores of this one.
            BitSet last = new BitSet();
            last.set(allowed.length() - 1);
            NativeThread.allowCpus(0, last);
            long unparkNs = System.nanoTime();
            List<OffCoreInterval> waits = new ArrayList<>();
            long by = parked.unparkBy(
                    "ends the wait of another thread",
                    () -> seen(witness, switches, parked.osThreadId(), fromNs).stream()
                            .filter(one -> one.toNs() > unparkNs)
                            .forEach(waits::add));

            if (coresPermitted() && wakeUpsPermitted()) {
                assertThat(waits)
                        .anySatisfy(wait -> assertThat(wait.wakeUp()).hasValueSatisfying(up -> {
                            assertThat(up.atNs()).isBetween(unparkNs, wait.toNs());
                            assertThat(up.by())
                                    .isEqualTo(new CoreUser(Kind.OWN_THREAD, by, "ends the wait of another thread"));
                        }));
                assertThat(witness.troubles()).isEmpty();
            } else {
                assertThat(waits)
                        .isNotEmpty()
                        .allSatisfy(wait -> assertThat(wait.wakeUp()).isEmpty());
            }
        }
    }

    @Test
    void shouldNotLookIntoShortTimes() {
        try (CoreWitness witness = new CoreWitness()) {
            witness.watch(List.of(osThreadId));
            OffCoreInterval shortest = new OffCoreInterval(0, 19_999, true);

            assertThat(witness.seen(osThreadId, shortest, core, core)).isSameAs(shortest);
        }
    }

    @Test
    void shouldEndWhereSwitchesAreTooMany() throws Exception {
        try (CoreWitness witness = new CoreWitness()) {
            witness.look(SECOND_NS);
            witness.look(2 * SECOND_NS);
            assertThat(witness.troubles()).isEmpty();
            handOver(15_000);
            long afterNs = System.nanoTime();
            witness.look(3 * SECOND_NS - 1);
            assertThat(witness.troubles()).isEmpty();
            witness.look(3 * SECOND_NS);

            if (coresPermitted()) {
                assertThat(witness.troubles())
                        .contains("; who had core " + core + " is no longer recorded: at ")
                        .endsWith(" switches a second that would take more than half a percent of it");
                OffCoreInterval unknown = new OffCoreInterval(afterNs - MILLISECOND_NS, afterNs, true);
                assertThat(witness.seen(osThreadId, unknown, core, core)).isEqualTo(unknown);
            } else {
                assertThat(witness.troubles()).isEmpty();
            }
        }
    }

    /** Two threads on one core hand over to each other, a switch each time. */
    private void handOver(int times) throws InterruptedException {
        Thread[] threads = new Thread[2];
        int[] turn = new int[1];
        Object changed = new Object();
        for (int i = 0; i < 2; i++) {
            int own = i;
            threads[i] = new Thread(() -> {
                NativeThread.pinCurrent(core);
                synchronized (changed) {
                    while (turn[0] < times) {
                        if (turn[0] % 2 == own) {
                            turn[0]++;
                            changed.notifyAll();
                        } else {
                            await(changed);
                        }
                    }
                    changed.notifyAll();
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(turn[0]).isEqualTo(times);
    }

    private static void await(Object changed) {
        try {
            changed.wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldRecordNothingWhereACoreIsRefused() {
        try (CoreWitness witness = new CoreWitness(List.of(core, Integer.MAX_VALUE))) {
            witness.watch(List.of(osThreadId));
            long fromNs = System.nanoTime();
            LockSupport.parkNanos(MILLISECOND_NS);
            OffCoreInterval unknown = new OffCoreInterval(fromNs, System.nanoTime(), false);

            assertThat(witness.seen(osThreadId, unknown, core, core)).isEqualTo(unknown);
            assertThat(witness.troubles()).isEmpty();
        }
    }
}
