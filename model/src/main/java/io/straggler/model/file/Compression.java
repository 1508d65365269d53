package io.straggler.model.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Compression of a file, told by its first bytes and never by its name. */
public enum Compression {
    GZIP(".gz", 0x1f, 0x8b, 8),
    ZIP(".zip", 'P', 'K', 3, 4),
    LZ4(".lz4", 0x04, 0x22, 0x4d, 0x18),
    ZSTD(".zst", 0x28, 0xb5, 0x2f, 0xfd),
    XZ(".xz", 0xfd, '7', 'z', 'X', 'Z', 0),
    BZIP2(".bz2", 'B', 'Z', 'h'),
    NONE("");

    /** Length in bytes of the longest signature. */
    private static final int HEAD = 6;

    private final String ending;
    private final byte[] signature;

    Compression(String ending, int... signature) {
        this.ending = ending;
        this.signature = new byte[signature.length];
        for (int i = 0; i < signature.length; i++) {
            this.signature[i] = (byte) signature[i];
        }
    }

    /** Compression of a regular file. */
    public static Compression of(Path file) throws IOException {
        try (InputStream in = InputFiles.open(file)) {
            return of(in.readNBytes(HEAD));
        }
    }

    static Compression of(byte[] head) {
        return Arrays.stream(values())
                .filter(one -> head.length >= one.signature.length
                        && Arrays.equals(head, 0, one.signature.length, one.signature, 0, one.signature.length))
                .findFirst()
                .orElse(NONE);
    }

    /** End of the names of files that are compressed so; empty for {@link #NONE}. */
    public String ending() {
        return ending;
    }

    /** Refusal of a file that would have to be expanded by its own tool, with the command. */
    public FileSystemException refusal(Path file) {
        String tool = name().toLowerCase(Locale.ROOT);
        String name = file.toString();
        String expanded =
                name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name + ".expanded";
        return new FileSystemException(
                name, null, "it is compressed with " + tool + ": " + tool + " -dc " + name + " > " + expanded);
    }
}
