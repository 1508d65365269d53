package io.straggler.sampler.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Carriage;
import io.straggler.model.NanoClock;
import io.straggler.model.ThreadUsage;
import io.straggler.model.VirtualThreads;
import io.straggler.model.Witness;
import io.straggler.model.hook.CaptureListener;
import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.stack.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With real virtual threads, where the JDK has them. */
class CarriersTest {
    private final List<Carriage> carriages = new ArrayList<>();
    private final List<ThreadUsage> usages = new ArrayList<>();
    private final CaptureListener listener = new CaptureListener() {
        @Override
        public void carried(Carriage carriage) {
            carriages.add(carriage);
        }

        @Override
        public void used(ThreadUsage usage) {
            usages.add(usage);
        }
    };
    private volatile boolean over;

    /** The system's number of the carrier while it spins; 0 while it does not. */
    private volatile long osThreadId;

    /** Virtual threads of others run on the carrier now and then. */
    private void spinAndPark() {
        while (!over) {
            long untilNs = System.nanoTime() + 1_000_000;
            osThreadId = NativeThread.currentId();
            while (System.nanoTime() - untilNs < 0) {
                Thread.onSpinWait();
            }
            osThreadId = 0;
            LockSupport.parkNanos(this, 1_000_000);
        }
    }

    @Test
    @Timeout(60)
    void shouldFindTheCarrierOfAThreadUntilThatLetsGo() throws InterruptedException {
        try (Carriers carriers = new Carriers(Signals.choose(), Witness.SWITCHES, NanoClock.SYSTEM)) {
            if (!VirtualThreads.supported()) {
                assertThat(VirtualThreads.carrier(Thread.currentThread()).flatMap(carriers::named))
                        .isEmpty();
                return;
            }
            Thread virtual = VirtualThreads.start(this::spinAndPark);
            Carried carried =
                    new Carried(7, -virtual.getId(), carriers, listener, NanoClock.SYSTEM, new SamplingCosts(1, 1));
            long seenOn = 0;
            while (carriages.isEmpty()) {
                long before = osThreadId;
                boolean found = carried.seen(VirtualThreads.carrier(virtual));
                // It has not let go in between.
                seenOn = found && carriages.isEmpty() && before != 0 && before == osThreadId ? before : seenOn;
                Thread.yield();
            }
            carried.end();
            over = true;
            virtual.join();

            Carriage carriage = carriages.get(0);
            assertThat(carriage.virtualId()).isEqualTo(-virtual.getId());
            if (seenOn != 0) {
                assertThat(carriage.osThreadId()).isEqualTo(seenOn);
            }
            assertThat(carriage.toNs()).isGreaterThanOrEqualTo(carriage.fromNs());
            assertThat(usages).singleElement().satisfies(one -> {
                assertThat(one.intendedNs()).isEqualTo(7);
                assertThat(one.osThreadId()).isEqualTo(-virtual.getId());
                assertThat(one.fromNs()).isEqualTo(carriage.fromNs());
            });
        }
    }
}
