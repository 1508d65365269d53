package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Reads, writes, copies, lengths and locks of files. */
@Fixture.Needs("some files")
public final class FileContents extends Fixture {
    private static final int PAGE = 4096;
    private static final int SMALL_BYTES = 64;
    private static final int LARGE_BYTES = 1024 * 1024;
    private static final int COPIED_BYTES = 256 * 1024;
    private static final int TRANSFERRED_BYTES = 32 * 1024;

    private final byte[] page = new byte[PAGE];
    private final byte[] all = new byte[LARGE_BYTES];
    private final ByteBuffer[] parts = {ByteBuffer.allocateDirect(512), ByteBuffer.allocateDirect(3_000)};
    private final Path folder = newFolder("contents");
    private final Path original = Files.write(folder.resolve("original"), new byte[COPIED_BYTES]);
    private final Path copy = folder.resolve("copy");
    private final FileOutputStream written = closing(new FileOutputStream(file("written")));
    private final RandomAccessFile large = closing(new RandomAccessFile(file("large"), "rw"));
    private final RandomAccessFile resized = closing(new RandomAccessFile(file("resized"), "rw"));
    private final RandomAccessFile truncated = closing(new RandomAccessFile(file("truncated"), "rw"));
    private final FileChannel gathered =
            closing(new FileOutputStream(file("gathered"))).getChannel();
    private final FileChannel target =
            closing(new FileOutputStream(file("target"))).getChannel();
    private final FileChannel source =
            closing(FileChannel.open(original, StandardOpenOption.READ, StandardOpenOption.WRITE));
    private final PrintStream printed = closing(new PrintStream(file("printed"), StandardCharsets.UTF_8));
    private final Logger logger = Logger.getAnonymousLogger();
    private long random;

    public FileContents(InjectionSite site) throws IOException {
        super(site);
        large.write(all);
        FileHandler log = new FileHandler(file("log").getPath().replace("%", "%%"));
        closing(log::close);
        log.setFormatter(new SimpleFormatter());
        logger.setUseParentHandlers(false);
        logger.addHandler(log);
    }

    private File file(String name) {
        return folder.resolve(name).toFile();
    }

    public void sync() throws IOException {
        written.write(page);
        written.getFD().sync();
    }

    public void writeLittle() throws IOException {
        written.write(page, 0, SMALL_BYTES);
    }

    public void readAll() throws IOException {
        large.seek(0);
        result += large.read(all);
    }

    public void readHereAndThere() throws IOException {
        random = random * 6364136223846793005L + 1442695040888963407L;
        large.seek((random >>> 44) % (LARGE_BYTES - PAGE));
        large.readFully(page);
    }

    public void gather() throws IOException {
        for (ByteBuffer part : parts) {
            part.clear();
        }
        gathered.position(0);
        result += gathered.write(parts);
    }

    public void transfer() throws IOException {
        target.position(0);
        result += source.transferTo(0, TRANSFERRED_BYTES, target);
    }

    public void truncate() throws IOException {
        truncated.setLength(0);
        truncated.write(page);
        truncated.setLength(1_000_000);
    }

    public void resize() throws IOException {
        resized.setLength(COPIED_BYTES);
        resized.setLength(0);
    }

    public void copy() throws IOException {
        Files.copy(original, copy, StandardCopyOption.REPLACE_EXISTING);
    }

    public void lock() throws IOException {
        try (FileLock lock = source.lock()) {
            result += lock.size();
        }
    }

    public void print() {
        printed.println("took " + result);
        printed.flush();
    }

    public void log() {
        logger.info("took " + result + " of " + random);
        result++;
    }
}
