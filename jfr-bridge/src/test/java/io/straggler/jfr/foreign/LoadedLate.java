package io.straggler.jfr.foreign;

/** A class that nobody needs before {@link ForeignRecordingTest}, and that is none of its own: those may be looked at for tests. */
final class LoadedLate {
    private LoadedLate() {}

    static void load() {}
}
