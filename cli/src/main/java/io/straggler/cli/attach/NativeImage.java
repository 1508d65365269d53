package io.straggler.cli.attach;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Executables that GraalVM has compiled from Java: in their ELF file is a section with the heap that they start with. */
final class NativeImage {
    private static final String HEAP = "\0.svm_heap\0";
    private static final int MAGIC = 0x464c457f;
    private static final int HEADER_BYTES = 64;
    private static final int AT_SECTIONS = 40;
    private static final int AT_SECTION_BYTES = 58;
    private static final int AT_NAMES_SECTION = 62;
    private static final int SECTION_BYTES = 64;
    private static final int AT_OFFSET = 24;
    private static final int AT_LENGTH = 32;

    /** Longer names of sections than any executable has. */
    private static final int MAX_NAMES_BYTES = 1 << 20;

    private NativeImage() {}

    /** Whether an executable is one, of 64 bits; false if it cannot be read. */
    static boolean is(Path executable) {
        try (FileChannel file = FileChannel.open(executable)) {
            ByteBuffer header = read(file, 0, HEADER_BYTES);
            if (header.getInt(0) != MAGIC) {
                return false;
            }
            long section = header.getLong(AT_SECTIONS)
                    + (long) Short.toUnsignedInt(header.getShort(AT_SECTION_BYTES))
                            * Short.toUnsignedInt(header.getShort(AT_NAMES_SECTION));
            ByteBuffer names = read(file, section, SECTION_BYTES);
            long length = names.getLong(AT_LENGTH);
            return length > 0
                    && length <= MAX_NAMES_BYTES
                    && StandardCharsets.ISO_8859_1
                            .decode(read(file, names.getLong(AT_OFFSET), (int) length))
                            .toString()
                            .contains(HEAP);
        } catch (IOException e) {
            return false;
        }
    }

    private static ByteBuffer read(FileChannel file, long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (at < 0 || file.read(buffer, at + buffer.position()) < 0) {
                throw new EOFException();
            }
        }
        return buffer.flip();
    }
}
