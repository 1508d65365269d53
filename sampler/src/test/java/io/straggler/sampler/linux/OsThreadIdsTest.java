package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OsThreadIdsTest {
    private static final String JDK_17 = """
            2026-11-20 15:04:05
            Full thread dump OpenJDK 64-Bit Server VM (17.0.12+7-Debian-2 mixed mode, sharing):

            "main" #1 prio=5 os_prio=0 cpu=41.71ms elapsed=0.10s tid=0x00007f5a1c012e00 nid=0x1a2b runnable  [0x00007f5a23bfe000]
               java.lang.Thread.State: RUNNABLE

            "Reference Handler" #2 daemon prio=10 os_prio=0 cpu=0.08ms elapsed=0.09s tid=0x00007f5a1c0a nid=0x1a32 waiting on condition  [0x00007f5a08ffd000]
            "order [x] (#2) \\"quoted\\"" #21 daemon prio=5 os_prio=0 cpu=0.08ms elapsed=0.09s tid=0x00007f5a1c0b nid=0x1a40 runnable
            "VM Thread" os_prio=0 cpu=1.51ms elapsed=0.10s tid=0x00007f5a1c09ae10 nid=0x1a30 runnable
            """;

    private static final String JDK_25 = """
            "main" #1 [6699] prio=5 os_prio=0 cpu=41.71ms elapsed=0.10s tid=0x00007f5a1c012e00 nid=6699 runnable  [0x00007f5a23bfe000]
               java.lang.Thread.State: RUNNABLE

            "Reference Handler" #12 [6710] daemon prio=10 os_prio=0 cpu=0.08ms elapsed=0.09s tid=0x00007f5a1c0a nid=6710 waiting on condition  [0x00007f5a08ffd000]
            """;

    @Test
    void shouldFindHexadecimalIdsUpToJdk21() {
        assertThat(OsThreadIds.find(JDK_17, 1)).hasValue(0x1a2b);
        assertThat(OsThreadIds.find(JDK_17, 2)).hasValue(0x1a32);
        assertThat(OsThreadIds.find(JDK_17, 21)).hasValue(0x1a40);
    }

    @Test
    void shouldFindDecimalIdsSince() {
        assertThat(OsThreadIds.find(JDK_25, 1)).hasValue(6699);
        assertThat(OsThreadIds.find(JDK_25, 12)).hasValue(6710);
    }

    @Test
    void shouldFindNothingWhereThereIsNothing() {
        assertThat(OsThreadIds.find(JDK_17, 3)).isEmpty();
        assertThat(OsThreadIds.find("", 1)).isEmpty();
        assertThat(OsThreadIds.find("no dump\nat all", 1)).isEmpty();
    }

    @Test
    void shouldKnowTheIdOfALiveThread() throws Exception {
        AtomicLong own = new AtomicLong();
        CountDownLatch known = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    own.set(NativeThread.currentId());
                    known.countDown();
                    try {
                        asked.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "a \"name\" #1 nid=0x7");
        thread.start();
        known.await();
        OptionalLong found = OsThreadIds.of(thread);
        asked.countDown();
        thread.join();

        assertThat(found).hasValue(own.get());
        assertThat(OsThreadIds.of(Thread.currentThread())).hasValue(NativeThread.currentId());
    }

    @Test
    void shouldNotFindAThreadThatWasNotStarted() {
        assertThat(OsThreadIds.of(new Thread(() -> {}))).isEmpty();
    }
}
