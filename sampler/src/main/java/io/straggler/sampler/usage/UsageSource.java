package io.straggler.sampler.usage;

/** Resources that the operating system has charged to one thread so far, read without allocating. */
public interface UsageSource extends AutoCloseable {
    /** When it was read, on the {@link io.straggler.model.NanoClock}. */
    int TIME = 0;

    int RUN_DELAY = 1;
    int CPU = 2;
    int MINOR = 3;
    int MAJOR = 4;
    int VOLUNTARY = 5;
    int INVOLUNTARY = 6;
    int VALUES = 7;

    /** Reads it into an array of {@value #VALUES}. Leaves those as they were that cannot be read. */
    void read(long[] values);

    @Override
    void close();
}
