package io.straggler.jfr.anyrecording;

import io.straggler.jfr.record.EventSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Makes real recordings of a program that knows nothing of Straggler. */
final class ProgramRecording {
    static final String REQUEST = "test.Request";

    private ProgramRecording() {}

    @Name(REQUEST)
    static final class Request extends Event {
        String route;
        int size;
        double weight;
        boolean cached;
        Class<?> handler;
    }

    @Name("test.Instant")
    static final class Instant extends Event {}

    /** What a program does. */
    interface Program {
        void run() throws Exception;
    }

    /** Records a program under the settings that {@code straggler jfc} writes. */
    static Path of(Path file, Program program) {
        return of(file, EventSettings.withPeriodicStacks(Duration.ofNanos(100_000)), program);
    }

    static Path of(Path file, Map<String, String> settings, Program program) {
        try (Recording recording = new Recording()) {
            recording.setSettings(settings);
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return file;
    }

    /** A request that takes as long as its body does. */
    static void request(String route, int size, Program body) throws Exception {
        Request request = new Request();
        request.begin();
        body.run();
        request.route = route;
        request.size = size;
        request.weight = size / 2.0;
        request.cached = size == 0;
        request.handler = ProgramRecording.class;
        request.commit();
    }

    /** Runs each on a thread of its own, and waits for all. */
    static void together(Program... programs) throws InterruptedException {
        Thread[] threads = new Thread[programs.length];
        Throwable[] failed = new Throwable[1];
        for (int i = 0; i < threads.length; i++) {
            Program program = programs[i];
            threads[i] = new Thread(
                    () -> {
                        try {
                            program.run();
                        } catch (Throwable e) {
                            failed[0] = e;
                        }
                    },
                    "worker-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failed[0] != null) {
            throw new IllegalStateException(failed[0]);
        }
    }

    /** The JDK's own reading. */
    static List<RecordedEvent> events(Path file, String name) {
        try {
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
