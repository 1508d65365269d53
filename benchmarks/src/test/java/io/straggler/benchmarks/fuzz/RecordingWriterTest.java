package io.straggler.benchmarks.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crafted files are recordings but for what is wrong with them on purpose: the JVM's own reader reads them. */
class RecordingWriterTest {
    @TempDir
    private Path scratch;

    private List<RecordedEvent> read(byte[] recording) throws IOException {
        return RecordingFile.readAllEvents(Files.write(scratch.resolve("written.jfr"), recording));
    }

    @Test
    void shouldWriteWhatTheJvmReads() throws IOException {
        List<RecordedEvent> events = read(new RecordingWriter()
                .usualOrders()
                .sleep(5_000_000, 2_000_000, 1, 1)
                .bytes());

        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("acme.Order"))
                .hasSize(200)
                .allSatisfy(event -> assertThat(event.getString("route")).isEqualTo("route"));
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
                .hasSize(50)
                .allSatisfy(event -> assertThat(event.getStackTrace()
                                .getFrames()
                                .get(0)
                                .getMethod()
                                .getName())
                        .isEqualTo("work"));
        assertThat(events)
                .filteredOn(event -> event.getEventType().getName().equals("jdk.ThreadSleep"))
                .hasSize(1);
    }

    @Test
    void shouldKeepALayoutThatNothingChanged() throws IOException {
        byte[] recording = new RecordingWriter().usualOrders().bytes();
        assertThat(ChunkLayout.of(recording).orElseThrow().bytes()).isEqualTo(recording);
    }

    @Test
    void shouldMoveConstantsAndTypesWhenEventsAreAdded() throws IOException {
        ChunkLayout chunk =
                ChunkLayout.of(new RecordingWriter().usualOrders().bytes()).orElseThrow();
        int index = chunk.events().get(3);
        for (int i = 0; i < 100; i++) {
            chunk.parts().add(index, chunk.parts().get(index));
        }
        assertThat(read(chunk.bytes())).hasSize(350);
    }

    @Test
    void shouldWriteTypesAsTheyWere() throws IOException {
        ChunkLayout chunk =
                ChunkLayout.of(new RecordingWriter().usualOrders().bytes()).orElseThrow();
        byte[] body = chunk.parts().get(chunk.metadata().get(0)).body();
        assertThat(Metadata.of(body).bytes()).isEqualTo(body);
    }
}
