package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.Cause;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Usual remedy for a cause, and the comparison that shows whether it helps. {@code docs/guide/causes.md} says more of
 * each.
 *
 * @param what what to do
 * @param proof options of {@code straggler ab} that compare with and without it; empty where the program has to be changed first
 */
public record Remedy(String what, String proof) {
    private static final Map<Cause, Remedy> ALL = all();

    /** Returns the remedy for a cause; empty for time with nothing to mend, or nothing known. */
    public static Optional<Remedy> of(Cause cause) {
        return Optional.ofNullable(ALL.get(cause));
    }

    private static Map<Cause, Remedy> all() {
        Map<Cause, Remedy> all = new EnumMap<>(Cause.class);
        all.put(
                Cause.GC_PAUSE,
                new Remedy(
                        "Allocate less, give the heap or its young generation more room, or use a concurrent collector such as ZGC.",
                        "--jvm-arg-b=-XX:+UseZGC"));
        all.put(
                Cause.VM_OPERATION,
                new Remedy(
                        "Find out who asks for the operation that is named: thread dumps, heap histograms and agents that change classes do.",
                        ""));
        all.put(
                Cause.TIME_TO_SAFEPOINT,
                new Remedy(
                        "Look for a long counted loop or a large copy on the thread that came last, or for threads that had no core.",
                        "--jvm-arg-b=-XX:LoopStripMiningIter=100"));
        all.put(
                Cause.RUN_QUEUE,
                new Remedy(
                        "Run fewer threads than there are cores, keep other programs off these cores, or pin the thread to one of its own.",
                        ""));
        all.put(
                Cause.COMPILATION,
                new Remedy(
                        "Warm up for longer, leave a core to the compilers, or give them fewer threads.",
                        "--jvm-arg-b=-XX:CICompilerCount=2"));
        all.put(
                Cause.THROTTLING,
                new Remedy(
                        "Raise the limit of the control group (cpu.max), or start fewer threads: collectors and pools count as well.",
                        "--jvm-arg-b=-XX:ActiveProcessorCount=2"));
        all.put(
                Cause.CARRIER,
                new Remedy(
                        "Keep virtual threads from holding their carriers: no long work, no blocking within synchronized before JDK 24; or have more carriers.",
                        "--jvm-arg-b=-Djdk.virtualThreadScheduler.parallelism=8"));
        all.put(
                Cause.MONITOR,
                new Remedy(
                        "Do less while the monitor is held: what its holder did meanwhile is named. Or share less: a copy for readers, one lock for each key.",
                        ""));
        all.put(
                Cause.PARK,
                new Remedy(
                        "Look at what the thread did that was waited for, which is named. Whoever holds a lock or an object of a pool should do less while it has it; the other end of a queue should come sooner.",
                        ""));
        all.put(
                Cause.WAIT,
                new Remedy("Look at the thread that was waited for: what it did until it notified is named.", ""));
        all.put(
                Cause.SLEEP,
                new Remedy("Take the sleep out of the iteration, or wait for what it was meant to wait for.", ""));
        all.put(
                Cause.FILE_IO,
                new Remedy("Write and force files on another thread, in larger pieces, or to a faster device.", ""));
        all.put(
                Cause.SOCKET_IO,
                new Remedy(
                        "Look at the other end that is named: the time is spent there or in the network. Ask for less, at once, or earlier; set a timeout.",
                        ""));
        all.put(
                Cause.NAME_LOOKUP,
                new Remedy("Keep connections, or addresses for longer.", "--jvm-arg-b=-Dsun.net.inetaddr.ttl=300"));
        all.put(
                Cause.PROCESS_START,
                new Remedy("Start the process before it is needed, or do its work within the program.", ""));
        all.put(
                Cause.CLASS_LOADING,
                new Remedy(
                        "Use the class once before it matters, or keep loaded classes in an archive. Where it goes on through the run, classes are generated or class loaders are made anew: keep what was loaded.",
                        "--jvm-arg-b=-XX:SharedArchiveFile=app.jsa"));
        all.put(
                Cause.ALLOCATION,
                new Remedy(
                        "Allocate less or smaller objects there, and touch the heap in advance.",
                        "--jvm-arg-b=-XX:+AlwaysPreTouch"));
        all.put(
                Cause.STOPPED,
                new Remedy(
                        "Look for what stops processes on this machine: debuggers, snapshots, a container that is paused.",
                        ""));
        all.put(
                Cause.STEAL,
                new Remedy("Ask for a virtual machine whose cores are its own, or one with less beside it.", ""));
        all.put(
                Cause.PAGE_FAULT,
                new Remedy(
                        "Touch memory before it is needed: the heap when the JVM starts, files and buffers after they are mapped.",
                        "--jvm-arg-b=-XX:+AlwaysPreTouch"));
        all.put(
                Cause.DEOPTIMIZATION,
                new Remedy(
                        "Warm up for longer and with all kinds of input, so that the compilers have seen what will come.",
                        "--warmup 30s"));
        all.put(
                Cause.ENTRY_BARRIER,
                new Remedy(
                        "Collect less often; the first calls of methods behind a collection are slower by that.", ""));
        all.put(
                Cause.CODE,
                new Remedy(
                        "Look at what these iterations do more than others: a large input, a table that grows, a cache that misses. The flame graph's difference shows it.",
                        ""));
        all.put(
                Cause.LOAD,
                new Remedy(
                        "Lower the rate, make iterations shorter, or have more threads for them: straggler capacity says what can be kept.",
                        ""));
        all.put(Cause.OTHER_WORK, new Remedy("Give that work a pool of its own, or cut it into pieces.", ""));
        all.put(Cause.DISPATCH, new Remedy("Give the pacing thread a core of its own.", "--pin"));
        return all;
    }
}
