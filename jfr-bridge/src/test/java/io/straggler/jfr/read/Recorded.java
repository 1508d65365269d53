package io.straggler.jfr.read;

import io.straggler.jfr.event.EventEmitter;
import io.straggler.jfr.record.InProcessRecording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** Makes real recordings of this JVM for the tests. */
public final class Recorded {
    public static final Duration ARM_DELAY = Duration.ofNanos(100_000);

    private Recorded() {}

    /** Records what {@code action} emits. */
    public static Path recording(Path file, int fork, Consumer<EventEmitter> action) {
        try (EventEmitter emitter = new EventEmitter(fork);
                InProcessRecording recording = InProcessRecording.toFile(file, ARM_DELAY)) {
            action.accept(emitter);
            recording.stop();
        }
        return file;
    }

    /** The operating system's id of the calling thread. */
    public static long osThreadId() {
        try {
            return Long.parseLong(
                    Path.of("/proc/thread-self").toRealPath().getFileName().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Path write(Path file, byte[] bytes) {
        try {
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
