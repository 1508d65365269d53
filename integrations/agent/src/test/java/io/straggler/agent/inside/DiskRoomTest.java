package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DiskRoomTest {
    private static final long MEGABYTE = 1 << 20;
    private static final Path REPOSITORY = Path.of("chunks");
    private static final Path FOLDER = Path.of("run");

    private static DiskRoom room(long repositoryMegabytes, long folderMegabytes) {
        return new DiskRoom(
                REPOSITORY,
                FOLDER,
                path -> MEGABYTE * (path.equals(REPOSITORY) ? repositoryMegabytes : folderMegabytes));
    }

    @Test
    void shouldGoOnWhileThereIsRoomForWhatWasRecorded() {
        assertThat(room(48, 148).lack(100 * MEGABYTE)).isEmpty();
        assertThat(room(48, 147).lack(100 * MEGABYTE))
                .hasValue("The disk of run has 147 MB left, and the agent needs 148 MB");
        assertThat(room(47, 1000).lack(100 * MEGABYTE))
                .hasValue("The disk of chunks has 47 MB left, and the agent needs 48 MB");
    }

    @Test
    void shouldKnowTheDisksOfThisMachine() {
        assertThat(DiskRoom.of(Path.of("").toAbsolutePath()).lack(Long.MAX_VALUE >> 1))
                .hasValueSatisfying(lack -> assertThat(lack).startsWith("The disk of "));
        assertThat(DiskRoom.of(Path.of("does", "not", "exist")).lack(Long.MAX_VALUE >> 1))
                .isEmpty();
    }
}
