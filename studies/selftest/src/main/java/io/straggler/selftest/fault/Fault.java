package io.straggler.selftest.fault;

import static io.straggler.selftest.fault.ExpectedCauses.allocating;
import static io.straggler.selftest.fault.ExpectedCauses.call;
import static io.straggler.selftest.fault.ExpectedCauses.cold;
import static io.straggler.selftest.fault.ExpectedCauses.is;
import static io.straggler.selftest.fault.ExpectedCauses.only;
import static io.straggler.selftest.fault.Regime.APPLICATION;
import static io.straggler.selftest.fault.Regime.LABORATORY;
import static io.straggler.selftest.inject.application.LibraryCall.contending;
import static io.straggler.selftest.inject.application.LibraryCall.repeating;
import static io.straggler.selftest.inject.application.LibraryCall.waiting;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.application.Classes;
import io.straggler.selftest.inject.application.Compression;
import io.straggler.selftest.inject.application.Computations;
import io.straggler.selftest.inject.application.Connections;
import io.straggler.selftest.inject.application.Cryptography;
import io.straggler.selftest.inject.application.DataStructures;
import io.straggler.selftest.inject.application.Directories;
import io.straggler.selftest.inject.application.FileContents;
import io.straggler.selftest.inject.application.Introspection;
import io.straggler.selftest.inject.application.LibraryCall;
import io.straggler.selftest.inject.application.Locks;
import io.straggler.selftest.inject.application.MappedFiles;
import io.straggler.selftest.inject.application.Memory;
import io.straggler.selftest.inject.application.Monitors;
import io.straggler.selftest.inject.application.Pauses;
import io.straggler.selftest.inject.application.Pipes;
import io.straggler.selftest.inject.application.Processes;
import io.straggler.selftest.inject.application.Queues;
import io.straggler.selftest.inject.application.Sockets;
import io.straggler.selftest.inject.application.Synchronizers;
import io.straggler.selftest.inject.application.Tasks;
import io.straggler.selftest.inject.application.Texts;
import io.straggler.selftest.inject.laboratory.AllocationStorm;
import io.straggler.selftest.inject.laboratory.BrokenSpeculations;
import io.straggler.selftest.inject.laboratory.ContendedMonitor;
import io.straggler.selftest.inject.laboratory.ExplicitGc;
import io.straggler.selftest.inject.laboratory.FileForce;
import io.straggler.selftest.inject.laboratory.FirstTouch;
import io.straggler.selftest.inject.laboratory.FreshClasses;
import io.straggler.selftest.inject.laboratory.Hog;
import io.straggler.selftest.inject.laboratory.LateToSafepoint;
import io.straggler.selftest.inject.laboratory.OutsideSafepoint;
import io.straggler.selftest.inject.laboratory.Parking;
import io.straggler.selftest.inject.laboratory.Placebo;
import io.straggler.selftest.inject.laboratory.Sleeping;
import io.straggler.selftest.inject.laboratory.SlowCode;
import io.straggler.selftest.inject.laboratory.SocketWait;
import io.straggler.selftest.inject.laboratory.StoppedProcess;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A fault of a labelled iteration, a row each: title, regime, right answers, injector. Library calls belong to {@link Regime#APPLICATION}.
 *
 * <p>The order is part of every plan: a new fault is the last row before {@link #PLACEBO}. Files and command lines have the names.
 */
public enum Fault {
    /** A collection is asked for as an operation at a safepoint, which all threads have to reach. */
    GC(
            "explicit GC",
            LABORATORY,
            only(Cause.GC_PAUSE).or(Cause.VM_OPERATION, Cause.TIME_TO_SAFEPOINT),
            site -> new ExplicitGc()),
    /** Allocation causes collections. */
    ALLOCATION(
            "allocation storm",
            LABORATORY,
            is(Cause.GC_PAUSE, Cause.ALLOCATION).or(Cause.VM_OPERATION, Cause.TIME_TO_SAFEPOINT, Cause.PAGE_FAULT),
            site -> new AllocationStorm()),
    SAFEPOINT(
            "safepoint operation",
            LABORATORY,
            only(Cause.VM_OPERATION).or(Cause.TIME_TO_SAFEPOINT),
            OutsideSafepoint::new),
    TIME_TO_SAFEPOINT("late to safepoint", LABORATORY, only(Cause.TIME_TO_SAFEPOINT), LateToSafepoint::new),
    MONITOR("contended monitor", LABORATORY, is(Cause.MONITOR), ContendedMonitor::new),
    PARK("park", LABORATORY, is(Cause.PARK), site -> new Parking()),
    SLEEP("sleep", LABORATORY, is(Cause.SLEEP), site -> new Sleeping()),
    FILE("file write + force", LABORATORY, is(Cause.FILE_IO), FileForce::new),
    SOCKET("socket wait", LABORATORY, is(Cause.SOCKET_IO), SocketWait::new),
    HOG("CPU hog, same core", LABORATORY, only(Cause.RUN_QUEUE), Hog::new),
    STOPPED("process stopped", LABORATORY, only(Cause.STOPPED), StoppedProcess::new),
    FIRST_TOUCH("fresh memory", LABORATORY, is(Cause.PAGE_FAULT), site -> new FirstTouch()),
    CLASS_LOADING("class loading", LABORATORY, is(Cause.CLASS_LOADING), site -> new FreshClasses()),
    DEOPTIMIZATION("deoptimisation", LABORATORY, is(Cause.DEOPTIMIZATION), site -> new BrokenSpeculations()),
    SLOW_CODE("slow code", LABORATORY, is(Cause.CODE).or(Cause.USUAL_WORK), site -> new SlowCode()),
    /** Faults that need a separate run, made by its arrivals. */
    BURST("burst of arrivals", LABORATORY, only(Cause.LOAD)),
    FILE_DESCRIPTOR_SYNC("sync of a file descriptor", is(Cause.FILE_IO), repeating(FileContents::sync)),
    FILE_READ("reads of a large file", call(Cause.FILE_IO).or(Cause.PAGE_FAULT), repeating(FileContents::readAll)),
    /** A wait for a disk may take place in the kernel, on a page of the file. */
    MAPPED_FROM_DISK(
            "mapped file, on disk",
            APPLICATION,
            cold(Cause.FILE_IO, Cause.PAGE_FAULT).or(Cause.CODE),
            MappedFiles::onDisk),
    MAPPED_IN_MEMORY(
            "mapped file, in memory", APPLICATION, cold(Cause.PAGE_FAULT).or(Cause.CODE), MappedFiles::inMemory),
    SOCKET_CHANNEL("socket channel", is(Cause.SOCKET_IO), waiting(Sockets::read)),
    SELECTOR("selector", is(Cause.SOCKET_IO), waiting(Sockets::select)),
    DATAGRAM("datagram", is(Cause.SOCKET_IO), waiting(Sockets::receive)),
    PIPE("pipe", is(Cause.FILE_IO, Cause.SOCKET_IO), waiting(Pipes::read)),
    QUEUE("empty queue", is(Cause.PARK), waiting(Queues::take)),
    FUTURE("future", is(Cause.PARK), waiting(Tasks::getFuture)),
    LATCH("latch", is(Cause.PARK), waiting(Synchronizers::awaitLatch)),
    LOCK("owned lock", is(Cause.PARK), contending(Locks::lock)),
    NOTIFICATION("notification", is(Cause.WAIT), waiting(Monitors::awaitNotification)),
    JOIN("end of a thread", is(Cause.WAIT), waiting(Tasks::joinThread)),
    DIRECT_BUFFER(
            "direct buffers",
            cold(Cause.ALLOCATION, Cause.PAGE_FAULT).or(Cause.CODE),
            repeating(Memory::allocateDirectly)),
    LARGE_ARRAY(
            "large arrays",
            is(Cause.GC_PAUSE, Cause.ALLOCATION, Cause.PAGE_FAULT)
                    .or(Cause.CODE, Cause.VM_OPERATION, Cause.TIME_TO_SAFEPOINT, Cause.DEOPTIMIZATION),
            repeating(Memory::allocateLargeArray)),
    COMPRESSION("compression", cold(Cause.CODE), repeating(Compression::compress)),
    FORMATTING("formatting", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Texts::format)),
    REGULAR_EXPRESSION("regular expression", cold(Cause.CODE), repeating(Texts::match)),
    SORTING("sorting", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(DataStructures::sort)),
    EXCEPTIONS("deep exceptions", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Computations::failDeeply)),
    /** The thread works itself, and waits for those that work for it. */
    PARALLEL_STREAM(
            "parallel stream",
            allocating(Cause.CODE, Cause.GC_PAUSE, Cause.PARK).or(Cause.RUN_QUEUE),
            repeating(Tasks::streamInParallel)),
    LAMBDA_LINKAGE("linkage of lambdas", call(Cause.CLASS_LOADING), repeating(Classes::linkLambda)),
    GC_ELSEWHERE(
            "another thread's GC",
            is(Cause.GC_PAUSE)
                    .or(Cause.CODE, Cause.VM_OPERATION, Cause.TIME_TO_SAFEPOINT, Cause.RUN_QUEUE, Cause.USUAL_WORK),
            waiting(Memory::workBesideCollection).anywhere()),
    SEMAPHORE("semaphore", is(Cause.PARK), waiting(Synchronizers::acquireSemaphore)),
    HANDOFF("hand-off", is(Cause.PARK).or(Cause.CODE, Cause.USUAL_WORK), waiting(Queues::takeHandedOff)),
    WRITE_LOCK("lock held for writing", is(Cause.PARK), contending(Locks::lockForReading)),
    HELD_MONITOR("held monitor", is(Cause.MONITOR), contending(Monitors::enter)),
    TIMED_WAIT("wait with a timeout", is(Cause.WAIT), waiting(Monitors::waitInVain)),
    DIRECTORY("listing of a directory", call(Cause.FILE_IO), repeating(Directories::list)),
    SMALL_WRITES("small writes", cold(Cause.FILE_IO).or(Cause.CODE), repeating(FileContents::writeLittle)),
    FULL_PIPE("full pipe", cold(Cause.FILE_IO, Cause.SOCKET_IO).or(Cause.CODE), waiting(Pipes::fill)),
    CONNECTIONS("new connections", call(Cause.SOCKET_IO).or(Cause.FILE_IO), repeating(Connections::connect)),
    HTTP(
            "HTTP request",
            cold(Cause.SOCKET_IO).or(Cause.CODE, Cause.PARK, Cause.CLASS_LOADING),
            waiting(Connections::request)),
    BUSY_WAIT("busy wait", cold(Cause.CODE), waiting(Pauses::spin)),
    PROXIES("new proxies", allocating(Cause.CLASS_LOADING).or(Cause.CODE), repeating(Classes::makeProxy)),
    SERIALIZATION("serialisation", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(DataStructures::serialize)),
    BIG_NUMBERS("big numbers", allocating(Cause.CODE), repeating(Computations::multiplyBigNumbers)),
    MAP_GROWTH(
            "growing map",
            allocating(Cause.CODE, Cause.GC_PAUSE, Cause.ALLOCATION),
            repeating(DataStructures::growMap)),
    INTERNING("interned strings", allocating(Cause.CODE), repeating(Texts::intern)),
    DIGEST("digest", cold(Cause.CODE), repeating(Cryptography::digest)),
    ALL_STACKS(
            "stacks of all threads",
            call(Cause.VM_OPERATION).or(Cause.TIME_TO_SAFEPOINT, Cause.RUN_QUEUE),
            repeating(Introspection::dumpAllStacks)),
    BARRIER("barrier", is(Cause.PARK), waiting(Synchronizers::awaitBarrier)),
    EXCHANGER("exchanger", is(Cause.PARK).or(Cause.CODE, Cause.USUAL_WORK), waiting(Queues::exchange)),
    BACK_OFF("back-off", is(Cause.SLEEP), waiting(Pauses::backOff)),
    FILE_COPY("copy of a file", call(Cause.FILE_IO).or(Cause.PAGE_FAULT), repeating(FileContents::copy)),
    TEMPORARY_FILES("temporary files", call(Cause.FILE_IO), repeating(Directories::createTemporaryFile)),
    FILE_LOCK("lock of a file", call(Cause.FILE_IO), repeating(FileContents::lock)),
    SHORT_MAPPINGS("short mappings", call(Cause.FILE_IO, Cause.PAGE_FAULT), repeating(MappedFiles::mapShortly)),
    /** Native code of the JDK reads the system's files on processes and networks. */
    PROCESS_INFORMATION("questions about processes", call(Cause.FILE_IO), repeating(Processes::askSystem)),
    NETWORK_INTERFACES(
            "questions about networks", call(Cause.FILE_IO, Cause.SOCKET_IO), repeating(Connections::listNetworks)),
    HIDDEN_CLASSES(
            "hidden classes", allocating(Cause.CLASS_LOADING).or(Cause.CODE), repeating(Classes::defineHiddenClass)),
    CLASS_FILES(
            "classes from files",
            allocating(Cause.FILE_IO, Cause.CLASS_LOADING).or(Cause.CODE),
            repeating(Classes::loadFromFile)),
    /** The bytes come from the system's file, and from a digest of it. */
    RANDOM_BYTES("random bytes", allocating(Cause.CODE, Cause.FILE_IO), repeating(Cryptography::drawBytes)),
    STACK_WALK("walks of the stack", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Introspection::walkStack)),
    PHASER("phaser", is(Cause.PARK), waiting(Synchronizers::awaitPhaser)),
    DELAY_QUEUE("delayed element", is(Cause.PARK), waiting(Queues::takeDelayed)),
    EXECUTOR("task of an executor", is(Cause.PARK).or(Cause.CODE, Cause.USUAL_WORK), waiting(Tasks::submit)),
    MAP_CONTENTION(
            "contended map", is(Cause.MONITOR).or(Cause.CODE, Cause.USUAL_WORK), contending(Monitors::computeInMap)),
    CLASS_INITIALIZATION(
            "initialiser elsewhere", cold(Cause.CLASS_LOADING).or(Cause.CODE), contending(Classes::awaitInitializer)),
    DOMAIN_SOCKET("socket in a folder", is(Cause.SOCKET_IO), waiting(Sockets::readLocally)),
    /** Causes of a lock of the JDK: a monitor until JDK 20, a park from then on. */
    REFERENCE_QUEUE("reference queue", is(Cause.PARK, Cause.WAIT), waiting(Queues::awaitReference)),
    /** The thread works, and gives its core to whoever wants it. */
    YIELDING_WAIT("wait that yields", cold(Cause.CODE, Cause.RUN_QUEUE), waiting(Pauses::yieldOften)),
    FILE_ATTRIBUTES("attributes of a file", call(Cause.FILE_IO), repeating(Directories::askForAttributes)),
    FILE_LENGTH("length of a file", cold(Cause.FILE_IO).or(Cause.CODE), repeating(FileContents::resize)),
    MAPPED_FORCE("forced mapping", cold(Cause.FILE_IO, Cause.PAGE_FAULT).or(Cause.CODE), repeating(MappedFiles::force)),
    ARCHIVE("archive", allocating(Cause.CODE, Cause.FILE_IO), repeating(Compression::unpack)),
    /** The thread reads whether the new process could be started, and waits for its end. */
    PROCESSES(
            "processes",
            allocating(Cause.PARK, Cause.WAIT, Cause.PROCESS_START, Cause.FILE_IO)
                    .or(Cause.CODE, Cause.MONITOR),
            repeating(Processes::start)),
    XML(
            "XML",
            allocating(Cause.CODE, Cause.GC_PAUSE).or(Cause.FILE_IO, Cause.CLASS_LOADING),
            repeating(Texts::parseXml)),
    DATES("dates", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Texts::formatDate)),
    ARRAY_COPIES("copies of arrays", cold(Cause.CODE).or(Cause.PAGE_FAULT), repeating(Memory::copyArray)),
    RECURSION("recursion", cold(Cause.CODE).or(Cause.PAGE_FAULT), repeating(Computations::recurse)),
    CONDITION("condition of a lock", is(Cause.PARK), waiting(Locks::awaitSignal)),
    STAMPED_LOCK("stamped lock", is(Cause.PARK).or(Cause.CODE, Cause.USUAL_WORK), contending(Locks::lockStamped)),
    FULL_QUEUE("full queue", is(Cause.PARK), waiting(Queues::put)),
    PIPED_STREAM("piped stream", is(Cause.WAIT), waiting(Pipes::readStream)),
    INCOMING_CONNECTION("incoming connection", is(Cause.SOCKET_IO), waiting(Connections::accept)),
    READ_TIMEOUT("read that times out", is(Cause.SOCKET_IO), waiting(Sockets::readInVain)),
    PROCESS_OUTPUT("output of a process", is(Cause.FILE_IO), waiting(Processes::ask)),
    SHORT_PARKS("many short parks", cold(Cause.PARK).or(Cause.CODE), waiting(Pauses::parkOften)),
    NATIVE_SLEEP("sleep in native code", is(Cause.SLEEP), waiting(Pauses::sleepNatively)),
    NATIVE_READ("read in native code", is(Cause.FILE_IO, Cause.SOCKET_IO), waiting(Pipes::readNatively)),
    /** The JVM waits until the system's thread has begun, and for locks that ending threads hold. */
    THREAD_STARTS(
            "starts of threads",
            allocating(Cause.CODE, Cause.MONITOR, Cause.WAIT).or(Cause.RUN_QUEUE, Cause.PAGE_FAULT),
            repeating(Tasks::startThread)),
    /** Newer JVMs have the thread look at the other one itself. */
    OTHER_STACK(
            "stack of another thread",
            cold(Cause.CODE, Cause.VM_OPERATION).or(Cause.TIME_TO_SAFEPOINT, Cause.RUN_QUEUE, Cause.ALLOCATION),
            repeating(Introspection::dumpOtherStack)),
    DEADLOCK_SEARCH(
            "search for deadlocks",
            call(Cause.VM_OPERATION).or(Cause.TIME_TO_SAFEPOINT, Cause.RUN_QUEUE),
            repeating(Introspection::searchDeadlocks)),
    CACHE_MISSES("cache misses", cold(Cause.CODE), repeating(Memory::missCaches)),
    COLLISIONS(
            "colliding keys", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(DataStructures::lookUpCollidingKeys)),
    CHECKSUM("checksum", cold(Cause.CODE), repeating(Compression::sum)),
    REFLECTION("reflection", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Classes::callByReflection)),
    MISSING_CLASSES(
            "missing classes",
            allocating(Cause.CLASS_LOADING).or(Cause.CODE, Cause.FILE_IO),
            repeating(Classes::findMissing)),
    TEXT("text", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Texts::takeApart)),
    RENAMED_FILES("renamed files", call(Cause.FILE_IO), repeating(Directories::rename)),
    LOGGING("logging", allocating(Cause.CODE, Cause.GC_PAUSE, Cause.FILE_IO), repeating(FileContents::log)),
    CIPHER("encryption", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Cryptography::encrypt)),
    SIGNATURE("signatures", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Cryptography::sign)),
    SCATTERED_READS(
            "reads here and there", cold(Cause.FILE_IO).or(Cause.CODE), repeating(FileContents::readHereAndThere)),
    GATHERING_WRITES("gathering writes", call(Cause.FILE_IO), repeating(FileContents::gather)),
    TREE_WALK("walk of a tree of files", call(Cause.FILE_IO), repeating(Directories::walk)),
    PRINTING("printed lines", allocating(Cause.CODE, Cause.FILE_IO), repeating(FileContents::print)),
    GROUPING("grouping in streams", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(DataStructures::group)),
    CONCATENATION(
            "concatenation", allocating(Cause.CODE, Cause.GC_PAUSE, Cause.ALLOCATION), repeating(Texts::concatenate)),
    ENCODING("encoded addresses", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Texts::encodeAddress)),
    /** All objects are counted while all threads stand; a text is made before and after. */
    CLASS_HISTOGRAM(
            "histogram of classes",
            call(Cause.GC_PAUSE, Cause.VM_OPERATION).or(Cause.TIME_TO_SAFEPOINT, Cause.RUN_QUEUE),
            repeating(Introspection::countObjects)),
    DATAGRAM_BURST("datagrams sent", call(Cause.SOCKET_IO), repeating(Sockets::sendDatagram)),
    SCHEDULED_TASK("scheduled task", is(Cause.PARK), waiting(Tasks::schedule)),
    COMPLETION("several futures", is(Cause.PARK), waiting(Tasks::joinFutures)),
    TRANSFER("transfer", is(Cause.PARK), waiting(Queues::transfer)),
    SYNCHRONIZED_MAP("synchronized map", is(Cause.MONITOR), contending(Monitors::readSynchronizedMap)),
    TIMED_LOCK("lock with a timeout", is(Cause.PARK), contending(Locks::lockInTime)),
    WAKE_UP("selector woken up", is(Cause.SOCKET_IO), waiting(Sockets::selectUntilWokenUp)),
    SHARED_COUNTER("shared counter", cold(Cause.CODE), repeating(Computations::countTogether)),
    TRANSFER_TO("transfer to a file", call(Cause.FILE_IO), repeating(FileContents::transfer)),
    TRUNCATION("truncation", cold(Cause.FILE_IO).or(Cause.CODE), repeating(FileContents::truncate)),
    SYMBOLIC_LINKS("symbolic links", call(Cause.FILE_IO), repeating(Directories::link)),
    /** One call of the system reads the file and writes to the socket. */
    FILE_TO_SOCKET("file to a socket", call(Cause.FILE_IO, Cause.SOCKET_IO), repeating(Sockets::sendFile)),
    ZIP_FILE("zip file", allocating(Cause.CODE, Cause.FILE_IO), repeating(Compression::openZipFile)),
    INFLATION("inflation", cold(Cause.CODE), repeating(Compression::inflate)),
    BASE64("base64", allocating(Cause.CODE, Cause.GC_PAUSE, Cause.ALLOCATION), repeating(Texts::encodeBase64)),
    KEY_DERIVATION("derived keys", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Cryptography::deriveKey)),
    SCANNER("scanner", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Texts::scanNumbers)),
    MEMORY_USAGE("usage of memory", allocating(Cause.CODE), repeating(Introspection::sumMemoryUsage)),
    IDENTITY_HASHES("identity hashes", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(Memory::hashIdentities)),
    /** The names of classes are looked for in modules and on the class path. */
    SERVICE_LOADER(
            "service loader",
            allocating(Cause.CODE, Cause.FILE_IO, Cause.CLASS_LOADING),
            repeating(Classes::loadServices)),
    WEAK_MAP("weak map", allocating(Cause.CODE, Cause.GC_PAUSE), repeating(DataStructures::fillWeakMap)),
    MATRIX("matrix", cold(Cause.CODE), repeating(Computations::multiplyMatrix)),
    REFUSED_CONNECTIONS(
            "refused connections", call(Cause.SOCKET_IO).or(Cause.FILE_IO), repeating(Connections::connectInVain)),
    /** The system's file of hosts is read. */
    REVERSE_LOOKUP("reverse look-up", call(Cause.NAME_LOOKUP, Cause.FILE_IO), repeating(Connections::lookUpName)),
    FAIR_LOCK("fair lock", is(Cause.PARK), contending(Locks::lockFairly)),
    INTERRUPTED_SLEEP("interrupted sleep", is(Cause.SLEEP), waiting(Pauses::sleepUntilInterrupted)),
    /** Everything that an injection needs, except the injection. */
    PLACEBO("placebo", Set.of(LABORATORY, APPLICATION), only().or(Cause.USUAL_WORK), site -> new Placebo()),
    /** Never injected: time that the machine took. Who ran instead is not known, nor whether a stack was taken. */
    DISTURBED(
            "taken by the machine",
            Set.of(),
            only(Cause.RUN_QUEUE, Cause.COMPILATION, Cause.THROTTLING, Cause.STEAL, Cause.DISPATCH)
                    .or(Cause.CAPTURE),
            null);

    private final String title;
    private final Set<Regime> regimes;
    private final ExpectedCauses expected;

    /** Null for what is not injected. */
    private final Injector.@Nullable Maker injector;

    /** A library call, for the regime {@link Regime#APPLICATION}. */
    Fault(String title, ExpectedCauses expected, LibraryCall<?> injector) {
        this(title, APPLICATION, expected, injector);
    }

    Fault(String title, Regime regime, ExpectedCauses expected) {
        this(title, regime, expected, null);
    }

    Fault(String title, Regime regime, ExpectedCauses expected, Injector.@Nullable Maker injector) {
        this(title, Set.of(regime), expected, injector);
    }

    Fault(String title, Set<Regime> regimes, ExpectedCauses expected, Injector.@Nullable Maker injector) {
        this.title = title;
        this.regimes = regimes;
        this.expected = expected;
        this.injector = injector;
    }

    /** The faults that can be asked for in a regime, in the order of the table. */
    public static List<Fault> of(Regime regime) {
        Regime kinds = regime == LABORATORY ? LABORATORY : APPLICATION;
        return Arrays.stream(values())
                .filter(fault -> fault.regimes.contains(kinds))
                .toList();
    }

    /** Name for people. */
    public String title() {
        return title;
    }

    /** Name in files and options, such as {@code time-to-safepoint}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Right answers. */
    public ExpectedCauses expected() {
        return expected;
    }

    /**
     * Makes an injector.
     *
     * @throws ImpossibleException if this machine lacks what it needs
     */
    public Injector injector(InjectionSite site) throws ImpossibleException {
        if (injector == null) {
            throw new IllegalArgumentException("fault must be one that is injected: fault=" + id());
        }
        return injector.make(site);
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
