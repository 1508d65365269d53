package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileErrorsTest {
    @Test
    void shouldSayWhatIsWrongWithAFile() {
        assertThat(FileErrors.sentence(new AccessDeniedException("/a/b")))
                .isEqualTo("Cannot read or write /a/b: permission denied.");
        assertThat(FileErrors.sentence(new NoSuchFileException("/b")))
                .isEqualTo("Cannot read or write /b: it does not exist.");
        assertThat(FileErrors.sentence(new FileSystemException("/b", null, "Is a directory")))
                .isEqualTo("Cannot read or write /b: Is a directory.");
        assertThat(FileErrors.sentence(new IOException("no space"))).isEqualTo("Cannot read or write: no space");
    }

    @Test
    void shouldSayItWithoutTheFile() {
        assertThat(FileErrors.reason(new AccessDeniedException("/a/b"))).isEqualTo("permission denied");
        assertThat(FileErrors.reason(new NoSuchFileException("/b"))).isEqualTo("it does not exist");
        assertThat(FileErrors.reason(new IOException("no space"))).isEqualTo("no space");
        assertThat(FileErrors.reason(new IOException())).isEqualTo("IOException");
    }
}
