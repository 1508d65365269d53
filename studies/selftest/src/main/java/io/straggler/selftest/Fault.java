package io.straggler.selftest;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a labelled iteration is made to suffer. One row of the table each, but for {@link #DISTURBED}. */
public enum Fault {
    GC("explicit GC"),
    ALLOCATION("allocation storm"),
    SAFEPOINT("safepoint operation"),
    TIME_TO_SAFEPOINT("late to safepoint"),
    MONITOR("contended monitor"),
    PARK("park"),
    SLEEP("sleep"),
    FILE("file write + force"),
    SOCKET("socket wait"),
    HOG("CPU hog, same core"),
    STOPPED("process stopped"),
    FIRST_TOUCH("fresh memory"),
    CLASS_LOADING("class loading"),
    DEOPTIMIZATION("deoptimisation"),
    SLOW_CODE("slow code"),
    BURST("burst of arrivals"),
    FILE_DESCRIPTOR_SYNC("sync of a file descriptor", Regime.APPLICATION),
    FILE_READ("reads of a large file", Regime.APPLICATION),
    MAPPED_FROM_DISK("mapped file, on disk", Regime.APPLICATION),
    MAPPED_IN_MEMORY("mapped file, in memory", Regime.APPLICATION),
    SOCKET_CHANNEL("socket channel", Regime.APPLICATION),
    SELECTOR("selector", Regime.APPLICATION),
    DATAGRAM("datagram", Regime.APPLICATION),
    PIPE("pipe", Regime.APPLICATION),
    QUEUE("empty queue", Regime.APPLICATION),
    FUTURE("future", Regime.APPLICATION),
    LATCH("latch", Regime.APPLICATION),
    LOCK("owned lock", Regime.APPLICATION),
    NOTIFICATION("notification", Regime.APPLICATION),
    JOIN("end of a thread", Regime.APPLICATION),
    DIRECT_BUFFER("direct buffers", Regime.APPLICATION),
    LARGE_ARRAY("large arrays", Regime.APPLICATION),
    COMPRESSION("compression", Regime.APPLICATION),
    FORMATTING("formatting", Regime.APPLICATION),
    REGULAR_EXPRESSION("regular expression", Regime.APPLICATION),
    SORTING("sorting", Regime.APPLICATION),
    EXCEPTIONS("deep exceptions", Regime.APPLICATION),
    PARALLEL_STREAM("parallel stream", Regime.APPLICATION),
    LAMBDA_LINKAGE("linkage of lambdas", Regime.APPLICATION),
    GC_ELSEWHERE("another thread's GC", Regime.APPLICATION),
    SEMAPHORE("semaphore", Regime.APPLICATION),
    HANDOFF("hand-off", Regime.APPLICATION),
    WRITE_LOCK("lock held for writing", Regime.APPLICATION),
    HELD_MONITOR("held monitor", Regime.APPLICATION),
    TIMED_WAIT("wait with a timeout", Regime.APPLICATION),
    DIRECTORY("listing of a directory", Regime.APPLICATION),
    SMALL_WRITES("small writes", Regime.APPLICATION),
    FULL_PIPE("full pipe", Regime.APPLICATION),
    CONNECTIONS("new connections", Regime.APPLICATION),
    HTTP("HTTP request", Regime.APPLICATION),
    BUSY_WAIT("busy wait", Regime.APPLICATION),
    PROXIES("new proxies", Regime.APPLICATION),
    SERIALIZATION("serialisation", Regime.APPLICATION),
    BIG_NUMBERS("big numbers", Regime.APPLICATION),
    MAP_GROWTH("growing map", Regime.APPLICATION),
    INTERNING("interned strings", Regime.APPLICATION),
    DIGEST("digest", Regime.APPLICATION),
    ALL_STACKS("stacks of all threads", Regime.APPLICATION),
    BARRIER("barrier", Regime.APPLICATION),
    EXCHANGER("exchanger", Regime.APPLICATION),
    BACK_OFF("back-off", Regime.APPLICATION),
    FILE_COPY("copy of a file", Regime.APPLICATION),
    TEMPORARY_FILES("temporary files", Regime.APPLICATION),
    FILE_LOCK("lock of a file", Regime.APPLICATION),
    SHORT_MAPPINGS("short mappings", Regime.APPLICATION),
    PROCESS_INFORMATION("questions about processes", Regime.APPLICATION),
    NETWORK_INTERFACES("questions about networks", Regime.APPLICATION),
    HIDDEN_CLASSES("hidden classes", Regime.APPLICATION),
    CLASS_FILES("classes from files", Regime.APPLICATION),
    RANDOM_BYTES("random bytes", Regime.APPLICATION),
    STACK_WALK("walks of the stack", Regime.APPLICATION),
    PHASER("phaser", Regime.APPLICATION),
    DELAY_QUEUE("delayed element", Regime.APPLICATION),
    EXECUTOR("task of an executor", Regime.APPLICATION),
    MAP_CONTENTION("contended map", Regime.APPLICATION),
    CLASS_INITIALIZATION("initialiser elsewhere", Regime.APPLICATION),
    DOMAIN_SOCKET("socket in a folder", Regime.APPLICATION),
    REFERENCE_QUEUE("reference queue", Regime.APPLICATION),
    YIELDING_WAIT("wait that yields", Regime.APPLICATION),
    FILE_ATTRIBUTES("attributes of a file", Regime.APPLICATION),
    FILE_LENGTH("length of a file", Regime.APPLICATION),
    MAPPED_FORCE("forced mapping", Regime.APPLICATION),
    ARCHIVE("archive", Regime.APPLICATION),
    PROCESSES("processes", Regime.APPLICATION),
    XML("XML", Regime.APPLICATION),
    DATES("dates", Regime.APPLICATION),
    ARRAY_COPIES("copies of arrays", Regime.APPLICATION),
    RECURSION("recursion", Regime.APPLICATION),
    CONDITION("condition of a lock", Regime.APPLICATION),
    STAMPED_LOCK("stamped lock", Regime.APPLICATION),
    FULL_QUEUE("full queue", Regime.APPLICATION),
    PIPED_STREAM("piped stream", Regime.APPLICATION),
    INCOMING_CONNECTION("incoming connection", Regime.APPLICATION),
    READ_TIMEOUT("read that times out", Regime.APPLICATION),
    PROCESS_OUTPUT("output of a process", Regime.APPLICATION),
    SHORT_PARKS("many short parks", Regime.APPLICATION),
    NATIVE_SLEEP("sleep in native code", Regime.APPLICATION),
    NATIVE_READ("read in native code", Regime.APPLICATION),
    THREAD_STARTS("starts of threads", Regime.APPLICATION),
    OTHER_STACK("stack of another thread", Regime.APPLICATION),
    DEADLOCK_SEARCH("search for deadlocks", Regime.APPLICATION),
    CACHE_MISSES("cache misses", Regime.APPLICATION),
    COLLISIONS("colliding keys", Regime.APPLICATION),
    CHECKSUM("checksum", Regime.APPLICATION),
    REFLECTION("reflection", Regime.APPLICATION),
    MISSING_CLASSES("missing classes", Regime.APPLICATION),
    TEXT("text", Regime.APPLICATION),
    RENAMED_FILES("renamed files", Regime.APPLICATION),
    LOGGING("logging", Regime.APPLICATION),
    CIPHER("encryption", Regime.APPLICATION),
    SIGNATURE("signatures", Regime.APPLICATION),
    SCATTERED_READS("reads here and there", Regime.APPLICATION),
    GATHERING_WRITES("gathering writes", Regime.APPLICATION),
    TREE_WALK("walk of a tree of files", Regime.APPLICATION),
    PRINTING("printed lines", Regime.APPLICATION),
    GROUPING("grouping in streams", Regime.APPLICATION),
    CONCATENATION("concatenation", Regime.APPLICATION),
    ENCODING("encoded addresses", Regime.APPLICATION),
    CLASS_HISTOGRAM("histogram of classes", Regime.APPLICATION),
    DATAGRAM_BURST("datagrams sent", Regime.APPLICATION),
    SCHEDULED_TASK("scheduled task", Regime.APPLICATION),
    COMPLETION("several futures", Regime.APPLICATION),
    TRANSFER("transfer", Regime.APPLICATION),
    SYNCHRONIZED_MAP("synchronized map", Regime.APPLICATION),
    TIMED_LOCK("lock with a timeout", Regime.APPLICATION),
    WAKE_UP("selector woken up", Regime.APPLICATION),
    SHARED_COUNTER("shared counter", Regime.APPLICATION),
    TRANSFER_TO("transfer to a file", Regime.APPLICATION),
    TRUNCATION("truncation", Regime.APPLICATION),
    SYMBOLIC_LINKS("symbolic links", Regime.APPLICATION),
    FILE_TO_SOCKET("file to a socket", Regime.APPLICATION),
    ZIP_FILE("zip file", Regime.APPLICATION),
    INFLATION("inflation", Regime.APPLICATION),
    BASE64("base64", Regime.APPLICATION),
    KEY_DERIVATION("derived keys", Regime.APPLICATION),
    SCANNER("scanner", Regime.APPLICATION),
    MEMORY_USAGE("usage of memory", Regime.APPLICATION),
    IDENTITY_HASHES("identity hashes", Regime.APPLICATION),
    SERVICE_LOADER("service loader", Regime.APPLICATION),
    WEAK_MAP("weak map", Regime.APPLICATION),
    MATRIX("matrix", Regime.APPLICATION),
    REFUSED_CONNECTIONS("refused connections", Regime.APPLICATION),
    REVERSE_LOOKUP("reverse look-up", Regime.APPLICATION),
    FAIR_LOCK("fair lock", Regime.APPLICATION),
    INTERRUPTED_SLEEP("interrupted sleep", Regime.APPLICATION),
    /** Everything that an injection needs, except the injection. */
    PLACEBO("placebo", Regime.LABORATORY, Regime.APPLICATION),
    /** Never injected: time that the machine took out of an injection whose thread watched the clock. */
    DISTURBED("taken by the machine");

    private final String title;
    private final Set<Regime> regimes;

    Fault(String title) {
        this(title, Regime.LABORATORY);
    }

    Fault(String title, Regime... regimes) {
        this.title = title;
        this.regimes = Set.of(regimes);
    }

    /** Those that can be asked for in a regime, in the order of the table. */
    public static List<Fault> of(Regime regime) {
        Regime kinds = regime == Regime.COMBINED ? Regime.APPLICATION : regime;
        return Arrays.stream(values())
                .filter(fault -> fault != DISTURBED && fault.regimes.contains(kinds))
                .toList();
    }

    /** As people read it. */
    public String title() {
        return title;
    }

    /** As files and options have it, such as {@code time-to-safepoint}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The fault with this id.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Fault ofId(String id) {
        for (Fault fault : values()) {
            if (fault.id().equals(id)) {
                return fault;
            }
        }
        throw new IllegalArgumentException("fault must be a known one: fault=" + id);
    }
}
