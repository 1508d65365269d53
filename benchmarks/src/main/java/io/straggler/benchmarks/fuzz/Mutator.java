package io.straggler.benchmarks.fuzz;

import java.util.SplittableRandom;

/** A change of a file. The same file and the same state of the random numbers give the same result, whatever the file holds. */
@FunctionalInterface
interface Mutator {
    /** Bytes of a changed file. The original stays as it is. */
    byte[] mutate(byte[] file, SplittableRandom random);
}
