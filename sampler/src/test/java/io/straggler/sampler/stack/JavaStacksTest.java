package io.straggler.sampler.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.NanoClock;
import io.straggler.model.StackSample;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class JavaStacksTest {
    private static volatile boolean over;

    /** A thread, and a virtual one where there are such. */
    private static Stream<Function<Runnable, Thread>> threads() {
        try {
            Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
            return Stream.of(JavaStacksTest::started, work -> invoked(start, work));
        } catch (NoSuchMethodException e) {
            return Stream.of(JavaStacksTest::started);
        }
    }

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static Thread invoked(Method start, Runnable work) {
        try {
            return (Thread) start.invoke(null, work);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("threads")
    void shouldShowWhatAThreadWaitsIn(Function<Runnable, Thread> threads) throws Exception {
        over = false;
        Thread thread = threads.apply(() -> {
            while (!over) {
                LockSupport.park();
            }
        });
        StackSample stack = awaited(thread, "java.util.concurrent.locks.LockSupport.park");

        assertThat(stack.running()).isFalse();
        assertThat(stack.osThreadId()).isEqualTo(-7);
        assertThat(stack.frames())
                .extracting(frame -> frame.name())
                .contains("java.util.concurrent.locks.LockSupport.park")
                .noneMatch(name -> name.startsWith("java.lang.VirtualThread.park"));
        over = true;
        LockSupport.unpark(thread);
        thread.join();
        assertThat(JavaStacks.of(thread, -7, NanoClock.SYSTEM)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("threads")
    void shouldShowThatAThreadRuns(Function<Runnable, Thread> threads) throws Exception {
        over = false;
        Thread thread = threads.apply(JavaStacksTest::spin);
        StackSample stack = awaited(thread, JavaStacksTest.class.getName() + ".spin");

        assertThat(stack.running()).isTrue();
        over = true;
        thread.join();
    }

    private static void spin() {
        while (!over) {
            Thread.onSpinWait();
        }
    }

    /** Its stack when it has got there. */
    private static StackSample awaited(Thread thread, String method) {
        while (true) {
            Optional<StackSample> stack = JavaStacks.of(thread, -7, NanoClock.SYSTEM)
                    .filter(one ->
                            one.frames().stream().anyMatch(frame -> frame.name().equals(method)));
            if (stack.isPresent() && (stack.get().running() == method.endsWith(".spin"))) {
                return stack.get();
            }
            Thread.yield();
        }
    }

    @ParameterizedTest
    @MethodSource("threads")
    void shouldShowThatAThreadWaitsForAMonitor(Function<Runnable, Thread> threads) throws Exception {
        Object monitor = new Object();
        Thread thread;
        StackSample stack;
        synchronized (monitor) {
            thread = threads.apply(() -> enter(monitor));
            stack = awaited(thread, "ObjectMonitor::enter");
        }
        thread.join();

        assertThat(stack.running()).isFalse();
        assertThat(stack.frames())
                .extracting(frame -> frame.name())
                .containsSubsequence(JavaStacksTest.class.getName() + ".enter", "ObjectMonitor::enter");
    }

    private static void enter(Object monitor) {
        synchronized (monitor) {
            over = true;
        }
    }

    @Test
    void shouldHaveNoStackOfAThreadThatHasNotBegun() {
        assertThat(JavaStacks.of(new Thread(() -> {}), 1, NanoClock.SYSTEM)).isEmpty();
    }
}
