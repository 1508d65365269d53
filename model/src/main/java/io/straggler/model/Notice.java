package io.straggler.model;

import io.straggler.model.text.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Something that makes the figures of a run weaker than they look: a code and counts. The sentence is made from them where it is shown.
 *
 * @param code what it is
 * @param counts numbers by the names of {@link Code#counts}; a name that ends in {@code Ns} or {@code Ms} is a time in that unit
 * @param text the sentence of {@link Code#OTHER}; empty with any other code
 */
public record Notice(Code code, Map<String, Long> counts, String text) {
    /** Name of the count of outliers that are known only to have been late. */
    public static final String ONLY_COUNTED = "onlyCounted";

    /** Subjects of notices. */
    public enum Code {
        /** Completions named a tag that was unknown or already complete. */
        STRAY_COMPLETIONS("stray-completions", "completions"),
        /** Calls were in flight when the figures were taken, and are in none. */
        IN_FLIGHT("in-flight", "calls"),
        /** Iterations were never complete. */
        UNCOMPLETED("uncompleted", "iterations"),
        /** There were more outliers at once than could be reported. */
        NOT_REPORTED("not-reported", ONLY_COUNTED, "outliers"),
        /** There were more outliers than the recording may keep. */
        RECORDING_FULL("recording-full", "kept", ONLY_COUNTED),
        /** Outliers came before what the recording still holds, while it was stopped, or at its very end. */
        NOT_RECORDED("not-recorded", ONLY_COUNTED, "outliers"),
        /** Iterations began before what was still held of the recording when they were over. */
        BEGUN_TOO_EARLY("begun-too-early", "iterations"),
        /** The pacing thread of a sequential task waited for the recorder thread. */
        WAITED_FOR_RECORDER("waited-for-recorder", "waitedNs"),
        /** The pacing thread of an asynchronous task waited for the recorder thread. */
        ASYNC_WAITED_FOR_RECORDER("async-waited-for-recorder", "waitedNs"),
        /** The pacing thread waited until iterations in flight were complete. */
        WAITED_FOR_COMPLETIONS("waited-for-completions", "waitedNs"),
        /** Stages were entered within many others and never closed. */
        STAGES_NEVER_CLOSED("stages-never-closed", "stages"),
        /** Stages were entered on more threads than have logs: some were not recorded. */
        STAGES_LEFT_OUT("stages-left-out", "stages"),
        /** Threads stood still because memory was short. */
        MEMORY_SHORT("memory-short", "stalledNs", "highReached"),
        /** A recording has no chunk for parts of its time. */
        TIME_NOT_RECORDED("time-not-recorded", "missingNs", "gaps"),
        /** Iterations ran on virtual threads, and a profiler's stacks name the threads that carried these. */
        CARRIER_STACKS("carrier-stacks", "virtual", "outliers", "stacks"),
        /** A limit of CPU time held the container back while iterations were late for reasons that are not known. */
        HELD_BACK("held-back", "heldNs", "held", "periods", "outliers", "unexplained"),
        /** The cores were busy while iterations were late for reasons that are not known; percents of the time of all cores. */
        CORES_BUSY("cores-busy", "busyPercent", "jvmPercent", "outliers", "unexplained"),
        /** The compilers had no room for code. */
        CODE_CACHE_FULL("code-cache-full", "times"),
        /** Tasks queued for a thread, before iterations began or while they ran. */
        QUEUED_TASKS("queued-tasks", "beforeNs", "before", "outliers", "within", "withinNs"),
        /** The recorder's clock goes in steps that are longer than much of what is measured. */
        COARSE_CLOCK("coarse-clock", "stepNs"),
        /** Events of iterations name no thread. */
        NO_THREAD("no-thread", "unnamed", "outliers"),
        /** Iterations of a recording are not the work of the threads that committed them. */
        CHANGED_THREADS("changed-threads", "overlapping", "beganBlocked", "threads", "outliers"),
        /** Outliers of a recording ran on virtual threads, of whose waits the JVM records few. */
        VIRTUAL_THREADS("virtual-threads", "outliers", "explained"),
        /** A scheduler of virtual threads did not take threads while outliers ran. */
        REFUSED_THREADS("refused-threads", "times"),
        /** The JVM lost events before they were in the recording. */
        DATA_LOST("data-lost", "lostBytes", "losses", "firstMs", "lastMs"),
        /** Rate limit of the JVM on recorded iterations, reached. */
        LIMITED_ITERATIONS("limited-iterations", "perSecond"),
        /** Rate limit of the JVM on recorded socket I/O, reached. */
        LIMITED_SOCKET_IO("limited-socket-io", "perSecond"),
        /** Rate limit of the JVM on recorded file I/O, reached. */
        LIMITED_FILE_IO("limited-file-io", "perSecond"),
        /** A recording holds chunks more than once. */
        COPIED_CHUNKS("copied-chunks", "copies", "chunks"),
        /** Waits were to be iterations, and some of them are of threads that wait for work. */
        IDLE_WAITS("idle-waits", "idle", "waits"),
        /** Anything that only its sentence tells. */
        OTHER("other");

        private final String label;
        private final List<String> counts;

        Code(String label, String... counts) {
            this.label = label;
            this.counts = List.of(counts);
        }

        /** The word that files use. */
        public String label() {
            return label;
        }

        /** Names of the counts, in the order of the sentence. */
        public List<String> counts() {
            return counts;
        }
    }

    public Notice {
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }

    /** Creates a notice with a code. */
    public static Notice of(Code code, long... counts) {
        if (counts.length != code.counts().size()) {
            throw new IllegalArgumentException(
                    "counts must be " + code.counts() + ": counts=" + Arrays.toString(counts));
        }
        Map<String, Long> named = new LinkedHashMap<>();
        for (int i = 0; i < counts.length; i++) {
            named.put(code.counts().get(i), counts[i]);
        }
        return new Notice(code, named, "");
    }

    /** A notice that only its sentence tells. */
    public static Notice of(String sentence) {
        return new Notice(Code.OTHER, Map.of(), sentence);
    }

    /**
     * A notice as a file has it. One of a later version, whose code or counts are not known here, is its sentence.
     *
     * @param label of the code
     */
    public static Notice read(String label, Map<String, Long> counts, String sentence) {
        return Arrays.stream(Code.values())
                .filter(code -> code != Code.OTHER && code.label().equals(label))
                .filter(code -> counts.keySet().equals(Set.copyOf(code.counts())))
                .map(code ->
                        of(code, code.counts().stream().mapToLong(counts::get).toArray()))
                .findFirst()
                .orElseGet(() -> of(sentence));
    }

    /** Notices of several JVMs in one list: counts are kept, and a sentence without counts is there once. */
    public static List<Notice> joined(Collection<List<Notice>> ofEach) {
        Set<Notice> said = new HashSet<>();
        return ofEach.stream()
                .flatMap(List::stream)
                .filter(notice -> said.add(notice) || !notice.counts().isEmpty())
                .toList();
    }

    /** Returns the number of outliers that the notice says were only counted. */
    public long onlyCounted() {
        return counts.getOrDefault(ONLY_COUNTED, 0L);
    }

    /** The notice for people. */
    public String sentence() {
        return switch (code) {
            case STRAY_COMPLETIONS ->
                plural("completions", " completion", " completions")
                        + " named a tag that was unknown or already complete:"
                        + " call Harness.complete once per iteration, with the tag that run received.";
            case UNCOMPLETED ->
                plural("iterations", " iteration was", " iterations were")
                        + " never complete: broken off, given up by the task, or under way when the run ended. The percentiles"
                        + " have them with the time until then; their latency was at least that.";
            case IN_FLIGHT ->
                plural("calls", " call was", " calls were")
                        + " in flight, of methods whose calls go on until what they return is complete: a call is in no figure before it is over.";
            case NOT_REPORTED ->
                grouped(
                        "%,d of %,d outliers were only counted: reporting all would have taken a core that the run needs.");
            case RECORDING_FULL ->
                grouped("The recording was full: it keeps the first %,d outliers; %,d later ones were only counted.");
            case NOT_RECORDED ->
                count(ONLY_COUNTED) + " of " + count("outliers") + " outliers are counted, but not recorded: they came"
                        + " before what the recording still holds, while the recording was stopped, or while the JVM was ending.";
            case BEGUN_TOO_EARLY ->
                count("iterations") + " iterations began before what was still held when they were over:"
                        + " what the JVM recorded in their first part was dropped.";
            case WAITED_FOR_RECORDER ->
                waited("for the recorder thread, which did not get a core in time: inherited delays include that.");
            case ASYNC_WAITED_FOR_RECORDER ->
                waited("for the recorder thread, which did not get a core in time: starts are late by that.");
            case WAITED_FOR_COMPLETIONS ->
                waited("until iterations were complete: too many were in flight to start another.");
            case STAGES_NEVER_CLOSED ->
                plural("stages", " stage was", " stages were")
                        + " never closed: close what Harness.enter returns, on the same thread.";
            case STAGES_LEFT_OUT ->
                plural("stages", " stage was", " stages were")
                        + " not recorded: too many threads call Harness.enter. Their work is found as if they did not.";
            case MEMORY_SHORT ->
                "Threads of this process's control group, or of the machine where it has none, stood still for "
                        + Durations.format(count("stalledNs"))
                        + " in sum because memory was short" + memoryHigh() + ".";
            case TIME_NOT_RECORDED ->
                "For " + Durations.format(count("missingNs")) + " between its begin and its end, in "
                        + plural("gaps", " gap", " gaps")
                        + ", there is no recording: a piece is missing, or nothing was recorded. Rates are those of the whole time.";
            case CARRIER_STACKS ->
                grouped(
                        "%,d of %,d outliers ran on virtual threads, and the profiler's %,d stacks of other threads name"
                                + " the carrier instead: which of these stacks are theirs, nothing says. jdk.ExecutionSample of the JVM, or"
                                + " jdk.CPUTimeSample from JDK 25 on, names virtual threads.");
            case HELD_BACK ->
                "The limit of its CPU time held the container back for "
                        + Durations.format(count("heldNs")) + " in sum, in " + count("held") + " of " + count("periods")
                        + " periods around " + ofUnexplained() + ". How much of it they met is not recorded;"
                        + " see CPU throttling.";
            case CORES_BUSY ->
                "The machine's cores were busy for " + count("busyPercent") + "% of the time, for "
                        + count("jvmPercent") + "% with this JVM, around " + ofUnexplained()
                        + ". They may have waited for a core, which is not recorded.";
            case CODE_CACHE_FULL ->
                "The code cache was full " + plural("times", " time", " times")
                        + ": the JVM stops compiling then, and runs what is not compiled interpreted."
                        + " -XX:ReservedCodeCacheSize gives it more room.";
            case QUEUED_TASKS ->
                grouped("%,d of %,d outliers began when a task left its queue", "before", "outliers") + ", after "
                        + Durations.format(count("beforeNs")) + " in sum that are not in their latency. "
                        + grouped("%,d submitted a task", "within") + " that queued on while they ran, for "
                        + Durations.format(count("withinNs")) + " in sum.";
            case COARSE_CLOCK ->
                "All durations are multiples of " + Durations.format(count("stepNs"))
                        + ", so the recorder's clock is no finer: percentiles, thresholds and parts below that mean nothing.";
            case NO_THREAD ->
                grouped(
                        "The events of %,d of %,d outliers name no thread, so pauses of all threads are all that explains"
                                + " them.");
            case CHANGED_THREADS -> changedThreads();
            case VIRTUAL_THREADS ->
                grouped(
                        "%,d of %,d outliers ran on virtual threads. While such a thread waits for a lock, a queue, a permit or"
                                + " a connection of a pool, its carrier goes on to other work and the JVM records nothing, whatever"
                                + " the settings: that time is not seen. straggler attach, the agent, sees it.");
            case REFUSED_THREADS ->
                "While outliers ran, the scheduler of virtual threads refused a thread "
                        + plural("times", " time", " times")
                        + ": a thread that it refuses stands still, and so does what waits for that thread. The events"
                        + " jdk.VirtualThreadSubmitFailed of the recording say which threads, and why.";
            case DATA_LOST ->
                grouped("The JVM lost %,d bytes of events, in %,d parts, %,d to %,d ms after the first iteration began:"
                        + " iterations are missing in the percentiles, and what outliers waited for may be among the lost."
                        + " Larger buffers keep them, as with -XX:FlightRecorderOptions=memorysize=64m.");
            case LIMITED_ITERATIONS ->
                grouped("The JVM recorded at most %,d iterations a second: the others are in no figure.");
            case LIMITED_SOCKET_IO -> limited("socket");
            case LIMITED_FILE_IO -> limited("file");
            case COPIED_CHUNKS ->
                count("copies") + " of " + count("chunks") + " chunks "
                        + (count("copies") == 1 ? "is a copy of another one" : "are copies of others")
                        + ", as in dumps of one recording that were joined. Each was read once.";
            case IDLE_WAITS ->
                grouped(
                        "%,d of %,d waits are of threads that wait for work, such as the next task of a pool or the next"
                                + " request of a connection: they are no iterations.");
            case OTHER -> text;
        };
    }

    private long count(String name) {
        return Objects.requireNonNull(counts.get(name), name);
    }

    private String plural(String name, String one, String more) {
        return count(name) + (count(name) == 1 ? one : more);
    }

    private String ofUnexplained() {
        return grouped("%,d of %,d outliers whose time is not all known", "outliers", "unexplained");
    }

    private String changedThreads() {
        List<String> signs = new ArrayList<>();
        if (count("overlapping") > 0) {
            signs.add(plural("overlapping", " iteration", " iterations")
                    + " began while another one of their thread ran, and ended after it");
        }
        if (count("beganBlocked") > 0) {
            signs.add(plural("beganBlocked", " outlier", " outliers") + " began while their thread was blocked");
        }
        return "No thread works like that: " + String.join("; ", signs) + ". On "
                + plural("threads", " thread", " threads")
                + " iterations were committed that began on another one, or that took turns. So nothing that these threads did or waited for explains the "
                + plural("outliers", " outlier", " outliers") + " that they committed.";
    }

    private String limited(String what) {
        return grouped("The JVM recorded at most %,d " + what
                + " reads and as many writes a second, and there were more: those that"
                + " outliers waited for may be missing. straggler jfc writes settings without a limit.");
    }

    private String memoryHigh() {
        return count("highReached") == 0
                ? ""
                : "; the group was slowed down " + plural("highReached", " time", " times")
                        + " for being above its memory.high";
    }

    /** All counts, in their order, with separators. */
    private String grouped(String format) {
        return String.format(Locale.ROOT, format, counts.values().toArray());
    }

    private String grouped(String format, String... names) {
        return String.format(
                Locale.ROOT, format, Arrays.stream(names).map(this::count).toArray());
    }

    private String waited(String why) {
        return "The pacing thread waited " + Durations.format(count("waitedNs")) + " " + why;
    }
}
