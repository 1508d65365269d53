package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.IntervalSet;
import io.straggler.diagnosis.budget.IterationPath;
import io.straggler.diagnosis.budget.IterationPath.Delay;
import io.straggler.diagnosis.budget.IterationPath.Segment;
import io.straggler.diagnosis.budget.Rules;
import io.straggler.diagnosis.budget.TimeBudget.Part;
import io.straggler.diagnosis.budget.Where;
import io.straggler.diagnosis.budget.WhereSums;
import io.straggler.diagnosis.budget.reading.StackReadings;
import io.straggler.diagnosis.stacks.ThreadPools;
import io.straggler.model.CoreHold;
import io.straggler.model.Iteration;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Divides the time of an asynchronous iteration along its path: each segment like the time of a sequential iteration on
 * that thread. Gaps are unexplained. The usual duration of an iteration is usual work in each segment in proportion to
 * its length.
 */
final class PathTime {
    private static final String UNFOLLOWED = "on no thread that is followed";

    private static final Place DELAYED = Place.of("delay of a scheduled task");

    /** Causes that stop or starve a thread wherever it is. */
    private static final Set<Cause> WHEREVER = EnumSet.range(Cause.GC_PAUSE, Cause.THROTTLING);

    private final Map<Cause, Part> parts = new EnumMap<>(Cause.class);

    private PathTime() {}

    /**
     * The parts of an iteration.
     *
     * @param blamed whether somebody else says what the iteration waited for in the queues of threads; of that time only what threads are known to have done for others is among
     *     the parts then
     */
    static List<Part> parts(
            DiagnosedOutlier diagnosed,
            IterationPath path,
            boolean blamed,
            long normalNs,
            StackReadings readings,
            Rules rules) {
        PathTime time = new PathTime();
        Iteration iteration = diagnosed.outlier().iteration();
        long leftNs = iteration.serviceNs() + iteration.dispatchNs();
        boolean first = true;
        // A call that stays on one thread says nothing by that thread's name.
        boolean several = !diagnosed.outlier().hasThread() || path.threads().size() > 1;
        for (Segment segment : path.segments()) {
            boolean dispatched = first && segment.fromNs() == iteration.startNs();
            long lengthNs = segment.toNs() - segment.fromNs();
            long usualNs = Math.round((double) normalNs * lengthNs / Math.max(1, iteration.serviceNs()));
            DiagnosedOutlier own = diagnosed.on(segment, dispatched ? iteration.dispatchNs() : 0);
            List<Part> inFront = inFront(segment, diagnosed, readings, rules);
            leftNs -= time.addBeginning(segment, inFront, blamed, diagnosed);
            for (Part part : new SelfTime(own, usualNs, readings, rules).parts()) {
                time.add(several ? onThread(part, ThreadPools.name(segment.thread())) : part);
                leftNs -= part.ns();
            }
            first = false;
        }
        for (Delay delay : path.delays()) {
            time.add(onThread(
                    new Part(Cause.SLEEP, delay.ns(), 1, 0, List.of(new Where(DELAYED, delay.ns(), 1))),
                    ThreadPools.name(delay.thread())));
            leftNs -= delay.ns();
        }
        if (leftNs > 0) {
            List<Where> unfollowed = diagnosed.outlier().hasThread() ? unfollowed(iteration, path, leftNs) : List.of();
            time.add(new Part(Cause.UNEXPLAINED, leftNs, 0, 0, unfollowed));
        }
        return new ArrayList<>(time.parts.values());
    }

    /** The gaps of a call that was handed on: behind which thread it was out of sight. */
    private static List<Where> unfollowed(Iteration iteration, IterationPath path, long mostNs) {
        IntervalSet followed = IntervalSet.NONE;
        for (Segment segment : path.segments()) {
            followed = followed.or(IntervalSet.of(segment.queuedNs(), segment.toNs()));
        }
        for (Delay delay : path.delays()) {
            followed = followed.or(IntervalSet.of(delay.fromNs(), delay.toNs()));
        }
        WhereSums where = new WhereSums();
        IntervalSet gaps =
                IntervalSet.of(iteration.startNs(), iteration.endNs()).minus(followed);
        for (int i = 0; i < gaps.count(); i++) {
            long fromNs = gaps.fromNs(i);
            String last = path.segments().stream()
                    .filter(segment -> segment.toNs() <= fromNs)
                    .reduce((earlier, later) -> later)
                    .map(segment -> "behind " + ThreadPools.name(segment.thread()))
                    .orElse("");
            where.add(Place.of(UNFOLLOWED, last), gaps.toNs(i) - fromNs, 1);
        }
        return gaps.lengthNs() > mostNs ? List.of() : where.largestFirst(Integer.MAX_VALUE);
    }

    /**
     * Returns the known activity of the thread while the iteration was queued for it.
     *
     * @return a part, or none
     */
    private static List<Part> inFront(
            Segment segment, DiagnosedOutlier diagnosed, StackReadings readings, Rules rules) {
        // Threads of a harness work on iterations only, and those below the threshold are no other work.
        if (segment.readyNs() <= segment.queuedNs() || !diagnosed.outlier().hasThread()) {
            return List.of();
        }
        Segment front = new Segment(segment.queuedNs(), segment.readyNs(), segment.osThreadId(), segment.thread());
        List<Part> parts = new SelfTime(diagnosed.on(front, 0), 0, readings, rules).parts();
        // Without a core, or while all threads stood still, it had that work, too: where it was at work says which.
        return parts.stream().noneMatch(part -> part.cause().isAtPlaces() && part.ns() > 0)
                ? List.of()
                : parts.stream()
                        .filter(part -> part.cause().isAtPlaces() || WHEREVER.contains(part.cause()))
                        .map(part -> ofOtherWork(part, ThreadPools.name(segment.thread())))
                        .reduce(PathTime::sum)
                        .stream()
                        .toList();
    }

    private static Part ofOtherWork(Part part, String thread) {
        List<Where> where = part.cause().isAtPlaces() ? onThread(part, thread).where() : List.of();
        return new Part(Cause.OTHER_WORK, part.ns(), part.events(), part.stacks(), where);
    }

    /**
     * Adds what came before the thread worked. Returns how long that was.
     *
     * @param inFront what the thread did meanwhile
     */
    private long addBeginning(Segment segment, List<Part> inFront, boolean blamed, DiagnosedOutlier diagnosed) {
        long queuedNs = segment.readyNs() - segment.queuedNs();
        inFront.forEach(this::add);
        long knownNs = inFront.stream().mapToLong(Part::ns).sum();
        if (queuedNs > knownNs && !blamed) {
            Where thread = new Where(Place.of(segment.thread()), queuedNs - knownNs, 1);
            add(new Part(Cause.INHERITED, queuedNs - knownNs, 0, 0, List.of(thread)));
        }
        long readyNs = segment.fromNs() - segment.readyNs();
        if (readyNs > 0) {
            add(new Part(Cause.RUN_QUEUE, readyNs, 1, 0, holders(segment, diagnosed)));
        }
        return queuedNs + readyNs;
    }

    private static List<Where> holders(Segment segment, DiagnosedOutlier diagnosed) {
        List<CoreHold> recorded = diagnosed.usage().stream()
                .filter(usage -> usage.osThreadId() == segment.osThreadId())
                .flatMap(usage -> usage.offCore().stream())
                .flatMap(times -> times.intervals().stream())
                .flatMap(interval -> interval.holders().stream())
                .toList();
        CoreHolders holders =
                new CoreHolders(diagnosed.coreUse(), diagnosed.cores(), Set.of(segment.osThreadId()), recorded);
        WhereSums where = new WhereSums();
        holders.parts(IntervalSet.of(segment.readyNs(), segment.fromNs()))
                .forEach(part -> where.add(part.place(), part.ns(), 1));
        return where.largestFirst(Integer.MAX_VALUE);
    }

    /** A part with its places on a thread, if it has places in the program. */
    private static Part onThread(Part part, String thread) {
        if (!part.cause().isAtPlaces()) {
            return part;
        }
        List<Where> where = part.where().stream()
                .map(one -> new Where(one.place().onThread(thread), one.ns(), one.count()))
                .toList();
        return new Part(part.cause(), part.ns(), part.events(), part.stacks(), where, part.wakingNs());
    }

    private void add(Part part) {
        parts.merge(part.cause(), part, PathTime::sum);
    }

    /** Returns the part with another length, shortened in proportion at each of the places. */
    static Part shortened(Part part, long ns) {
        WhereSums where = new WhereSums();
        where.addAll(part.where(), (double) ns / Math.max(1, part.ns()));
        return new Part(part.cause(), ns, part.events(), part.stacks(), where.largestFirst(Integer.MAX_VALUE));
    }

    static Part sum(Part one, Part other) {
        WhereSums where = new WhereSums();
        where.addAll(one.where());
        where.addAll(other.where());
        return new Part(
                one.cause(),
                one.ns() + other.ns(),
                one.events() + other.events(),
                one.stacks() + other.stacks(),
                where.largestFirst(Integer.MAX_VALUE),
                one.wakingNs() + other.wakingNs());
    }
}
