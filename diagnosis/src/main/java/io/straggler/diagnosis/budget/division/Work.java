package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.Rules.Constant;
import io.straggler.diagnosis.budget.StackSpan;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.model.Place;
import io.straggler.model.StackSample;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Work that an outlier's stacks show in the time that nothing else has explained. */
final class Work {
    /** Causes of a thread that runs. */
    private static final Set<Cause> RUNNING = EnumSet.of(Cause.CODE, Cause.DEOPTIMIZATION, Cause.ENTRY_BARRIER);

    private static final String NEAR = "near ";

    private final Timeline timeline;
    private final StackReadings readings;
    private final Rules rules;
    private final TimeLedger ledger;
    private final StackRoles notes;
    private final List<Piece> pieces = new ArrayList<>();

    /** Methods whose compiled code was given up. */
    private final Set<String> deoptimised = new HashSet<>();

    /** Indices of stacks that have a Java frame, by the list of a thread's stacks. */
    private final Map<List<StackSpan>, NavigableSet<Integer>> inJava = new IdentityHashMap<>();

    /** Methods of the program's that were seen at work on memory outside of the heap. */
    private final Set<String> offHeap = new HashSet<>();

    /** @param method of the program's that it is in */
    private record Piece(Cause cause, long ns, Place place, String method) {
        private boolean isCode() {
            return cause == Cause.CODE;
        }
    }

    /** @param notes of what is known of single stacks */
    Work(Timeline timeline, StackReadings readings, Rules rules, TimeLedger ledger, StackRoles notes) {
        this.timeline = timeline;
        this.readings = readings;
        this.rules = rules;
        this.ledger = ledger;
        this.notes = notes;
        timeline.evidence
                .of(Cause.DEOPTIMIZATION)
                .forEach(one -> deoptimised.add(one.place().on()));
    }

    /** Adds the stacks of one thread. */
    void add(List<StackSpan> stacks) {
        for (int i = 0; i < stacks.size(); i++) {
            StackSpan stack = stacks.get(i);
            long ns = stoodFor(stack).lengthNs() / timeline.owners.size();
            Cause known = notes.insideCall(stack);
            if (ns > 0 && (known != null || !notes.stoodStill(stack))) {
                StackSample sample = timeline.sample(stack);
                StackReadings.Reading reading = readings.of(sample.frames());
                Cause cause = known != null ? known : cause(reading, sample.running());
                if (reading.offHeap()) {
                    offHeap.add(reading.method());
                }
                pieces.add(
                        cause == Cause.ENTRY_BARRIER
                                ? entering(stacks, i, ns)
                                : new Piece(cause, ns, reading.place(), reading.method()));
            }
        }
    }

    /**
     * The piece of a stack in which a method is entered for the first time since a collection. Like interpretation, this happens to code
     * that seldom runs anyway. So it is the cause only if normal iterations run the same code. Otherwise the time belongs to the work of
     * that code.
     */
    private Piece entering(List<StackSpan> stacks, int at, long ns) {
        StackReadings.Reading own = reading(stacks.get(at));
        StackReadings.Reading near = near(stacks, at);
        if (near.inJava() && near.unusual()) {
            Cause cause =
                    near.classWork() ? Cause.CLASS_LOADING : near.calledFor().orElse(Cause.CODE);
            return new Piece(cause, ns, near.place(), near.method());
        }
        return new Piece(Cause.ENTRY_BARRIER, ns, near == own ? own.place() : near(near.place()), near.method());
    }

    private static Place near(Place place) {
        return Place.of(NEAR + place.what()).calledBy(place.caller());
    }

    /**
     * The JVM's stack of a method that is being entered has no Java frame. The nearest stack that has one, the later of two, shows who made
     * the call.
     */
    private StackReadings.Reading near(List<StackSpan> stacks, int at) {
        StackReadings.Reading own = reading(stacks.get(at));
        if (own.inJava()) {
            return own;
        }
        NavigableSet<Integer> inJava = inJava(stacks);
        Integer before = inJava.lower(at);
        Integer behind = inJava.higher(at);
        if (before == null && behind == null) {
            return own;
        }
        boolean later = before == null || behind != null && behind - at <= at - before;
        return reading(stacks.get(later ? behind : before));
    }

    /** Indices of stacks that have a Java frame. */
    private NavigableSet<Integer> inJava(List<StackSpan> stacks) {
        return inJava.computeIfAbsent(stacks, same -> {
            NavigableSet<Integer> indices = new TreeSet<>();
            for (int i = 0; i < stacks.size(); i++) {
                if (reading(stacks.get(i)).inJava()) {
                    indices.add(i);
                }
            }
            return indices;
        });
    }

    private StackReadings.Reading reading(StackSpan stack) {
        return readings.of(timeline.sample(stack).frames());
    }

    private IntervalSet stoodFor(StackSpan stack) {
        IntervalSet stood = ledger.free(stack.stood());
        if (!notes.endsOffCpu(stack)) {
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
        if (reading.cause() == Cause.CODE) {
            return deoptimised(reading.interpreted())
                    ? Cause.DEOPTIMIZATION
                    : reading.calledFor().orElse(Cause.CODE);
        }
        return reading.cause();
    }

    private boolean deoptimised(String method) {
        return !method.isEmpty() && deoptimised.contains(method);
    }

    /**
     * Books it all: as usual work what an iteration normally takes, in proportion over the code that ran; as page faults what they are known to take,
     * in proportion over the code that can have had them.
     */
    void claim(long normalNs, long faultsNs, int faults) {
        long codeNs = sum(Piece::isCode);
        long leftUsualNs = Math.min(codeNs, normalNs);
        Paging paging = paging(codeNs, codeNs - leftUsualNs, faultsNs);
        long leftPagedNs = paging.ns;
        long leftPagingNs = paging.ofNs;
        long leftNs = codeNs;
        boolean first = true;
        for (Piece piece : pieces) {
            if (!piece.isCode()) {
                ledger.add(piece.cause, piece.ns, 0, 1, piece.place);
                continue;
            }
            long usual = share(leftUsualNs, piece.ns, leftNs);
            long paged = 0;
            if (paging.code.test(piece)) {
                paged = Math.min(piece.ns - usual, share(leftPagedNs, piece.ns, leftPagingNs));
                leftPagedNs -= paged;
                leftPagingNs -= piece.ns;
            }
            ledger.add(Cause.USUAL_WORK, usual, 0, usual > 0 ? 1 : 0, piece.place);
            ledger.add(Cause.PAGE_FAULT, paged, paged > 0 && first ? faults : 0, paged > 0 ? 1 : 0, piece.place);
            long more = piece.ns - usual - paged;
            ledger.add(Cause.CODE, more, 0, more > 0 ? 1 : 0, piece.place);
            first &= paged == 0;
            leftUsualNs -= usual;
            leftNs -= piece.ns;
        }
    }

    /**
     * Time of page faults in a part of the code.
     *
     * @param code that can have had them
     * @param ofNs how long that ran
     */
    private record Paging(Predicate<Piece> code, long ofNs, long ns) {}

    /**
     * How much of the code's time page faults took. {@code faultsNs} is the least that they can take: it was measured in a quiet process,
     * on memory of its own. If that alone is a good part of the work beyond the usual, all of that work is charged to page faults. A fault
     * on a file maps from sixteen to several hundred pages and takes 3 to 25 times as long. Only what the thread did tells such faults
     * from others: it worked on memory outside of the heap, or at least got none on the heap. Faults on files are charged to the code that
     * did so, but not to code that is known to run without faults.
     */
    private Paging paging(long codeNs, long moreNs, long faultsNs) {
        if (faultsNs >= rules.of(Constant.FAULTS_DOMINATE) * moreNs) {
            return new Paging(Piece::isCode, codeNs, moreNs);
        }
        // Most iterations have none: of these nobody needs to know what else ran without.
        boolean allocated = !timeline.evidence.of(Cause.ALLOCATION).isEmpty();
        if (faultsNs > 0 && (!offHeap.isEmpty() || !allocated)) {
            long ofNs = sum(this::canBeOfFiles);
            long mappedNs = (long) ((double) moreNs / codeNs * ofNs);
            if (faultsNs <= mappedNs && faultsNs >= rules.of(Constant.FILE_FAULTS_DOMINATE) * mappedNs) {
                long mostNs = (long) (rules.of(Constant.FILE_FAULT_TIMES) * faultsNs);
                return new Paging(this::canBeOfFiles, ofNs, Math.min(mappedNs, mostNs));
            }
        }
        return new Paging(Piece::isCode, codeNs, faultsNs);
    }

    private boolean canBeOfFiles(Piece piece) {
        return piece.isCode()
                && (offHeap.isEmpty() || offHeap.contains(piece.method))
                && !readings.faultFree(piece.place);
    }

    private long sum(Predicate<Piece> which) {
        long ns = 0;
        for (Piece piece : pieces) {
            ns += which.test(piece) ? piece.ns : 0;
        }
        return ns;
    }

    /** This piece's part of an amount that is to be spread over what is left; the last gets the rest. */
    private static long share(long amountNs, long pieceNs, long leftNs) {
        return pieceNs == leftNs ? amountNs : Math.min(pieceNs, Math.round((double) amountNs * pieceNs / leftNs));
    }
}
