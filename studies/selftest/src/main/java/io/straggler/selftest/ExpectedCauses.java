package io.straggler.selftest;

import io.straggler.diagnosis.budget.Cause;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which causes are right for a fault: the one place where faults and causes meet.
 *
 * <p>Causes are given by their names, so that one which this version of the diagnosis does not know is merely never found.
 *
 * @param named causes of which one must be the answer
 * @param attendant causes that the fault really brings along, and that may answer for some of its time, but not be the answer
 */
public record ExpectedCauses(Set<Cause> named, Set<Cause> attendant) {
    /** What the sampler and the JVM may do at any time to a thread that runs: the stack tells it from everything else. */
    private static final String ON_TOP = "CAPTURE ENTRY_BARRIER";

    /** What runs seldom is not fully compiled. */
    private static final String COLD = "DEOPTIMIZATION USUAL_WORK " + ON_TOP;

    /** Whatever allocates brings collections about. */
    private static final String STOPS = "VM_OPERATION TIME_TO_SAFEPOINT ALLOCATION ";

    private static final Map<Fault, ExpectedCauses> TABLE = new EnumMap<>(Fault.class);

    static {
        // A collection is asked for as an operation in a safepoint, to which all threads have to come.
        put(Fault.GC, "GC_PAUSE", "VM_OPERATION TIME_TO_SAFEPOINT");
        // Allocating brings collections about, and whoever sees one is right.
        put(Fault.ALLOCATION, "ALLOCATION GC_PAUSE", "VM_OPERATION TIME_TO_SAFEPOINT PAGE_FAULT " + ON_TOP);
        put(Fault.SAFEPOINT, "VM_OPERATION", "TIME_TO_SAFEPOINT");
        put(Fault.TIME_TO_SAFEPOINT, "TIME_TO_SAFEPOINT", "");
        put(Fault.MONITOR, "MONITOR", ON_TOP);
        put(Fault.PARK, "PARK", ON_TOP);
        put(Fault.SLEEP, "SLEEP", ON_TOP);
        put(Fault.FILE, "FILE_IO", ON_TOP);
        put(Fault.SOCKET, "SOCKET_IO", ON_TOP);
        put(Fault.HOG, "RUN_QUEUE", "");
        put(Fault.STOPPED, "STOPPED", "");
        put(Fault.FIRST_TOUCH, "PAGE_FAULT", ON_TOP);
        put(Fault.CLASS_LOADING, "CLASS_LOADING", ON_TOP);
        put(Fault.DEOPTIMIZATION, "DEOPTIMIZATION", ON_TOP);
        put(Fault.SLOW_CODE, "CODE", "USUAL_WORK " + ON_TOP);
        put(Fault.BURST, "LOAD", "");
        // Whoever waits for a disk may wait for it in the kernel, on a page of the file.
        put(Fault.FILE_DESCRIPTOR_SYNC, "FILE_IO", ON_TOP);
        put(Fault.FILE_READ, "FILE_IO", "CODE PAGE_FAULT ALLOCATION " + COLD);
        put(Fault.MAPPED_FROM_DISK, "PAGE_FAULT FILE_IO", "CODE " + COLD);
        put(Fault.MAPPED_IN_MEMORY, "PAGE_FAULT", "CODE " + COLD);
        put(Fault.SOCKET_CHANNEL, "SOCKET_IO", ON_TOP);
        put(Fault.SELECTOR, "SOCKET_IO", ON_TOP);
        put(Fault.DATAGRAM, "SOCKET_IO", ON_TOP);
        put(Fault.PIPE, "FILE_IO SOCKET_IO", ON_TOP);
        put(Fault.QUEUE, "PARK", ON_TOP);
        put(Fault.FUTURE, "PARK", ON_TOP);
        put(Fault.LATCH, "PARK", ON_TOP);
        put(Fault.LOCK, "PARK", ON_TOP);
        put(Fault.NOTIFICATION, "WAIT", ON_TOP);
        put(Fault.JOIN, "WAIT", ON_TOP);
        put(Fault.DIRECT_BUFFER, "PAGE_FAULT ALLOCATION", "CODE " + COLD);
        put(
                Fault.LARGE_ARRAY,
                "ALLOCATION GC_PAUSE PAGE_FAULT",
                "VM_OPERATION TIME_TO_SAFEPOINT CODE DEOPTIMIZATION " + ON_TOP);
        put(Fault.COMPRESSION, "CODE", COLD);
        put(Fault.FORMATTING, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.REGULAR_EXPRESSION, "CODE", COLD);
        put(Fault.SORTING, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.EXCEPTIONS, "CODE GC_PAUSE", STOPS + COLD);
        // It works itself, and waits for those that work for it.
        put(Fault.PARALLEL_STREAM, "CODE PARK GC_PAUSE", "RUN_QUEUE " + STOPS + COLD);
        put(Fault.LAMBDA_LINKAGE, "CLASS_LOADING", "CODE ALLOCATION " + COLD);
        put(Fault.GC_ELSEWHERE, "GC_PAUSE", "VM_OPERATION TIME_TO_SAFEPOINT RUN_QUEUE CODE USUAL_WORK " + ON_TOP);
        put(Fault.SEMAPHORE, "PARK", ON_TOP);
        put(Fault.HANDOFF, "PARK", "CODE USUAL_WORK " + ON_TOP);
        put(Fault.WRITE_LOCK, "PARK", ON_TOP);
        put(Fault.HELD_MONITOR, "MONITOR", ON_TOP);
        put(Fault.TIMED_WAIT, "WAIT", ON_TOP);
        put(Fault.DIRECTORY, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.SMALL_WRITES, "FILE_IO", "CODE " + COLD);
        put(Fault.FULL_PIPE, "FILE_IO SOCKET_IO", "CODE " + COLD);
        put(Fault.CONNECTIONS, "SOCKET_IO", "CODE ALLOCATION FILE_IO " + COLD);
        put(Fault.HTTP, "SOCKET_IO", "CODE PARK CLASS_LOADING " + COLD);
        put(Fault.BUSY_WAIT, "CODE", COLD);
        put(Fault.PROXIES, "CLASS_LOADING", "CODE " + STOPS + COLD);
        put(Fault.SERIALIZATION, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.BIG_NUMBERS, "CODE", STOPS + COLD);
        put(Fault.MAP_GROWTH, "CODE GC_PAUSE ALLOCATION", STOPS + COLD);
        put(Fault.INTERNING, "CODE", STOPS + COLD);
        put(Fault.DIGEST, "CODE", COLD);
        put(Fault.ALL_STACKS, "VM_OPERATION", "TIME_TO_SAFEPOINT CODE ALLOCATION RUN_QUEUE " + COLD);
        put(Fault.BARRIER, "PARK", ON_TOP);
        put(Fault.EXCHANGER, "PARK", "CODE USUAL_WORK " + ON_TOP);
        put(Fault.BACK_OFF, "SLEEP", ON_TOP);
        put(Fault.FILE_COPY, "FILE_IO", "CODE PAGE_FAULT ALLOCATION " + COLD);
        put(Fault.TEMPORARY_FILES, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.FILE_LOCK, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.SHORT_MAPPINGS, "FILE_IO PAGE_FAULT", "CODE ALLOCATION " + COLD);
        // The system's files on processes and networks are read by native code of the JDK.
        put(Fault.PROCESS_INFORMATION, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.NETWORK_INTERFACES, "SOCKET_IO FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.HIDDEN_CLASSES, "CLASS_LOADING", "CODE " + STOPS + COLD);
        put(Fault.CLASS_FILES, "CLASS_LOADING FILE_IO", "CODE " + STOPS + COLD);
        // From the system's file, and by a digest of it.
        put(Fault.RANDOM_BYTES, "CODE FILE_IO", STOPS + COLD);
        put(Fault.STACK_WALK, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.PHASER, "PARK", ON_TOP);
        put(Fault.DELAY_QUEUE, "PARK", ON_TOP);
        put(Fault.EXECUTOR, "PARK", "CODE USUAL_WORK " + ON_TOP);
        put(Fault.MAP_CONTENTION, "MONITOR", "CODE USUAL_WORK " + ON_TOP);
        put(Fault.CLASS_INITIALIZATION, "CLASS_LOADING", "CODE " + COLD);
        put(Fault.DOMAIN_SOCKET, "SOCKET_IO", ON_TOP);
        // With a monitor until JDK 20, by parking from then on.
        put(Fault.REFERENCE_QUEUE, "WAIT PARK", ON_TOP);
        // It works, and gives its core away to whoever wants it.
        put(Fault.YIELDING_WAIT, "CODE RUN_QUEUE", COLD);
        put(Fault.FILE_ATTRIBUTES, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.FILE_LENGTH, "FILE_IO", "CODE " + COLD);
        put(Fault.MAPPED_FORCE, "FILE_IO PAGE_FAULT", "CODE " + COLD);
        put(Fault.ARCHIVE, "FILE_IO CODE", STOPS + COLD);
        // It reads from the new process whether that could be started, and waits for its end.
        put(Fault.PROCESSES, "FILE_IO WAIT PARK", "CODE MONITOR " + STOPS + COLD);
        put(Fault.XML, "CODE GC_PAUSE", "CLASS_LOADING FILE_IO " + STOPS + COLD);
        put(Fault.DATES, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.ARRAY_COPIES, "CODE", "PAGE_FAULT " + COLD);
        put(Fault.RECURSION, "CODE", "PAGE_FAULT " + COLD);
        put(Fault.CONDITION, "PARK", ON_TOP);
        put(Fault.STAMPED_LOCK, "PARK", "CODE USUAL_WORK " + ON_TOP);
        put(Fault.FULL_QUEUE, "PARK", ON_TOP);
        put(Fault.PIPED_STREAM, "WAIT", ON_TOP);
        put(Fault.INCOMING_CONNECTION, "SOCKET_IO", ON_TOP);
        put(Fault.READ_TIMEOUT, "SOCKET_IO", ON_TOP);
        put(Fault.PROCESS_OUTPUT, "FILE_IO", ON_TOP);
        put(Fault.SHORT_PARKS, "PARK", "CODE " + COLD);
        put(Fault.NATIVE_SLEEP, "SLEEP", ON_TOP);
        put(Fault.NATIVE_READ, "FILE_IO SOCKET_IO", ON_TOP);
        // The JVM has the system make the thread, and waits until it has begun. It also waits for locks that ending
        // threads hold.
        put(Fault.THREAD_STARTS, "CODE WAIT MONITOR", "PAGE_FAULT RUN_QUEUE " + STOPS + COLD);
        // Newer JVMs have the thread look at the other one itself.
        put(Fault.OTHER_STACK, "VM_OPERATION CODE", "TIME_TO_SAFEPOINT ALLOCATION RUN_QUEUE " + COLD);
        put(Fault.DEADLOCK_SEARCH, "VM_OPERATION", "TIME_TO_SAFEPOINT CODE ALLOCATION RUN_QUEUE " + COLD);
        put(Fault.CACHE_MISSES, "CODE", COLD);
        put(Fault.COLLISIONS, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.CHECKSUM, "CODE", COLD);
        put(Fault.REFLECTION, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.MISSING_CLASSES, "CLASS_LOADING", "CODE FILE_IO " + STOPS + COLD);
        put(Fault.TEXT, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.RENAMED_FILES, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.LOGGING, "CODE FILE_IO GC_PAUSE", STOPS + COLD);
        put(Fault.CIPHER, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.SIGNATURE, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.SCATTERED_READS, "FILE_IO", "CODE " + COLD);
        put(Fault.GATHERING_WRITES, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.TREE_WALK, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.PRINTING, "FILE_IO CODE", STOPS + COLD);
        put(Fault.GROUPING, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.CONCATENATION, "CODE ALLOCATION GC_PAUSE", STOPS + COLD);
        put(Fault.ENCODING, "CODE GC_PAUSE", STOPS + COLD);
        // All objects are counted while all threads stand; on the way there and back a text is made.
        put(Fault.CLASS_HISTOGRAM, "VM_OPERATION GC_PAUSE", "TIME_TO_SAFEPOINT CODE ALLOCATION RUN_QUEUE " + COLD);
        put(Fault.DATAGRAM_BURST, "SOCKET_IO", "CODE ALLOCATION " + COLD);
        put(Fault.SCHEDULED_TASK, "PARK", ON_TOP);
        put(Fault.COMPLETION, "PARK", ON_TOP);
        put(Fault.TRANSFER, "PARK", ON_TOP);
        put(Fault.SYNCHRONIZED_MAP, "MONITOR", ON_TOP);
        put(Fault.TIMED_LOCK, "PARK", ON_TOP);
        put(Fault.WAKE_UP, "SOCKET_IO", ON_TOP);
        put(Fault.SHARED_COUNTER, "CODE", COLD);
        put(Fault.TRANSFER_TO, "FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.TRUNCATION, "FILE_IO", "CODE " + COLD);
        put(Fault.SYMBOLIC_LINKS, "FILE_IO", "CODE ALLOCATION " + COLD);
        // One call of the system reads the one and writes the other.
        put(Fault.FILE_TO_SOCKET, "SOCKET_IO FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.ZIP_FILE, "FILE_IO CODE", STOPS + COLD);
        put(Fault.INFLATION, "CODE", COLD);
        put(Fault.BASE64, "CODE GC_PAUSE ALLOCATION", STOPS + COLD);
        put(Fault.KEY_DERIVATION, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.SCANNER, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.MEMORY_USAGE, "CODE", STOPS + COLD);
        put(Fault.IDENTITY_HASHES, "CODE GC_PAUSE", STOPS + COLD);
        // It looks for the classes' names in modules and on the class path.
        put(Fault.SERVICE_LOADER, "CLASS_LOADING FILE_IO CODE", STOPS + COLD);
        put(Fault.WEAK_MAP, "CODE GC_PAUSE", STOPS + COLD);
        put(Fault.MATRIX, "CODE", COLD);
        put(Fault.REFUSED_CONNECTIONS, "SOCKET_IO", "CODE ALLOCATION FILE_IO " + COLD);
        // It looks into the system's file of hosts.
        put(Fault.REVERSE_LOOKUP, "SOCKET_IO FILE_IO", "CODE ALLOCATION " + COLD);
        put(Fault.FAIR_LOCK, "PARK", ON_TOP);
        put(Fault.INTERRUPTED_SLEEP, "SLEEP", ON_TOP);
        put(Fault.PLACEBO, "", "USUAL_WORK");
        // The thread did not run, or not in time, and that is all that is known: not who ran instead, nor whether a
        // stack was taken.
        put(Fault.DISTURBED, "RUN_QUEUE COMPILATION THROTTLING STEAL DISPATCH", "CAPTURE");
    }

    public ExpectedCauses {
        named = Set.copyOf(named);
        attendant = Set.copyOf(attendant);
    }

    private static void put(Fault fault, String named, String attendant) {
        TABLE.put(fault, new ExpectedCauses(known(named), known(attendant)));
    }

    private static Set<Cause> known(String names) {
        return Arrays.stream(Cause.values())
                .filter(cause -> Stream.of(names.split(" ")).anyMatch(cause.name()::equals))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What is right for a fault. */
    public static ExpectedCauses of(Fault fault) {
        return TABLE.get(fault);
    }

    /** Whether time that went to this fault may be given to this cause. */
    boolean allow(Cause cause) {
        return named.contains(cause) || attendant.contains(cause);
    }
}
