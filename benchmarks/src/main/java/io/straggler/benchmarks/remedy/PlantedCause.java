package io.straggler.benchmarks.remedy;

import java.util.List;
import java.util.Set;

/** A cause that is planted by flags, by what the task does, and by what else runs; and the remedies that are right for it. */
enum PlantedCause {
    /** Pauses come thirty times a second, because the young generation holds a few megabytes. */
    YOUNG_GENERATION(
            "4k/s", List.of("-Xmx512m", "-Xms512m", "-Xmn6m"), Set.of("larger young generation", "ZGC", "Shenandoah")),
    /** Arrays of more than half a region make collections begin early. */
    HUMONGOUS_ARRAYS(
            "4k/s",
            List.of("-Xmx128m", "-Xms128m", "-XX:G1HeapRegionSize=1m"),
            Set.of("larger regions", "ZGC", "Shenandoah")),
    /** All threads share one core, and the compilers have much to do. */
    COMPILER_WITHOUT_A_CORE("1k/s", List.of("-Xmx256m"), Set.of("quick compiler only", "longer warm-up")),
    /** Large arrays lie in memory that nobody has touched yet. */
    FIRST_TOUCH(
            "4k/s",
            List.of("-Xmx2g", "-Xms2g", "-Xmn1800m", "-XX:G1HeapRegionSize=16m"),
            Set.of("heap touched at the start", "huge pages")),
    /** Compiled code has no room, so the interpreter runs most of it. */
    TINY_CODE_CACHE("4k/s", List.of("-Xmx256m", "-XX:ReservedCodeCacheSize=3m"), Set.of("larger code cache")),
    /** A counted loop of another thread has no safepoint, and somebody asks for one every 50 ms. */
    COUNTED_LOOPS(
            "4k/s",
            List.of("-Xmx256m", "-XX:-UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=0"),
            Set.of("safepoints in counted loops")),
    /** Another process takes core 0 for some milliseconds at a time. */
    NOISY_CORE("4k/s", List.of("-Xmx256m"), Set.of("pacing thread bound to a core")),
    /** Much survives, so each pause copies it. */
    SURVIVORS("4k/s", List.of("-Xmx1g", "-Xms1g"), Set.of("ZGC", "Shenandoah")),
    /** Classes of the JDK are loaded while the run goes on. */
    CLASS_LOADING("1k/s", List.of("-Xmx256m"), Set.of("archive of loaded classes")),
    /** Iterations wait for something outside, which no flag changes. */
    NOTHING_HELPS("1k/s", List.of("-Xmx256m"), Set.of());

    private final String rate;
    private final List<String> jvmArguments;
    private final Set<String> right;

    PlantedCause(String rate, List<String> jvmArguments, Set<String> right) {
        this.rate = rate;
        this.jvmArguments = jvmArguments;
        this.right = right;
    }

    String rate() {
        return rate;
    }

    List<String> jvmArguments() {
        return jvmArguments;
    }

    /** Names of the remedies that may come first; none if nothing helps. */
    Set<String> right() {
        return right;
    }

    /** Cores that the command and its JVMs may use; empty for all. */
    String cores() {
        return this == COMPILER_WITHOUT_A_CORE ? "0" : "";
    }
}
