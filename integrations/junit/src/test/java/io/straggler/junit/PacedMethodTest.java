package io.straggler.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.straggler.harness.Harness;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class PacedMethodTest {
    private static final int CALLS = 100_000;

    private final Harness harness = (Harness) Proxy.newProxyInstance(
            Harness.class.getClassLoader(), new Class<?>[] {Harness.class}, (proxy, method, arguments) -> null);

    private int calls;
    private Harness given;

    @Test
    void shouldCallTheInstanceOncePerIteration() throws Exception {
        PacedMethod task = task("count");

        for (int i = 0; i < 3; i++) {
            task.run(i);
        }

        assertThat(calls).isEqualTo(3);
    }

    @Test
    void shouldHandOverTheHarnessOfTheRun() throws Exception {
        task("take").run(0);

        assertThat(given).isSameAs(harness);
    }

    @Test
    void shouldThrowWhatTheMethodThrows() throws Exception {
        PacedMethod task = task("fail");

        assertThatThrownBy(() -> task.run(0))
                .isExactlyInstanceOf(TimeoutException.class)
                .hasNoCause();
    }

    @Test
    void shouldAllocateNothing() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        PacedMethod task = task("count");
        long leastBytes = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long beforeBytes = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                task.run(i);
            }
            leastBytes = Math.min(leastBytes, threads.getCurrentThreadAllocatedBytes() - beforeBytes);
        }

        assertThat(leastBytes).isLessThan(CALLS);
    }

    private PacedMethod task(String name) throws Exception {
        Method method = Arrays.stream(PacedMethodTest.class.getDeclaredMethods())
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElseThrow();
        PacedMethod task = new PacedMethod(this, method);
        task.setUp(harness);
        return task;
    }

    void count() {
        calls++;
    }

    void take(Harness harness) {
        given = harness;
    }

    void fail() throws TimeoutException {
        throw new TimeoutException();
    }
}
