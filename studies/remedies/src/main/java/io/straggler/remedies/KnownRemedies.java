package io.straggler.remedies;

import static io.straggler.diagnosis.budget.Cause.ALLOCATION;
import static io.straggler.diagnosis.budget.Cause.CARRIER;
import static io.straggler.diagnosis.budget.Cause.CLASS_LOADING;
import static io.straggler.diagnosis.budget.Cause.CODE;
import static io.straggler.diagnosis.budget.Cause.COMPILATION;
import static io.straggler.diagnosis.budget.Cause.DEOPTIMIZATION;
import static io.straggler.diagnosis.budget.Cause.DISPATCH;
import static io.straggler.diagnosis.budget.Cause.ENTRY_BARRIER;
import static io.straggler.diagnosis.budget.Cause.FILE_IO;
import static io.straggler.diagnosis.budget.Cause.GC_PAUSE;
import static io.straggler.diagnosis.budget.Cause.NAME_LOOKUP;
import static io.straggler.diagnosis.budget.Cause.PAGE_FAULT;
import static io.straggler.diagnosis.budget.Cause.RUN_QUEUE;
import static io.straggler.diagnosis.budget.Cause.THROTTLING;
import static io.straggler.diagnosis.budget.Cause.TIME_TO_SAFEPOINT;
import static io.straggler.diagnosis.budget.Cause.VM_OPERATION;

import io.straggler.diagnosis.budget.Cause;
import java.util.List;
import java.util.Set;

/** The table of remedies that can be tried without changing code. */
public final class KnownRemedies {
    private static final String TUNING = "HotSpot Virtual Machine Garbage Collection Tuning Guide";
    private static final String COMMAND = "The java Command, JDK tool specification";

    /** Pauses, and what the program pays between them. */
    private static final Set<Cause> COLLECTION = Set.of(GC_PAUSE, ENTRY_BARRIER);

    /** Work of the JVM that ends once everything is compiled and loaded. */
    private static final Set<Cause> SETTLING = Set.of(COMPILATION, DEOPTIMIZATION, CLASS_LOADING);

    /** Name of the compilers among those that have the cores. */
    private static final String COMPILERS = "compiler";

    private static final int MEGABYTE = 1 << 20;

    /** Every remedy. */
    public static final List<KnownRemedy> ALL = List.of(
            new KnownRemedy(
                    "larger young generation",
                    COLLECTION,
                    "collections of the young generation come less often when it is larger",
                    "longer single pauses, less room for what lives long",
                    TUNING,
                    8,
                    evidence -> !evidence.collectedBy("ZGC")
                            && !evidence.collectedBy("Shenandoah")
                            && evidence.heapBytes() > 0
                            && !evidence.collected("Humongous"),
                    evidence -> Change.ofJvm("-Xmn" + evidence.heapBytes() / MEGABYTE * 6 / 10 + "m")),
            new KnownRemedy(
                    "four times the heap",
                    COLLECTION,
                    "collections come less often in a larger heap",
                    "memory",
                    TUNING,
                    8,
                    evidence -> evidence.heapBytes() > 0 && evidence.heapBytes() < 1L << 30,
                    evidence -> Change.ofJvm("-Xmx" + evidence.heapBytes() / MEGABYTE * 4 + "m")),
            new KnownRemedy(
                    "larger regions",
                    Set.of(GC_PAUSE, ALLOCATION),
                    "objects of half a region or more are allocated in regions of their own (humongous), and make collections begin early",
                    "coarser collections of a small heap",
                    TUNING,
                    8,
                    evidence -> evidence.collectedBy("G1")
                            && evidence.collected("Humongous")
                            && regionMegabytes(evidence) > 1
                            && !evidence.has("-XX:G1HeapRegionSize=" + regionMegabytes(evidence) + "m"),
                    evidence -> Change.ofJvm("-XX:G1HeapRegionSize=" + regionMegabytes(evidence) + "m")),
            new KnownRemedy(
                    "ZGC",
                    COLLECTION,
                    "ZGC collects while the program runs",
                    "CPU time, memory, throughput",
                    TUNING,
                    15,
                    evidence -> !evidence.collectedBy("ZGC"),
                    evidence -> evidence.feature() >= 21 && evidence.feature() < 23
                            ? Change.ofJvm("-XX:+UseZGC", "-XX:+ZGenerational")
                            : Change.ofJvm("-XX:+UseZGC")),
            new KnownRemedy(
                    "Shenandoah",
                    COLLECTION,
                    "Shenandoah collects while the program runs",
                    "CPU time, throughput",
                    "OpenJDK wiki, Shenandoah GC",
                    12,
                    evidence -> !evidence.collectedBy("Shenandoah") && !evidence.collectedBy("ZGC"),
                    evidence -> Change.ofJvm("-XX:+UseShenandoahGC")),
            new KnownRemedy(
                    "G1",
                    Set.of(GC_PAUSE),
                    "a collection of all at once stops the program for as long as the heap is large",
                    "CPU time between pauses",
                    TUNING,
                    8,
                    evidence -> !evidence.collectedBy("G1")
                            && !evidence.collectedBy("ZGC")
                            && !evidence.collectedBy("Shenandoah"),
                    evidence -> Change.ofJvm("-XX:+UseG1GC")),
            new KnownRemedy(
                    "heap touched at the start",
                    Set.of(PAGE_FAULT, ALLOCATION),
                    "memory that is used for the first time is mapped page by page",
                    "a slower start, memory",
                    COMMAND,
                    8,
                    evidence -> !evidence.has("-XX:+AlwaysPreTouch") && evidence.heapBytes() > 0,
                    evidence -> Change.ofJvm("-XX:+AlwaysPreTouch", "-Xms" + evidence.heapBytes() / MEGABYTE + "m")),
            new KnownRemedy(
                    "huge pages",
                    Set.of(PAGE_FAULT, ALLOCATION),
                    "one huge page is mapped in place of 512 small ones",
                    "memory",
                    COMMAND,
                    8,
                    evidence -> !evidence.has("-XX:+UseTransparentHugePages", "-XX:+UseLargePages"),
                    evidence -> Change.ofJvm("-XX:+UseTransparentHugePages")),
            new KnownRemedy(
                    "quick compiler only",
                    Set.of(COMPILATION, DEOPTIMIZATION, RUN_QUEUE),
                    evidence -> evidence.share(Set.of(COMPILATION, DEOPTIMIZATION)) + evidence.heldBy(COMPILERS),
                    "the optimising compiler takes cores for seconds, and its code is given up when an assumption breaks",
                    "code that runs at about half the speed",
                    COMMAND,
                    8,
                    evidence -> !evidence.has("-XX:TieredStopAtLevel"),
                    evidence -> Change.ofJvm("-XX:TieredStopAtLevel=1")),
            new KnownRemedy(
                    "larger code cache",
                    Set.of(COMPILATION, DEOPTIMIZATION, CODE),
                    "a full code cache has code thrown away, or left to the interpreter",
                    "memory",
                    COMMAND,
                    8,
                    evidence -> evidence.has(
                            "-XX:ReservedCodeCacheSize",
                            "-XX:NonNMethodCodeHeapSize",
                            "-XX:ProfiledCodeHeapSize",
                            "-XX:NonProfiledCodeHeapSize"),
                    evidence -> Change.ofJvm("-XX:ReservedCodeCacheSize=256m", "-XX:-SegmentedCodeCache")),
            new KnownRemedy(
                    "one optimising compiler",
                    Set.of(COMPILATION, RUN_QUEUE),
                    evidence -> evidence.share(Set.of(COMPILATION)) + evidence.heldBy(COMPILERS),
                    "compiler threads compete with the program for cores",
                    "a longer warm-up",
                    COMMAND,
                    8,
                    evidence -> evidence.cores() > 2 && !evidence.has("-XX:CICompilerCount"),
                    evidence -> Change.ofJvm("-XX:CICompilerCount=2")),
            new KnownRemedy(
                    "archive of loaded classes",
                    Set.of(CLASS_LOADING),
                    "classes from an archive are neither parsed nor verified again",
                    "a file that has to be made anew with each version",
                    "JEP 350, Dynamic CDS Archives",
                    13,
                    evidence -> !evidence.has("-XX:SharedArchiveFile", "-XX:AOTCache", "-Xshare:off"),
                    evidence -> Change.prepared(
                            "-XX:SharedArchiveFile=" + Change.FOLDER + "/classes.jsa",
                            "-XX:ArchiveClassesAtExit=" + Change.FOLDER + "/classes.jsa",
                            // A JVM that records cannot archive all classes, and warns of each.
                            "-Xlog:disable",
                            "-Xlog:all=error:stderr")),
            new KnownRemedy(
                    "longer warm-up",
                    Set.of(COMPILATION, DEOPTIMIZATION, CLASS_LOADING, RUN_QUEUE),
                    evidence -> evidence.share(SETTLING) + evidence.heldBy(COMPILERS),
                    "what is compiled and loaded before the measurement is not compiled and loaded in it",
                    "a later start",
                    "C. Laaber et al., Dynamically reconfiguring software microbenchmarks, ESEC/FSE 2020",
                    8,
                    evidence -> true,
                    evidence -> Change.ofOption("warmup", "15s")),
            new KnownRemedy(
                    "safepoints in counted loops",
                    Set.of(TIME_TO_SAFEPOINT),
                    "a long counted loop without a safepoint lets all other threads wait",
                    "slower loops",
                    "JEP 312; JDK-8186027, loop strip mining",
                    10,
                    evidence -> true,
                    evidence -> Change.ofJvm("-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=100")),
            new KnownRemedy(
                    "no regular safepoints",
                    Set.of(TIME_TO_SAFEPOINT, VM_OPERATION),
                    "the JVM may stop all threads in turn only to tidy up",
                    "tidying up waits for the next safepoint",
                    "JDK-8241913, GuaranteedSafepointInterval",
                    8,
                    evidence -> evidence.feature() < 20 && !evidence.has("-XX:GuaranteedSafepointInterval"),
                    evidence -> Change.ofJvm("-XX:+UnlockDiagnosticVMOptions", "-XX:GuaranteedSafepointInterval=0")),
            new KnownRemedy(
                    "pacing thread bound to a core",
                    Set.of(RUN_QUEUE, DISPATCH),
                    "a thread that is bound is not moved behind another one",
                    "longer waits of other threads for that core",
                    "sched_setaffinity(2)",
                    8,
                    evidence -> evidence.cores() > 1 && !evidence.options().containsKey("pin"),
                    evidence -> Change.ofOption("pin", Integer.toString(evidence.cores() - 1))),
            new KnownRemedy(
                    "one thread for collections",
                    Set.of(RUN_QUEUE),
                    evidence -> evidence.heldBy("GC"),
                    "threads of the collector compete with the program for cores",
                    "longer collections",
                    TUNING,
                    8,
                    evidence -> !evidence.has("-XX:ParallelGCThreads", "-XX:ConcGCThreads", "-XX:+UseSerialGC"),
                    evidence -> Change.ofJvm("-XX:ParallelGCThreads=1", "-XX:ConcGCThreads=1")),
            new KnownRemedy(
                    "a core left free",
                    Set.of(RUN_QUEUE, THROTTLING),
                    "pools, collectors and compilers start as many threads as they see processors",
                    "throughput",
                    COMMAND,
                    8,
                    evidence -> evidence.cores() > 1 && !evidence.has("-XX:ActiveProcessorCount"),
                    evidence -> Change.ofJvm("-XX:ActiveProcessorCount=" + (evidence.cores() - 1))),
            new KnownRemedy(
                    "more carriers",
                    Set.of(CARRIER),
                    "virtual threads wait until one of the carriers is free",
                    "cores",
                    "JEP 444",
                    21,
                    evidence -> evidence.cores() > 0 && !evidence.has("-Djdk.virtualThreadScheduler.parallelism"),
                    evidence -> Change.ofJvm("-Djdk.virtualThreadScheduler.parallelism=" + 4 * evidence.cores())),
            new KnownRemedy(
                    "addresses kept for longer",
                    Set.of(NAME_LOOKUP),
                    "a name is looked up again when its address has become too old",
                    "a change of an address is seen late",
                    "Networking Properties, java.net",
                    8,
                    evidence -> true,
                    evidence -> Change.ofJvm("-Dsun.net.inetaddr.ttl=3600")),
            new KnownRemedy(
                    "asynchronous JVM log",
                    Set.of(FILE_IO, GC_PAUSE, VM_OPERATION),
                    "the JVM writes its log while all threads stand still",
                    "a log line may be lost",
                    "JDK-8229517, -Xlog:async",
                    17,
                    evidence -> evidence.has("-Xlog:") && !evidence.has("-Xlog:async"),
                    evidence -> Change.ofJvm("-Xlog:async")));

    private KnownRemedies() {}

    /** A region of which a heap has 64 or more: with few regions, each collection takes too large a part of it. G1 takes 2,048 if it is free to, and none above 32 MB. */
    private static long regionMegabytes(Evidence evidence) {
        long heapMegabytes = evidence.heapBytes() / MEGABYTE;
        return heapMegabytes == 0 ? 32 : Long.highestOneBit(Math.min(32, Math.max(1, heapMegabytes / 64)));
    }
}
