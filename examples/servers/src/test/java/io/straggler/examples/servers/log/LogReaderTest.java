package io.straggler.examples.servers.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReaderTest {
    private static final int SEGMENT_BYTES = 100;

    @TempDir
    private Path folder;

    private static byte[] record(int number) {
        // Of unequal lengths, none at all included.
        return Integer.toString(number).repeat(number % 5).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    @Test
    void shouldReadEveryRecordOnceWhileItIsWritten() throws IOException {
        List<byte[]> read = new ArrayList<>();
        try (LogReader reader = new LogReader(folder);
                LogWriter writer = new LogWriter(folder, SEGMENT_BYTES)) {
            for (int number = 0; number < 500; number++) {
                writer.append(record(number));
                if (number % 3 == 0) {
                    read.addAll(reader.poll(2));
                }
            }
            read.addAll(reader.poll(Integer.MAX_VALUE));
            assertThat(reader.poll(1)).isEmpty();
        }

        assertThat(read).hasSize(500);
        for (int number = 0; number < 500; number++) {
            assertThat(read.get(number)).isEqualTo(record(number));
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains("00000000000000000000.log")
                    .hasSizeGreaterThan(10);
        }
    }

    @Test
    void shouldFindNothingWhereNothingWasWritten() throws IOException {
        try (LogReader reader = new LogReader(folder.resolve("later"))) {
            assertThat(reader.poll(1)).isEmpty();

            new LogWriter(folder.resolve("later"), SEGMENT_BYTES).close();
            assertThat(reader.poll(1)).isEmpty();
            assertThat(reader.poll(1)).isEmpty();
        }
    }

    @Test
    void shouldWaitForTheRestOfARecord() throws IOException {
        Path segment = Segment.file(folder, 0);
        byte[] bytes =
                ByteBuffer.allocate(6).putInt(2).put((byte) 7).put((byte) 8).array();
        try (LogReader reader = new LogReader(folder)) {
            for (int written = 0; written < bytes.length; written++) {
                assertThat(reader.poll(1)).isEmpty();
                Files.write(segment, new byte[] {bytes[written]}, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
            assertThat(reader.poll(1)).containsExactly(new byte[] {7, 8});
        }
    }
}
