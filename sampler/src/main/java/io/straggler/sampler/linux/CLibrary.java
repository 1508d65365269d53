package io.straggler.sampler.linux;

import java.util.Optional;

/** C libraries of Linux systems, as the files show that a process has mapped. */
public enum CLibrary {
    /** The GNU C library of most distributions. */
    GLIBC,
    /** The C library of Alpine Linux, and of images that are made from it. */
    MUSL;

    private static final String MAPPED = "/proc/self/maps";

    /** Returns the C library of this process; empty where the system does not say. */
    public static Optional<CLibrary> of(SystemFiles files) {
        Optional<CLibrary> found = Optional.empty();
        for (String line : files.lines(MAPPED)) {
            String file = line.substring(line.lastIndexOf('/') + 1);
            // A library that wants glibc may bring it into a process that has musl, and not the other way round.
            if (file.startsWith("ld-musl-") || file.startsWith("libc.musl-")) {
                return Optional.of(MUSL);
            }
            if (file.matches("libc(\\.so\\.6|-2\\.\\d+\\.so)")) {
                found = Optional.of(GLIBC);
            }
        }
        return found;
    }
}
