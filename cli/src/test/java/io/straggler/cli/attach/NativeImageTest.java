package io.straggler.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeImageTest {
    private static final int SECTIONS_AT = 200;

    @TempDir
    private Path folder;

    /** An ELF file with two sections, of which the second holds the names. */
    private static byte[] executable(String names, long namesBytes) {
        byte[] text = names.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer file =
                ByteBuffer.allocate(SECTIONS_AT + 2 * 64 + text.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put(0, new byte[] {0x7f, 'E', 'L', 'F'});
        file.putLong(40, SECTIONS_AT);
        file.putShort(58, (short) 64);
        file.putShort(60, (short) 2);
        file.putShort(62, (short) 1);
        file.putLong(SECTIONS_AT + 64 + 24, SECTIONS_AT + 2 * 64);
        file.putLong(SECTIONS_AT + 64 + 32, namesBytes);
        file.put(SECTIONS_AT + 2 * 64, text);
        return file.array();
    }

    private boolean isOne(byte[] bytes) throws Exception {
        return NativeImage.is(Files.write(folder.resolve("program"), bytes));
    }

    @Test
    void shouldKnowAnImageByItsHeap() throws Exception {
        String names = "\0.text\0.svm_heap\0.data\0";
        byte[] image = executable(names, names.length());
        assertThat(isOne(image)).isTrue();
        String other = "\0.text\0.svm_heap2\0.data\0";
        assertThat(isOne(executable(other, other.length()))).isFalse();
    }

    @Test
    void shouldTakeNothingElseForOne() throws Exception {
        String names = "\0.svm_heap\0";
        byte[] image = executable(names, names.length());
        assertThat(isOne(executable(names, Long.MAX_VALUE))).isFalse();
        assertThat(isOne(executable(names, -1))).isFalse();
        assertThat(isOne(executable(names, names.length() + 1))).isFalse();
        for (int bytes = 0; bytes < image.length; bytes++) {
            assertThat(isOne(Arrays.copyOf(image, bytes))).as("%d bytes", bytes).isFalse();
        }
        image[1] = 'e';
        assertThat(isOne(image)).isFalse();
        assertThat(NativeImage.is(folder)).isFalse();
        assertThat(NativeImage.is(folder.resolve("missing"))).isFalse();
        assertThat(NativeImage.is(Path.of(System.getProperty("java.home"), "bin", "java")))
                .isFalse();
    }
}
