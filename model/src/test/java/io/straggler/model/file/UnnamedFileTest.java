package io.straggler.model.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class UnnamedFileTest {
    private static final String NAME = "any.jfr.gz";

    @Test
    void shouldHoldWhatWasAppended() throws Exception {
        UnnamedFile file = UnnamedFile.create();
        try (FileChannel content = file.content()) {
            file.append(NAME, new ByteArrayInputStream(new byte[1_000_000]));
            file.append(NAME, new ByteArrayInputStream(new byte[1]));

            assertThat(content.size()).isEqualTo(1_000_001);
        }
    }

    @Test
    void shouldLeaveRoomOnTheDiskForOthers() throws Exception {
        UnnamedFile file = UnnamedFile.create();
        try (FileChannel content = file.content()) {
            long[] usable = {UnnamedFile.RESERVED_BYTES + 300_000};
            assertThatThrownBy(() -> file.append(NAME, new ByteArrayInputStream(new byte[1_000_000]), () -> {
                        long left = usable[0];
                        usable[0] -= 1 << 18;
                        return left;
                    }))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageStartingWith(NAME + ": what has to be expanded of it does not fit into "
                            + System.getProperty("java.io.tmpdir"))
                    .hasMessageEndingWith("of which 64 MB are left to others: make room, or name another folder with"
                            + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR");

            assertThat(content.size()).as("what fitted").isEqualTo(1 << 18);
        }
    }
}
