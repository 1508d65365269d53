package io.straggler.jfr.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class RecordedTypesTest {
    private static final int NULL = 0;
    private static final int LATIN_1 = 5;

    private final ByteArrayOutputStream metadata = new ByteArrayOutputStream();

    /** The table of strings may have null for one. */
    @Test
    void shouldReadTypeWithoutNameWhenItsNameIsNull() {
        write(5);
        write(NULL);
        text("class");
        text("id");
        text("7");
        text("name");
        // An element is its name, its attributes and its children; texts are their numbers in the table.
        write(0, 0, 1);
        write(1, 2, 2, 3, 4, 0, 0);

        RecordedTypes types = RecordedTypes.parse(new ChunkBytes(ByteBuffer.wrap(metadata.toByteArray())));

        assertThat(types.type(7).name).isEmpty();
        assertThat(types.type(7).isText()).isFalse();
    }

    private void text(String text) {
        write(LATIN_1, text.length());
        metadata.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void write(int... numbers) {
        for (int number : numbers) {
            metadata.write(number);
        }
    }
}
