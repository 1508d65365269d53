package io.straggler.diagnosis;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Partner.Role;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import io.straggler.model.WaitedFor.Blocked;
import io.straggler.model.WaitedFor.Running;
import io.straggler.model.WaitedFor.Within;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says what made iterations slow as the end of a sentence about them: <i>waited for the lock in PriceCache.run, which thread flusher held while it forced quotes.log to disk</i>. Classes go without
 * their package, files without most of their folders.
 */
public final class Because {
    /** Characters of a file or of a thread's name. */
    private static final int LONGEST_NAME = 60;

    private static final String ENTRY = "an entry of a queue";

    private static final Pattern PACKAGE = Pattern.compile("(?<![\\w/$.-])(?:[a-z_]\\w*+\\.)++(?=[A-Z])");

    /** A pause as the JVM's log names it, with collector and reason. */
    private static final Pattern COLLECTION = Pattern.compile("^GC Pause \\((.*)\\)$");

    private static final Pattern OTHER_PROCESSES = Pattern.compile("no thread of this process|other processes");

    /** Nouns for what a parked thread waits for, by the class that it is parked in or the JDK's method that it has called; the first that fits. */
    private static final Map<Pattern, String> AWAITED = awaited();

    /** A method of a class, where a class might be named. */
    private static final Pattern METHOD = Pattern.compile("\\.[a-z]\\w*$");

    private static final Pattern WERE = Pattern.compile("^were ");

    private Because() {}

    private static Map<Pattern, String> awaited() {
        Map<Pattern, String> awaited = new LinkedHashMap<>();
        awaited.put(
                Pattern.compile("Lock(\\$\\w+)*(\\.(lock|lockInterruptibly|tryLock|(read|write)Lock))?$"), "the lock");
        awaited.put(Pattern.compile("\\bSemaphore\\b"), "a permit");
        awaited.put(Pattern.compile("\\bCountDownLatch\\b"), "a latch");
        awaited.put(Pattern.compile("\\b(FutureTask|CompletableFuture|ForkJoinTask)\\b"), "a future");
        awaited.put(Pattern.compile("(Queue|Deque)\\b.*\\.(put|offer|transfer)\\w*$"), "room in a queue");
        awaited.put(Pattern.compile("(Queue|Deque)\\b"), ENTRY);
        awaited.put(Pattern.compile("\\bConditionObject\\b|\\bCondition\\b"), "a condition");
        return awaited;
    }

    /**
     * The end of a sentence that begins with iterations.
     *
     * @param place where the cause took most of their time; may be empty
     */
    public static String of(Cause cause, Place place) {
        return switch (cause) {
            case GC_PAUSE -> "waited for a GC pause" + inBrackets(place);
            case VM_OPERATION -> "waited for an operation of the JVM" + inBrackets(place);
            case TIME_TO_SAFEPOINT -> "waited until all threads stood still" + inBrackets(place);
            case RUN_QUEUE -> "had no core" + whoHadIt(place);
            case COMPILATION -> "had no core, because a compiler had it" + inBrackets(place);
            case THROTTLING -> "had no core, because their control group had used up its share";
            case CARRIER -> "could not go on, because no carrier was free" + inBrackets(place);
            case MONITOR, PARK, WAIT, SLEEP, FILE_IO, SOCKET_IO, CLASS_LOADING ->
                act(cause.kind().orElseThrow(), place);
            case NAME_LOOKUP -> "waited for the address of a name" + in(place);
            case PROCESS_START -> "waited for a process to start" + in(place);
            case ALLOCATION -> "waited for memory to allocate" + inBrackets(place);
            case STOPPED -> "stood still, because the process was stopped";
            case STEAL -> "had no core, because the host had given it to somebody else";
            case PAGE_FAULT -> "touched memory for the first time" + in(place);
            case DEOPTIMIZATION -> "ran code that was not compiled" + in(place);
            case ENTRY_BARRIER -> "entered code for the first time since a collection" + in(place);
            case CODE -> "used more CPU time than usual" + in(place);
            case OTHER_WORK -> "were queued behind other work" + in(place);
            default -> "were late because of " + cause.label() + in(place);
        };
    }

    /** The end of a sentence that begins with one iteration. */
    public static String ofOne(Cause cause, Place place) {
        return WERE.matcher(of(cause, place)).replaceFirst("was ");
    }

    /** Clause behind what is said of GC pauses: who filled the heap before them; empty if no method did most of it. */
    public static String after(Allocations allocations) {
        return allocations
                .mostlyIn()
                .map(method -> ", after allocations mostly in " + brief(method))
                .orElse("");
    }

    /** Clause about a blocked thread, with the thread that it waited for. */
    private static String act(Kind kind, Place place) {
        String what = brief(place.what());
        String on = brief(place.on());
        String did = switch (kind) {
            case MONITOR_ENTER -> "waited for the monitor" + (place.caller().isEmpty() ? ofClass(what) : in(place));
            case PARK -> parked(place);
            case MONITOR_WAIT -> "waited to be notified" + in(place);
            case SLEEP -> "slept" + in(place);
            case FILE_IO -> io(what, on, "") + inCaller(place);
            case SOCKET_IO -> io(what, on, " from ") + inCaller(place);
            case CLASS_LOADING ->
                METHOD.matcher(what).find() ? "loaded classes" + in(place) : "loaded class " + what + inCaller(place);
            case GC_PAUSE -> "waited for a GC pause" + inBrackets(place);
            default -> "was in " + kind.label() + inBrackets(place.withoutPartner());
        };
        return did
                + place.partner()
                        .map(other -> waitedFor(other, did.startsWith("waited"), kind == Kind.MONITOR_WAIT))
                        .orElse("");
    }

    private static String ofClass(String name) {
        return name.isEmpty() ? "" : " of " + name;
    }

    private static String parked(Place place) {
        Optional<String> awaited = AWAITED.entrySet().stream()
                .filter(one -> one.getKey().matcher(place.what()).find())
                .map(Map.Entry::getValue)
                .findFirst();
        // Pools hand their objects over in queues.
        boolean pooled = awaited.filter(ENTRY::equals).isPresent()
                && place.partner().filter(other -> other.role() == Role.OWNER).isPresent();
        return pooled
                ? "waited for an object of a pool" + inCaller(place)
                : awaited.isPresent() ? "waited for " + awaited.get() + inCaller(place) : "waited" + in(place);
    }

    /** @param from between a read and what was read from */
    private static String io(String call, String on, String from) {
        return switch (call) {
            case "read" ->
                from.isEmpty()
                        ? "read" + (on.isEmpty() ? "" : " " + on)
                        : "waited for data" + (on.isEmpty() ? "" : from + on);
            case "write" -> "wrote" + (on.isEmpty() ? "" : " to " + on);
            case "force" -> "forced " + (on.isEmpty() ? "a file" : on) + " to disk";
            default ->
                on.isEmpty() && !call.contains("/")
                        ? "waited in " + call
                        : "waited for " + call + (on.isEmpty() ? "" : ", " + on);
        };
    }

    /** Place of an act: the program's method, or else whatever is known. */
    private static String in(Place place) {
        if (!place.caller().isEmpty()) {
            return inCaller(place);
        }
        String what = brief(place.what());
        String on = brief(place.on());
        return what.isEmpty() ? "" : " in " + what + (on.isEmpty() ? "" : ", " + on);
    }

    private static String inCaller(Place place) {
        return place.caller().isEmpty() ? "" : " in " + brief(place.caller());
    }

    private static String inBrackets(Place place) {
        String words = COLLECTION.matcher(plain(place.withoutPartner().words())).replaceAll("$1");
        return words.isEmpty() ? "" : " (" + words + ")";
    }

    private static String whoHadIt(Place place) {
        String who = place.words();
        return who.isEmpty()
                ? ""
                : " while " + (OTHER_PROCESSES.matcher(who).find() ? "other processes" : plain(who)) + " had it";
    }

    /**
     * @param waited whether the clause before begins with "waited"
     * @param notified whether it says that they waited to be notified
     */
    private static String waitedFor(WaitedFor other, boolean waited, boolean notified) {
        String thread = "thread " + shortened(other.thread());
        String doing = doing(other);
        if (other.role() == Role.OWNER) {
            return ", which " + thread + " held" + (doing.isEmpty() ? "" : " while it " + doing);
        }
        String preposition = notified && other.role() == Role.NOTIFIER ? "by " : "for ";
        String who = (other.role() == Role.WAKER ? "probably for " : preposition) + thread;
        String comma = waited && other.role() != Role.WAKER ? " " : ", ";
        return comma + (waited ? "" : "waiting ") + who + (doing.isEmpty() ? "" : ", which " + doing);
    }

    private static String doing(WaitedFor other) {
        if (other.did() instanceof Blocked blocked) {
            return act(blocked.kind(), blocked.place());
        }
        if (other.did() instanceof Within within) {
            return "was in " + plain(within.place().words());
        }
        return switch ((Running) other.did()) {
            case RAN -> "ran";
            case WAITED_FOR_CORE -> "had no core";
            case UNKNOWN -> "";
        };
    }

    private static String brief(String name) {
        return shortened(name.startsWith("/") ? name : plain(name));
    }

    private static String plain(String words) {
        return PACKAGE.matcher(words).replaceAll("");
    }

    /** The last elements of a path, or the beginning of another name. */
    private static String shortened(String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        if (!name.startsWith("/")) {
            return name.substring(0, LONGEST_NAME - 1) + "…";
        }
        int from = name.length() - LONGEST_NAME;
        int next = name.indexOf('/', from);
        return "…" + name.substring(next < 0 ? name.lastIndexOf('/') : next);
    }
}
