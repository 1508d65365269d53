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
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Disks and files, by the ways of which the flight recorder reports nothing, and one of which it does. */
final class Files implements AutoCloseable {
    private static final int PAGE = 4096;
    private static final int SMALL_BYTES = 64;
    private static final int ENTRIES = 500;
    private static final int READ_BYTES = 1024 * 1024;

    /** The system maps at least so much at a fault. */
    private static final int MAPPED_AT_ONCE = 64 * 1024;

    /** How often a file is mapped at once whose pages are in memory: the system may map two megabytes of it at a fault. */
    private static final int TIMES_MAPPED = 8;

    /** A fault takes so many times as long as it takes to read from the same page again. */
    private static final int TIMES_READING = 4;

    /** Reading a page without one, and the clock, takes less where the code is compiled. */
    private static final long SHORTEST_FAULT_NS = 400;

    private final Opened opened = new Opened();
    private final byte[] page = new byte[PAGE];
    private final byte[] read = new byte[READ_BYTES];
    private final FileOutputStream flushed;
    private final Path directory;
    private final Mappings inMemory;
    private final Mappings onDisk;
    private long result;

    Files(Path folder) throws ImpossibleException {
        try {
            Path written = folder.resolve("flushed");
            opened.add(() -> java.nio.file.Files.deleteIfExists(written));
            flushed = opened.add(new FileOutputStream(written.toFile()));
            directory = java.nio.file.Files.createDirectory(folder.resolve("many"));
            opened.add(() -> java.nio.file.Files.deleteIfExists(directory));
            for (int i = 0; i < ENTRIES; i++) {
                Path entry = java.nio.file.Files.createFile(directory.resolve("entry" + i));
                opened.add(() -> java.nio.file.Files.deleteIfExists(entry));
            }
            inMemory = opened.add(new Mappings(folder.resolve("cached")));
            onDisk = opened.add(new Mappings(folder.resolve("uncached")));
        } catch (IOException e) {
            opened.close();
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
     * Reads from a file that has just been mapped, two bytes of one page in sixteen. The system maps sixteen pages at a fault, or several
     * hundred, so the first byte may cost one, and the second does not. The rest is reading, of memory that is in no cache.
     */
    private final class Touching implements Injector {
        private final RunDelay runDelay = new RunDelay();
        private final Fault fault;
        private final Mappings mappings;
        private final boolean fromDisk;
        private List<MappedByteBuffer> mapped;

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
            mapped = fromDisk ? mappings.mapFromDisk() : mappings.map(TIMES_MAPPED);
        }

        @Override
        public void inject(PlannedInjection injection, TruthLog truth) {
            runDelay.begin();
            long startNs = System.nanoTime();
            long untilNs = startNs + injection.sizeNs();
            long endNs = startNs;
            long faultsNs = 0;
            for (int i = 0; i < mapped.size() && endNs < untilNs; i++) {
                ByteBuffer memory = mapped.get(i);
                for (int at = 0; at < memory.capacity() && endNs < untilNs; at += MAPPED_AT_ONCE) {
                    long beforeNs = endNs;
                    result += memory.get(at);
                    long touchedNs = System.nanoTime();
                    result += memory.get(at + PAGE / 2);
                    endNs = System.nanoTime();
                    faultsNs += faultNs(touchedNs - beforeNs, endNs - touchedNs);
                }
            }
            runDelay.worked(fault, startNs, endNs, endNs - startNs - faultsNs, truth);
        }

        @Override
        public void clearUp() {
            mappings.unmap();
        }
    }

    /** What is a fault of the time that it took to read from a page, given that of reading from it again. */
    static long faultNs(long firstNs, long againNs) {
        return firstNs < SHORTEST_FAULT_NS || firstNs < TIMES_READING * againNs ? 0 : firstNs - againNs;
    }

    /** Leaves no file behind. */
    @Override
    public void close() {
        opened.close();
    }
}
