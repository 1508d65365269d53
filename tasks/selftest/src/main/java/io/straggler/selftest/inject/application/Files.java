package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Disks and files, by the ways of which the flight recorder reports nothing, and one of which it does. */
final class Files implements AutoCloseable {
    private static final int PAGE = 4096;
    private static final int SMALL_BYTES = 64;
    private static final int ENTRIES = 500;
    private static final int READ_BYTES = 1024 * 1024;

    /** Reading a page without one, and the clock, takes less. */
    private static final long SHORTEST_FAULT_NS = 400;

    private final byte[] page = new byte[PAGE];
    private final byte[] read = new byte[READ_BYTES];
    private final FileOutputStream flushed;
    private final Path directory;
    private final Mappings inMemory;
    private final Mappings onDisk;
    private long result;

    Files(Path folder) throws ImpossibleException {
        try {
            flushed = new FileOutputStream(folder.resolve("flushed").toFile());
            directory = java.nio.file.Files.createDirectory(folder.resolve("many"));
            for (int i = 0; i < ENTRIES; i++) {
                java.nio.file.Files.createFile(directory.resolve("entry" + i));
            }
            inMemory = new Mappings(folder.resolve("cached"));
            onDisk = new Mappings(folder.resolve("uncached"));
        } catch (IOException e) {
            throw new ImpossibleException("needs 128 MB of disk: " + e.getMessage());
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.repeating(Fault.FILE_DESCRIPTOR_SYNC, this::sync),
                TimedCall.repeating(Fault.FILE_READ, this::read),
                TimedCall.repeating(Fault.SMALL_WRITES, this::write),
                TimedCall.repeating(Fault.DIRECTORY, this::list),
                new Touching(Fault.MAPPED_IN_MEMORY, inMemory, false),
                new Touching(Fault.MAPPED_FROM_DISK, onDisk, true));
    }

    private void sync() throws IOException {
        flushed.write(page);
        flushed.getFD().sync();
    }

    private void write() throws IOException {
        flushed.write(page, 0, SMALL_BYTES);
    }

    private void list() throws IOException {
        try (Stream<Path> entries = java.nio.file.Files.list(directory)) {
            result += entries.count();
        }
    }

    private void read() throws IOException {
        inMemory.file().seek(0);
        result += inMemory.file().read(read);
    }

    /**
     * Reads a byte of each page of a file that has just been mapped. The system maps several pages at a fault, or several hundred; what is left is
     * reading, of memory that is in no cache.
     */
    private final class Touching implements Injector {
        private final RunDelay runDelay = new RunDelay();
        private final Fault fault;
        private final Mappings mappings;
        private final boolean fromDisk;
        private ByteBuffer mapped;

        private Touching(Fault fault, Mappings mappings, boolean fromDisk) {
            this.fault = fault;
            this.mappings = mappings;
            this.fromDisk = fromDisk;
        }

        @Override
        public Fault fault() {
            return fault;
        }

        @Override
        public String place() {
            return Touching.class.getName() + ".inject";
        }

        @Override
        public void prepare(PlannedInjection injection, long intendedNs) throws IOException {
            mapped = fromDisk ? mappings.mapFromDisk() : mappings.map();
        }

        @Override
        public void inject(PlannedInjection injection, TruthLog truth) {
            runDelay.begin();
            long startNs = System.nanoTime();
            long endNs = startNs;
            long readingNs = 0;
            for (int at = 0; at < mapped.capacity() && endNs - startNs < injection.sizeNs(); at += PAGE) {
                long beforeNs = endNs;
                result += mapped.get(at);
                endNs = System.nanoTime();
                readingNs += endNs - beforeNs < SHORTEST_FAULT_NS ? endNs - beforeNs : 0;
            }
            runDelay.worked(fault, startNs, endNs, readingNs, truth);
        }

        @Override
        public void clearUp() {
            mappings.unmap();
        }
    }

    @Override
    public void close() {
        inMemory.close();
        onDisk.close();
    }
}
