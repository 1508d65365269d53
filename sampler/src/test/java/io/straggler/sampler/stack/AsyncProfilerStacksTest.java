package io.straggler.sampler.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.sampler.linux.NativeThread;
import io.straggler.sampler.linux.OsThreadIds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class AsyncProfilerStacksTest {
    @TempDir
    private Path folder;

    @Test
    void shouldSayWhatHelpsWhereNoLibraryMayBeLoadedFromTheTemporaryFolder() {
        String glibc = "/t/lib-1.so: /t/lib-1.so: failed to map segment from shared object";
        String musl = "/t/lib-1.so: Error loading shared library /t/lib-1.so: Operation not permitted";

        assertThat(AsyncProfilerStacks.why(glibc))
                .isEqualTo(AsyncProfilerStacks.why(musl))
                .endsWith("name a folder from which libraries may be loaded, as with"
                        + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR");
        assertThat(AsyncProfilerStacks.why("no such architecture")).isEqualTo(": no such architecture");
    }

    @Test
    void shouldTakeAStackOfAnotherThreadWhenAskedTo() throws Exception {
        Path recording = folder.resolve("stacks.jfr");
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Thread thread = new Thread(() -> blockInAMethodWithAName(there, asked));
        thread.start();
        there.await();
        long osThreadId = OsThreadIds.of(thread).orElseThrow();
        try (AsyncProfilerStacks stacks = AsyncProfilerStacks.onRequest(recording)) {
            for (int i = 0; i < 10; i++) {
                ask(stacks, osThreadId);
            }
        } finally {
            asked.countDown();
            thread.join();
        }

        assertThat(new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1))
                .contains("blockInAMethodWithAName");
    }

    @Test
    void shouldGoOnInAnotherFileThatMayBeGivenAnotherName() throws Exception {
        Path first = folder.resolve("first.jfr");
        Path second = folder.resolve("second.jfr");
        Path renamed = folder.resolve("renamed.jfr");
        long osThreadId = NativeThread.currentId();
        try (AsyncProfilerStacks stacks = AsyncProfilerStacks.onRequestInChunks(first)) {
            askFromAMethodWithAName(stacks, osThreadId);
            stacks.continueIn(second);
            Files.move(second, renamed);
            askFromAnotherMethod(stacks, osThreadId);
        }

        assertThat(text(first)).contains("askFromAMethodWithAName").doesNotContain("askFromAnotherMethod");
        assertThat(text(renamed)).contains("askFromAnotherMethod").doesNotContain("askFromAMethodWithAName");
        assertThat(second).doesNotExist();
    }

    private static void askFromAMethodWithAName(AsyncProfilerStacks stacks, long osThreadId) {
        ask(stacks, osThreadId);
    }

    private static void askFromAnotherMethod(AsyncProfilerStacks stacks, long osThreadId) {
        ask(stacks, osThreadId);
    }

    private static void ask(AsyncProfilerStacks stacks, long osThreadId) {
        long before = stacks.taken();
        assertThat(NativeThread.signal(ProcessHandle.current().pid(), osThreadId, stacks.signal()))
                .isTrue();
        while (stacks.taken() == before) {
            Thread.yield();
        }
    }

    private static String text(Path recording) throws IOException {
        return new String(Files.readAllBytes(recording), StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldTakeNothingUnlessItIsAsked() throws Exception {
        try (AsyncProfilerStacks stacks = AsyncProfilerStacks.onRequest(folder.resolve("stacks.jfr"))) {
            long before = stacks.taken();
            long untilNs = ProcessHandle.current()
                            .info()
                            .totalCpuDuration()
                            .orElseThrow()
                            .toNanos()
                    + 200_000_000;
            while (ProcessHandle.current()
                            .info()
                            .totalCpuDuration()
                            .orElseThrow()
                            .toNanos()
                    < untilNs) {
                Thread.onSpinWait();
            }

            assertThat(stacks.taken()).isEqualTo(before);
        }
    }

    @Test
    void shouldStartAgainAfterItWasClosed() {
        for (int i = 0; i < 2; i++) {
            AsyncProfilerStacks stacks = AsyncProfilerStacks.onRequest(folder.resolve("stacks" + i + ".jfr"));
            stacks.close();
            stacks.close();
        }
    }

    @Test
    void shouldRejectAPathThatAsyncProfilerCannotTake() {
        Path recording = folder.resolve("a,b.jfr");
        String message = "async-profiler's file must not have a comma in its path: file=" + recording;

        assertThatThrownBy(() -> AsyncProfilerStacks.onRequest(recording))
                .isInstanceOf(SamplerException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> AsyncProfilerStacks.periodic(recording, 1_000_000))
                .hasMessage(message);
    }

    @Test
    void shouldSayThatItCannotStart() {
        assertThatThrownBy(() -> AsyncProfilerStacks.onRequest(folder.resolve("missing/stacks.jfr")))
                .isInstanceOf(SamplerException.class)
                .hasMessageStartingWith("async-profiler cannot be started: ");
    }

    @Test
    void shouldKnowItsVersion() {
        assertThat(AsyncProfilerStacks.examine()).matches("[0-9]+\\.[0-9]+.*");
    }

    private static void blockInAMethodWithAName(CountDownLatch there, CountDownLatch asked) {
        there.countDown();
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
