package io.straggler.diagnosis.budget;

import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.model.Evidence;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an outlier's stacks say about the time that nothing else has explained. */
final class Work {
    /** What a thread does that runs. */
    private static final Set<Cause> RUNNING = EnumSet.of(Cause.CODE, Cause.DEOPTIMIZATION, Cause.ENTRY_BARRIER);

    private static final String NEAR = "near ";

    private final DiagnosedOutlier diagnosed;
    private final StackReadings readings;
    private final Rules rules;
    private final TimeLedger claims;
    private final Set<Integer> innocent;
    private final Map<Integer, Cause> amid;
    private final Set<Integer> backOnCore;
    private final int owners;

    /** What the JVM said of the methods that it gave up the code of. */
    private final List<Evidence> deoptimisations;

    private final boolean allocated;
    private boolean offHeap;
    private final List<Piece> pieces = new ArrayList<>();

    private record Piece(Cause cause, long ns, String where) {}

    /**
     * @param innocent stacks that say nothing about code, by index
     * @param amid stacks that were taken in the middle of something known, and of what
     * @param backOnCore stacks that end a time off the core: what is left between request and answer they say nothing about
     * @param deoptimisations of the thread
     * @param allocated whether the thread got memory on the heap
     */
    Work(
            DiagnosedOutlier diagnosed,
            StackReadings readings,
            Rules rules,
            TimeLedger claims,
            Set<Integer> innocent,
            Map<Integer, Cause> amid,
            Set<Integer> backOnCore,
            List<Evidence> deoptimisations,
            boolean allocated,
            int owners) {
        this.deoptimisations = deoptimisations;
        this.allocated = allocated;
        this.diagnosed = diagnosed;
        this.readings = readings;
        this.rules = rules;
        this.claims = claims;
        this.innocent = innocent;
        this.amid = amid;
        this.backOnCore = backOnCore;
        this.owners = owners;
    }

    /** Adds the stacks of one thread. */
    void add(List<StackSpan> stacks) {
        for (int i = 0; i < stacks.size(); i++) {
            StackSpan stack = stacks.get(i);
            long ns = stoodFor(stack).lengthNs() / owners;
            if (ns > 0 && !innocent.contains(stack.index())) {
                StackSample sample = diagnosed.stacks().get(stack.index());
                StackReadings.Reading reading = readings.of(sample.frames());
                Cause known = amid.get(stack.index());
                Cause cause = known != null ? known : cause(reading, sample.running());
                offHeap |= reading.offHeap();
                pieces.add(
                        cause == Cause.ENTRY_BARRIER ? entering(stacks, i, ns) : new Piece(cause, ns, reading.place()));
            }
        }
    }

    /**
     * Methods that are entered for the first time since a collection. Like being interpreted, that is what code does that seldom runs: it is the cause
     * where normal iterations run the same code. Where they do not, the time is part of what that code is for.
     */
    private Piece entering(List<StackSpan> stacks, int at, long ns) {
        StackReadings.Reading own = reading(stacks.get(at));
        StackReadings.Reading near = near(stacks, at);
        if (near.inJava() && near.unusual()) {
            return new Piece(near.classWork() ? Cause.CLASS_LOADING : Cause.CODE, ns, near.place());
        }
        return new Piece(Cause.ENTRY_BARRIER, ns, near == own ? own.place() : NEAR + near.place());
    }

    /** The JVM's stack of a method that is being entered has no Java frame: whose call it was is seen right behind it, or right before. */
    private StackReadings.Reading near(List<StackSpan> stacks, int at) {
        StackReadings.Reading own = reading(stacks.get(at));
        if (own.inJava()) {
            return own;
        }
        for (int away = 1; away < stacks.size(); away++) {
            for (int other : new int[] {at + away, at - away}) {
                if (other >= 0 && other < stacks.size()) {
                    StackReadings.Reading reading = reading(stacks.get(other));
                    if (reading.inJava()) {
                        return reading;
                    }
                }
            }
        }
        return own;
    }

    private StackReadings.Reading reading(StackSpan stack) {
        return readings.of(diagnosed.stacks().get(stack.index()).frames());
    }

    private IntervalSet stoodFor(StackSpan stack) {
        IntervalSet stood = claims.free().and(stack.stood());
        if (!backOnCore.contains(stack.index())) {
            return stood;
        }
        IntervalSet after = stood.within(stack.timeNs(), Long.MAX_VALUE);
        // Without a request nobody knows where in front of it the thread still ran.
        return stack.askedNs() == stack.timeNs()
                ? after
                : stood.within(Long.MIN_VALUE, stack.askedNs()).or(after);
    }

    private Cause cause(StackReadings.Reading reading, boolean running) {
        if (!running && RUNNING.contains(reading.cause())) {
            return reading.waited().orElse(Cause.BLOCKED);
        }
        return reading.cause() == Cause.CODE && deoptimised(reading.interpreted())
                ? Cause.DEOPTIMIZATION
                : reading.cause();
    }

    private boolean deoptimised(String method) {
        return !method.isEmpty()
                && deoptimisations.stream().anyMatch(one -> one.detail().endsWith(method));
    }

    /**
     * Books it all: as usual work what an iteration normally takes, as page faults what they are known to take, in proportion over
     * the code that ran.
     */
    void claim(long normalNs, long faultsNs, int faults) {
        long codeNs = sum(Cause.CODE);
        long usualNs = Math.min(codeNs, normalNs);
        long pagedNs = paged(codeNs - usualNs, faultsNs);
        long leftUsualNs = usualNs;
        long leftPagedNs = pagedNs;
        long leftNs = codeNs;
        boolean first = true;
        for (Piece piece : pieces) {
            if (piece.cause != Cause.CODE) {
                claims.add(piece.cause, piece.ns, 0, 1, piece.where);
                continue;
            }
            long usual = share(leftUsualNs, piece.ns, leftNs);
            long paged = share(leftPagedNs, piece.ns, leftNs);
            claims.add(Cause.USUAL_WORK, usual, 0, usual > 0 ? 1 : 0, piece.where);
            claims.add(Cause.PAGE_FAULT, paged, paged > 0 && first ? faults : 0, paged > 0 ? 1 : 0, piece.where);
            long more = piece.ns - usual - paged;
            claims.add(Cause.CODE, more, 0, more > 0 ? 1 : 0, piece.where);
            first &= paged == 0;
            leftUsualNs -= usual;
            leftPagedNs -= paged;
            leftNs -= piece.ns;
        }
    }

    /**
     * What page faults took of the code. Their cost was measured on a quiet process and on memory of its own, and is the least they take: if that
     * alone is a good part of it, they are what made the difference, and have all of it. A fault on a file maps from sixteen to several hundred pages and takes
     * ten to fifty times as long. Nothing tells one from the other but what the thread did: it worked on memory outside of the heap, or at least got
     * none on it.
     */
    private long paged(long moreNs, long faultsNs) {
        boolean ofFiles = offHeap || !allocated;
        return faultsNs >= rules.of(ofFiles ? Constant.FILE_FAULTS_DOMINATE : Constant.FAULTS_DOMINATE) * moreNs
                ? moreNs
                : faultsNs;
    }

    private long sum(Cause cause) {
        long ns = 0;
        for (Piece piece : pieces) {
            ns += piece.cause == cause ? piece.ns : 0;
        }
        return ns;
    }

    /** This piece's part of an amount that is to be spread over what is left; the last gets the rest. */
    private static long share(long amountNs, long pieceNs, long leftNs) {
        return pieceNs == leftNs ? amountNs : Math.min(pieceNs, Math.round((double) amountNs * pieceNs / leftNs));
    }
}
