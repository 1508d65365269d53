package io.straggler.fleet;

import io.straggler.jfr.chunk.RecordingFiles;
import io.straggler.model.file.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Digest by which copies of a recording are told from different recordings. */
final class ContentDigest {
    private static final int BUFFER = 1 << 16;

    private ContentDigest() {}

    /** Returns the digest of the content of files, missing ones left out; names play no part. */
    static String ofFiles(List<Path> files) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER];
        for (Path file : files) {
            if (Files.exists(file)) {
                try (InputStream in = InputFiles.open(file)) {
                    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                        digest.update(buffer, 0, read);
                    }
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the digest of the expanded content of a recording's files. */
    static String of(RecordingFiles files) throws IOException {
        MessageDigest digest = sha256();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        for (FileChannel content : files.contents()) {
            long at = 0;
            for (int read = content.read(buffer, at); read >= 0; read = content.read(buffer, at)) {
                at += read;
                digest.update(buffer.flip());
                buffer.clear();
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
