package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.TimedInjector;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/** Files that are mapped into memory. */
@Fixture.Needs("128 MB of disk")
public final class MappedFiles extends Fixture {
    private static final int PAGE = 4096;
    private static final int SHORT_BYTES = 16 * 1024;
    private static final int FORCED_BYTES = 256 * 1024;

    /** Least number of bytes that the system maps at a fault. */
    private static final int MAPPED_AT_ONCE = 64 * 1024;

    /** Number of mappings of the file in memory: the system may map two megabytes of it at a fault. */
    private static final int TIMES_MAPPED = 8;

    /** Least ratio of a fault's time to that of reading from the same page again. */
    private static final int TIMES_READING = 4;

    /** Longest read of a page without a fault, and of the clock, where the code is compiled. */
    private static final long MIN_FAULT_NS = 400;

    private final Path folder = newFolder("mapped");
    private final MappedFile inMemory = closing(new MappedFile(folder.resolve("cached")));
    private final MappedFile onDisk = closing(new MappedFile(folder.resolve("uncached")));
    private final RandomAccessFile forcedFile =
            closing(new RandomAccessFile(folder.resolve("forced").toFile(), "rw"));
    private final MappedByteBuffer forced =
            forcedFile.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, FORCED_BYTES);

    public MappedFiles(InjectionSite site) throws IOException {
        super(site);
        closing(() -> MappedFile.free(forced));
    }

    /** Injects reads from a mapped file whose pages are in the system's cache. */
    public static Injector inMemory(InjectionSite site) throws ImpossibleException {
        return site.fixture(MappedFiles.class).inMemory();
    }

    /** Injects reads from a mapped file whose pages are on disk only. */
    public static Injector onDisk(InjectionSite site) throws ImpossibleException {
        return site.fixture(MappedFiles.class).onDisk();
    }

    private Injector inMemory() {
        return new Touching(inMemory, file -> file.map(TIMES_MAPPED));
    }

    private Injector onDisk() {
        return new Touching(onDisk, MappedFile::mapFromDisk);
    }

    private interface Mapping {
        List<MappedByteBuffer> map(MappedFile file) throws IOException;
    }

    /**
     * Reads from a file that has just been mapped, two bytes of one page in sixteen. The system maps sixteen pages at a fault, or several
     * hundred, so the first byte may cost one, and the second does not. The rest is reading, of memory that is in no cache.
     */
    private final class Touching extends TimedInjector {
        private final MappedFile file;
        private final Mapping mapping;
        private List<MappedByteBuffer> mapped = List.of();

        private Touching(MappedFile file, Mapping mapping) {
            super(Nature.WORKS);
            this.file = file;
            this.mapping = mapping;
        }

        @Override
        public String place() {
            return Touching.class.getName() + ".act";
        }

        @Override
        public void prepare(long sizeNs, long atNs) throws IOException {
            mapped = mapping.map(file);
        }

        @Override
        protected long act(long sizeNs) {
            long startNs = System.nanoTime();
            long untilNs = startNs + sizeNs;
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
            return endNs - startNs - faultsNs;
        }

        @Override
        public void clearUp() {
            file.unmap();
        }
    }

    /** The part of the first read from a page that is a fault, given the time of reading from it again. */
    static long faultNs(long firstNs, long againNs) {
        return firstNs < MIN_FAULT_NS || firstNs < TIMES_READING * againNs ? 0 : firstNs - againNs;
    }

    public void mapShortly() throws IOException {
        MappedFile.free(inMemory.file().getChannel().map(FileChannel.MapMode.READ_ONLY, 0, SHORT_BYTES));
    }

    public void force() {
        for (int at = 0; at < FORCED_BYTES; at += PAGE) {
            forced.put(at, (byte) result);
        }
        result++;
        forced.force();
    }
}
