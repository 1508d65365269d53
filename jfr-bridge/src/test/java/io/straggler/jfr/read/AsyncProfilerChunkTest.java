package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.chunk.Recordings;
import io.straggler.jfr.event.EventEmitter;
import io.straggler.model.Carriage;
import io.straggler.model.FrameKind;
import io.straggler.model.RecordedRun;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadRole;
import io.straggler.model.WatchedThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import one.jfr.ClassRef;
import one.jfr.JfrReader;
import one.jfr.MethodRef;
import one.jfr.StackTrace;
import one.jfr.event.ExecutionSample;
import one.profiler.AsyncProfiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsyncProfilerChunkTest {
    /** Place of the wall-clock time in a chunk's header: chunks that begin at another time are no copies. */
    private static final int START_NANOS = 32;

    private static final String BURN = AsyncProfilerChunkTest.class.getName() + ".burn";
    private static final long MS = 1_000_000;
    private static final int SAMPLES = 50;

    @TempDir
    Path directory;

    private final long osId = Recorded.osThreadId();
    private long fromNs;
    private long toNs;
    private long sink;

    @Test
    void shouldReadStacksThatAsyncProfilerTookOfAWatchedThread() throws IOException {
        Path file = recordBoth(osId);

        RecordedRun run = RecordingReader.read(file);

        assertThat(run.problems()).isEmpty();
        List<StackSample> burning =
                run.samples().stream().filter(this::hasBurnFrame).toList();
        assertThat(burning).isNotEmpty().allSatisfy(sample -> {
            assertThat(sample.osThreadId()).isEqualTo(osId);
            assertThat(sample.running()).isTrue();
            assertThat(sample.timeNs()).isBetween(fromNs - MS, toNs + MS);
            List<String> names = sample.frames().stream().map(StackFrame::name).toList();
            assertThat(names.indexOf(BURN))
                    .isGreaterThan(names.indexOf(AsyncProfilerChunkTest.class.getName() + ".recordBoth"));
        });
        assertThat(burning.stream().flatMap(sample -> sample.frames().stream()).filter(this::isBurn))
                .extracting(StackFrame::kind)
                .isSubsetOf(
                        FrameKind.INTERPRETED,
                        FrameKind.COMPILED,
                        FrameKind.COMPILED_C1,
                        FrameKind.INLINED,
                        FrameKind.JAVA);
        assertThat(run.samples()).isSortedAccordingTo((a, b) -> Long.compare(a.timeNs(), b.timeNs()));
    }

    @Test
    void shouldReadTheSameStacksAsTheProfilersOwnReader() throws IOException {
        Path file = recordBoth(osId);

        assertThat(RecordingReader.read(file).samples())
                .extracting(sample -> sample.frames().stream()
                        .map(frame -> frame.name().replace('/', '.'))
                        .toList())
                .containsExactlyElementsOf(stacksByJfrReader(file));
    }

    @Test
    void shouldReadTheLinesOfFramesOnlyIfTheyAreAskedFor() throws IOException {
        Path file = recordBoth(osId);

        List<List<Integer>> read = lines(RecordingReader.read(file, StackDetail.LINES));

        assertThat(read).isEqualTo(linesByJfrReader(file));
        assertThat(read).anySatisfy(stack -> assertThat(stack).anyMatch(line -> line > 0));
        assertThat(lines(RecordingReader.read(file)))
                .hasSameSizeAs(read)
                .allSatisfy(stack -> assertThat(stack).containsOnly(0));
    }

    private static List<List<Integer>> lines(RecordedRun run) {
        return run.samples().stream()
                .map(sample -> sample.frames().stream().map(StackFrame::line).toList())
                .toList();
    }

    @Test
    void shouldLeaveOutThreadsThatNobodyWatches() throws IOException {
        Path file = recordBoth(osId + 1_000_000);

        assertThat(RecordingReader.read(file).samples()).isEmpty();
        assertThat(stacksByJfrReader(file)).isNotEmpty();
    }

    @Test
    void shouldReadStacksOfACarrierAsThoseOfTheThreadThatItCarriedThen() throws IOException {
        Path file = recordBoth(-42, emitter -> {
            long middleNs = fromNs + (toNs - fromNs) / 2;
            emitter.carried(new Carriage(-42, osId, fromNs, middleNs));
            // Carrier of another thread: its stacks are left out, because no virtual thread that is watched was on it.
            emitter.carried(new Carriage(-43, osId + 1, middleNs, toNs));
        });

        List<StackSample> samples = RecordingReader.read(file).samples();
        long middleNs = fromNs + (toNs - fromNs) / 2;
        assertThat(samples).isNotEmpty().allSatisfy(sample -> {
            assertThat(sample.osThreadId()).isEqualTo(-42);
            assertThat(sample.timeNs()).isBetween(fromNs - MS, middleNs + MS);
        });
        assertThat(samples.size()).isLessThan(stacksByJfrReader(file).size());
    }

    @Test
    void shouldKeepTheStacksBeforeAChunkThatAsyncProfilerDidNotFinish() throws IOException {
        Path file = recordBoth(osId);
        int whole = RecordingReader.read(file).samples().size();
        byte[] unfinished = Recorded.bytes(directory.resolve("samples.jfr"));
        ByteBuffer.wrap(unfinished).putLong(8, 1 << 30).putLong(16, 0).putLong(24, 0);
        Path unfinishedFile = Recorded.write(directory.resolve("unfinished.jfr"), unfinished);

        byte[] later = Recorded.bytes(directory.resolve("samples.jfr"));
        ByteBuffer.wrap(later).putLong(START_NANOS, ByteBuffer.wrap(later).getLong(START_NANOS) + 1);

        List<String> problems = Recordings.append(file, unfinishedFile);
        Recordings.append(file, Recorded.write(directory.resolve("later.jfr"), later));
        RecordedRun run = RecordingReader.read(file);

        assertThat(problems)
                .containsExactly(
                        unfinishedFile + ", offset 0: chunk is incomplete, its types or constants are missing: "
                                + unfinished.length + " bytes lost.");
        assertThat(run.samples()).hasSize(2 * whole);
        assertThat(run.problems())
                .singleElement()
                .asString()
                .contains("incomplete")
                .startsWith(file + ", offset ");
    }

    /** The JVM's chunks, then async-profiler's. */
    private Path recordBoth(long watchedOsId) throws IOException {
        return recordBoth(watchedOsId, emitter -> {});
    }

    /** @param more is told at the end */
    private Path recordBoth(long watchedOsId, Consumer<EventEmitter> more) throws IOException {
        Path samples = directory.resolve("samples.jfr");
        AsyncProfiler profiler = AsyncProfiler.getInstance();
        Path file = Recorded.recording(directory.resolve("both.jfr"), 0, emitter -> {
            emitter.watching(
                    new WatchedThread("me", Thread.currentThread().getId(), watchedOsId, ThreadRole.SEQUENTIAL));
            execute(profiler, "start,jfr,event=ctimer,interval=1ms,file=" + samples);
            fromNs = System.nanoTime();
            burn(profiler);
            toNs = System.nanoTime();
            more.accept(emitter);
            execute(profiler, "stop,file=" + samples);
        });
        assertThat(Recordings.append(file, samples)).isEmpty();
        return file;
    }

    private static void execute(AsyncProfiler profiler, String command) {
        try {
            profiler.execute(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Uses a tenth of a second of CPU time, or more of it until there are enough samples, some of which may be other threads'. */
    private void burn(AsyncProfiler profiler) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long fromNs = threads.getCurrentThreadCpuTime();
        long usedNs = 0;
        while (usedNs < 100 * MS || profiler.getSamples() < SAMPLES && usedNs < 5_000 * MS) {
            usedNs = threads.getCurrentThreadCpuTime() - fromNs;
            for (int i = 0; i < 10_000; i++) {
                sink += System.nanoTime();
            }
        }
    }

    private boolean hasBurnFrame(StackSample sample) {
        return sample.frames().stream().anyMatch(this::isBurn);
    }

    private boolean isBurn(StackFrame frame) {
        return frame.name().equals(BURN);
    }

    private List<List<String>> stacksByJfrReader(Path file) throws IOException {
        return byJfrReader(file, AsyncProfilerChunkTest::names);
    }

    private List<List<Integer>> linesByJfrReader(Path file) throws IOException {
        return byJfrReader(file, (reader, trace) -> lines(trace));
    }

    private <T> List<List<T>> byJfrReader(Path file, BiFunction<JfrReader, StackTrace, List<T>> read)
            throws IOException {
        List<List<T>> stacks = new ArrayList<>();
        try (JfrReader reader = new JfrReader(file.toString())) {
            reader.stopAtNewChunk = true;
            while (reader.hasMoreChunks()) {
                for (ExecutionSample sample : reader.readAllEvents(ExecutionSample.class)) {
                    if (sample.tid == osId) {
                        stacks.add(read.apply(reader, reader.stackTraces.get(sample.stackTraceId)));
                    }
                }
            }
        }
        return stacks;
    }

    private static List<Integer> lines(StackTrace trace) {
        List<Integer> lines = new ArrayList<>();
        for (int location : trace.locations) {
            lines.add(Math.max(0, location >> 16));
        }
        Collections.reverse(lines);
        return lines;
    }

    private static List<String> names(JfrReader reader, StackTrace stack) {
        List<String> names = new ArrayList<>();
        for (long id : stack.methods) {
            MethodRef method = reader.methods.get(id);
            ClassRef type = reader.classes.get(method.cls);
            String owner = new String(reader.symbols.get(type.name), StandardCharsets.UTF_8).replace('/', '.');
            String name = new String(reader.symbols.get(method.name), StandardCharsets.UTF_8);
            boolean symbol = owner.isEmpty() || owner.contains(".so") || owner.contains("vdso");
            // Addresses and numbers that only this JVM gave.
            String lasting = owner.replaceAll("\\.0x[0-9a-f]{8,}$", "").replaceAll("(Lambda|Accessor)\\$?\\d+$", "$1");
            names.add((symbol ? name : lasting + "." + name).replace('/', '.'));
        }
        Collections.reverse(names);
        return names;
    }
}
