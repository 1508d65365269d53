package io.straggler.examples.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a thread of its own, because a loop that waits for what does not come would heed no interrupt. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PersistedQueueTest {
    private static final long PLENTY_BYTES = 1L << 40;

    private final AtomicLong usableBytes = new AtomicLong(PLENTY_BYTES);

    @TempDir
    private Path parent;

    private PersistedQueue open() throws IOException {
        return PersistedQueue.open(QueueFolder.create(parent), TestRollCycles.TEST_SECONDLY, usableBytes::get);
    }

    private static byte[] numbered(int number) {
        return ByteBuffer.allocate(8).putInt(number).putInt(~number).array();
    }

    @Test
    void shouldGiveBackWhatWasAppendedInOrderAndThenNothing() throws Exception {
        byte[] into = new byte[8];
        try (PersistedQueue queue = open()) {
            assertThat(queue.poll(into)).isZero();
            for (int i = 0; i < 1_000; i++) {
                queue.append(numbered(i), 8);
            }
            for (int i = 0; i < 1_000; i++) {
                assertThat(queue.poll(into)).isEqualTo(8);
                assertThat(into).isEqualTo(numbered(i));
            }
            assertThat(queue.poll(into)).isZero();
        }
    }

    @Test
    void shouldDropFilesThatWereReadAndNoMessage() throws Exception {
        byte[] into = new byte[8];
        int read = 0;
        try (PersistedQueue queue = open()) {
            Path first = null;
            boolean dropped = false;
            // The reader goes on only when a second is over, so that there are always files that it has not read.
            for (int appended = 0; !dropped; appended++) {
                queue.append(numbered(appended), 8);
                List<Path> files = cycles(queue.folder());
                first = first == null ? files.get(0) : first;
                if (files.size() > 1 || read > 0) {
                    while (read < appended && queue.poll(into) > 0) {
                        assertThat(into).isEqualTo(numbered(read));
                        read++;
                    }
                }
                dropped = !Files.exists(first);
            }
            assertThat(cycles(queue.folder())).isNotEmpty();
            while (queue.poll(into) > 0) {
                assertThat(into).isEqualTo(numbered(read));
                read++;
            }
            queue.append(numbered(read), 8);
            assertThat(queue.poll(into)).isEqualTo(8);
            assertThat(into).isEqualTo(numbered(read));
        }
    }

    private static List<Path> cycles(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldRefuseToBeginOnADiskThatIsNearlyFullAndLeaveNothing() throws Exception {
        usableBytes.set(QueueKeeper.RESERVE_BYTES - 1);

        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageMatching("queue's disk must have 256 MB left: folder=" + parent
                        + "/straggler-queue-\\d+ leftMB=255; another place is chosen with"
                        + " --jvm-arg=-Dqueue.folder=FOLDER");
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void shouldRefuseMessagesWhenTheDiskFillsAndStillGiveBackTheOthers() throws Exception {
        byte[] into = new byte[8];
        try (PersistedQueue queue = open()) {
            queue.append(numbered(0), 8);
            usableBytes.set(1 << 20);

            int appended = 1;
            String refusal = "";
            while (refusal.isEmpty()) {
                try {
                    queue.append(numbered(appended), 8);
                    appended++;
                } catch (IOException e) {
                    refusal = e.getMessage();
                }
            }

            assertThat(refusal)
                    .startsWith("queue's disk must have 256 MB left: ")
                    .contains(" leftMB=1;");
            for (int i = 0; i < appended; i++) {
                assertThat(queue.poll(into)).isEqualTo(8);
                assertThat(into).isEqualTo(numbered(i));
            }
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void shouldSayThatAFolderIsNotWritable() {
        Path missing = parent.resolve("missing");
        assertThatThrownBy(() -> QueueFolder.create(missing))
                .isInstanceOf(IOException.class)
                .hasMessage("queue's folder must be writable: folder=" + missing
                        + "; another place is chosen with --jvm-arg=-Dqueue.folder=FOLDER");
    }

    @Test
    void shouldRefuseAMessageThatDoesNotFit() throws Exception {
        try (PersistedQueue queue = open()) {
            queue.append(numbered(1), 8);
            assertThatThrownBy(() -> queue.poll(new byte[4])).hasMessage("message must have at most 4 bytes: bytes=8");
        }
    }
}
