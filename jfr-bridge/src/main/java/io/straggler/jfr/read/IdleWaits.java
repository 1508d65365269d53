package io.straggler.jfr.read;

import io.straggler.jfr.chunk.EventView;
import io.straggler.model.IdlePlaces;
import io.straggler.model.StackFrame;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Waits of one chunk in which a thread waits for work, by where it waits. Threads: one at a time. */
public final class IdleWaits {
    /** Types of waits for anything: the others are of work that is being done. */
    private static final Set<String> OF_ANYTHING =
            Set.of("jdk.ThreadPark", EvidenceType.MONITOR_WAIT, EvidenceType.THREAD_SLEEP, EvidenceType.SOCKET_READ);

    private final StackNames stacks = new StackNames(StackDetail.METHODS);

    /** Whether a stack is an idle wait, by the number of the stack: all waits of a chunk have few stacks. */
    private final Map<Long, Boolean> known = new HashMap<>();

    /** Whether waits of a type may be waits for work. */
    public static boolean mayBe(String typeName) {
        return OF_ANYTHING.contains(typeName);
    }

    /** Whether a wait is one for work; not if its stack is not known. */
    public boolean contain(EventView wait) {
        long stack = wait.number("stackTrace");
        Boolean idle = known.get(stack);
        if (idle == null) {
            idle = IdlePlaces.contain(
                    stacks.stackOf(wait).stream().map(StackFrame::name).toList());
            known.put(stack, idle);
        }
        return idle;
    }
}
