package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.nio.ByteBuffer;

/** Memory that is allocated, copied, read here and there, or collected. */
public final class Memory extends Fixture {
    private static final int DIRECT_BYTES = 1024 * 1024;
    private static final int ARRAY_BYTES = 2 * 1024 * 1024;
    private static final int COPIED_LONGS = 512 * 1024;
    private static final int SCATTERED_LONGS = 4 * 1024 * 1024;
    private static final int STEPS = 300;
    private static final int OBJECTS = 500;

    private final Partner collector = closing(new Partner("app-collector"));
    private final long[] original = new long[COPIED_LONGS];
    private final long[] copy = new long[COPIED_LONGS];
    private final long[] scattered = new long[SCATTERED_LONGS];
    private volatile boolean held;
    private long place;

    public Memory(InjectionSite site) {
        super(site);
        for (int i = 0; i < SCATTERED_LONGS; i++) {
            scattered[i] = i;
        }
    }

    public void allocateDirectly() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(DIRECT_BYTES);
        result += buffer.get(DIRECT_BYTES / 2);
        MappedFile.free(buffer);
    }

    public void allocateLargeArray() {
        result += new byte[ARRAY_BYTES].length;
    }

    public void copyArray() {
        System.arraycopy(original, 0, copy, 0, COPIED_LONGS);
        result += copy[(int) (result & 1023)];
    }

    public void missCaches() {
        long at = place;
        for (int i = 0; i < STEPS; i++) {
            at = at * 6364136223846793005L + 1442695040888963407L + scattered[(int) (at >>> 42)];
        }
        place = at;
    }

    public void hashIdentities() {
        for (int i = 0; i < OBJECTS; i++) {
            result += System.identityHashCode(new Object());
        }
    }

    /** Works on while another thread asks for a collection, unless the collection stops it. */
    public void workBesideCollection(long ns) {
        held = true;
        collector.later(0, () -> {
            System.gc();
            held = false;
        });
        while (held) {
            Thread.onSpinWait();
        }
    }
}
