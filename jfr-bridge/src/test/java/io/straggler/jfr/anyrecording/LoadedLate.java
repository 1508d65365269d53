package io.straggler.jfr.anyrecording;

/** A class that nobody needs before {@link AnyRecordingTest}, and that is none of its own: those may be looked at for tests. */
final class LoadedLate {
    private LoadedLate() {}

    static void load() {}
}
