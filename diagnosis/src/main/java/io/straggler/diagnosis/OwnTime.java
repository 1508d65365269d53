package io.straggler.diagnosis;

import io.straggler.model.Evidence;
import io.straggler.model.Iteration;
import io.straggler.model.StackSample;
import io.straggler.model.ThreadAccounting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Divides what an outlier did not inherit, by the rules of {@link TimeBudget}. For one use. */
final class OwnTime {
    /** What the reader of recordings adds to the name of a VM operation that stops nobody. */
    private static final String STOPS_NOBODY = "(outside a safepoint)";

    private final DiagnosedOutlier diagnosed;
    private final Iteration iteration;
    private final long normalNs;
    private final long fromNs;
    private final Set<Long> owners;
    private final List<Evidence> evidence;
    private final Map<Cause, TimeBudget.Part> parts = new EnumMap<>(Cause.class);

    /** Stacks that end a wait for a core, by index. */
    private final Set<Integer> backOnCore = new HashSet<>();

    /** What nothing has taken yet. */
    private Stretches free;

    /** What it stood still in, and is known to have: stops and blocking events. */
    private final List<Stretches> stood = new ArrayList<>();

    OwnTime(DiagnosedOutlier diagnosed, long normalNs) {
        this.diagnosed = diagnosed;
        this.iteration = diagnosed.outlier().iteration();
        this.normalNs = normalNs;
        this.fromNs = iteration.startNs() - iteration.dispatchNs();
        this.owners = owners(diagnosed);
        this.evidence = diagnosed.evidence().stream()
                .filter(one -> one.osThreadId() == Evidence.ANY_THREAD || owners.contains(one.osThreadId()))
                .filter(one -> one.kind() != Evidence.Kind.VM_OPERATION
                        || !one.detail().endsWith(STOPS_NOBODY))
                .toList();
        this.free = Stretches.of(fromNs, iteration.endNs());
    }

    /**
     * Those whose stacks stand for the time; without stacks, those that the operating system's account is of; without any, the only
     * one that something is known to have happened on.
     */
    private static Set<Long> owners(DiagnosedOutlier diagnosed) {
        Set<Long> threads = new HashSet<>();
        for (int i = 0; i < diagnosed.stacks().size(); i++) {
            if (diagnosed.stacksNs().get(i) > 0) {
                threads.add(diagnosed.stacks().get(i).osThreadId());
            }
        }
        if (threads.isEmpty()) {
            diagnosed.accounting().forEach(one -> threads.add(one.osThreadId()));
        }
        if (threads.isEmpty()) {
            diagnosed.evidence().forEach(one -> threads.add(one.osThreadId()));
            threads.remove(Evidence.ANY_THREAD);
            return threads.size() == 1 ? threads : Set.of();
        }
        return threads;
    }

    List<TimeBudget.Part> parts() {
        if (owners.isEmpty() && evidence.isEmpty()) {
            // Most victims: nothing is known of them, and there are very many.
            add(Cause.DISPATCH, iteration.dispatchNs(), 0, 0);
            add(Cause.NOT_SEEN, iteration.serviceNs(), 0, 0);
            return List.copyOf(parts.values());
        }
        long leftNs = free.lengthNs();
        Cause.STOPS.forEach(cause -> claim(cause, fromNs));
        waitForCore();
        if (owners.size() == 1) {
            Cause.BLOCKING.forEach(cause -> claim(cause, iteration.startNs()));
        }
        add(Cause.DISPATCH, free.within(fromNs, iteration.startNs()).lengthNs(), 0, 0);
        add(Cause.NOT_SEEN, free.within(iteration.startNs(), firstStackNs()).lengthNs(), 0, 0);
        stacks();
        for (TimeBudget.Part part : parts.values()) {
            leftNs -= part.ns();
        }
        add(Cause.UNEXPLAINED, leftNs, 0, 0);
        mention();
        return List.copyOf(parts.values());
    }

    private List<Evidence> of(Cause cause) {
        if (evidence.isEmpty()) {
            return evidence;
        }
        return evidence.stream()
                .filter(one -> one.kind() == cause.kind().orElse(null))
                .toList();
    }

    /** Takes what the cause's evidence covers of what is left since {@code sinceNs}. */
    private void claim(Cause cause, long sinceNs) {
        List<Evidence> events = of(cause);
        if (events.isEmpty()) {
            return;
        }
        Stretches room = free.within(sinceNs, iteration.endNs());
        Stretches covered = Stretches.union(events);
        int counted = (int) events.stream()
                .filter(one -> room.touches(one.startNs(), one.endNs()))
                .count();
        Stretches left = room.minus(covered);
        add(cause, room.lengthNs() - left.lengthNs(), counted, 0);
        Stretches taken = room.minus(left);
        free = free.minus(taken);
        stood.add(taken);
    }

    private void waitForCore() {
        List<ThreadAccounting> readings = diagnosed.accounting().stream()
                .filter(one -> owners.contains(one.osThreadId()))
                .toList();
        long amountNs =
                readings.stream().mapToLong(ThreadAccounting::runDelayNs).sum() / Math.max(1, owners.size());
        Stretches blocked = Stretches.union(evidence.stream()
                        .filter(one -> Cause.BLOCKING.stream()
                                .anyMatch(cause -> cause.kind().orElseThrow() == one.kind()))
                        .toList())
                .within(iteration.startNs(), iteration.endNs());
        long beforeNs = free.lengthNs();
        long leftNs = amountNs;
        for (Gap gap : gapsLongestFirst()) {
            if (leftNs == 0) {
                break;
            }
            Stretches room = free.within(gap.fromNs, gap.toNs);
            Stretches taken = room.minus(blocked).last(leftNs);
            free = free.minus(taken);
            leftNs -= taken.lengthNs();
            Stretches more = room.and(blocked).last(leftNs);
            free = free.minus(more);
            leftNs -= more.lengthNs();
            if (2 * (taken.lengthNs() + more.lengthNs()) >= gap.freeNs && gap.freeNs > 0) {
                backOnCore.add(gap.stack);
            }
        }
        add(Cause.RUN_QUEUE, beforeNs - free.lengthNs(), readings.size(), 0);
    }

    /** A stretch without stacks, and the number of the one that ends it: the number of stacks if none does. */
    private record Gap(long fromNs, long toNs, long freeNs, int stack) {}

    private List<Gap> gapsLongestFirst() {
        List<Gap> gaps = new ArrayList<>();
        int none = diagnosed.stacks().size();
        gaps.add(gap(fromNs, iteration.startNs(), none));
        long sinceNs = iteration.startNs();
        for (int i = 0; i < diagnosed.stacks().size(); i++) {
            if (owned(i)) {
                gaps.add(gap(sinceNs, timeNs(i), i));
                sinceNs = timeNs(i);
            }
        }
        gaps.add(gap(sinceNs, iteration.endNs(), none));
        gaps.sort(Comparator.comparingLong(Gap::freeNs).reversed());
        return gaps;
    }

    private Gap gap(long fromNs, long toNs, int stack) {
        return new Gap(fromNs, toNs, free.within(fromNs, toNs).lengthNs(), stack);
    }

    private void stacks() {
        long runningNs = 0;
        int running = 0;
        long blockedNs = 0;
        int blocked = 0;
        for (long owner : owners) {
            List<Integer> own = ownedBy(owner);
            for (int k = 0; k < own.size(); k++) {
                int i = own.get(k);
                long sinceNs = k == 0 ? timeNs(i) : middle(own.get(k - 1), i);
                long untilNs = k + 1 == own.size() ? iteration.endNs() : middle(i, own.get(k + 1));
                long ns = free.within(sinceNs, untilNs).lengthNs() / owners.size();
                if (backOnCore.contains(i) || stoodAt(timeNs(i)) || ns == 0) {
                    continue;
                }
                if (diagnosed.stacks().get(i).running()) {
                    runningNs += ns;
                    running++;
                } else {
                    blockedNs += ns;
                    blocked++;
                }
            }
        }
        add(Cause.BLOCKED, blockedNs, 0, blocked);
        add(Cause.USUAL_WORK, Math.min(runningNs, normalNs), 0, running);
        add(Cause.CODE, runningNs - Math.min(runningNs, normalNs), 0, running);
    }

    private boolean stoodAt(long timeNs) {
        return stood.stream().anyMatch(stretches -> stretches.contains(timeNs));
    }

    private void mention() {
        for (Cause cause : Cause.NOTES) {
            int events = (int) of(cause).stream()
                    .filter(one -> one.startNs() <= iteration.endNs() && one.endNs() >= fromNs)
                    .count();
            if (events > 0) {
                parts.put(cause, new TimeBudget.Part(cause, 0, events, 0, List.of()));
            }
        }
    }

    private void add(Cause cause, long ns, int events, int stacks) {
        if (ns > 0) {
            parts.put(cause, new TimeBudget.Part(cause, ns, events, stacks, List.of()));
        }
    }

    private boolean owned(int stack) {
        return owners.contains(diagnosed.stacks().get(stack).osThreadId());
    }

    private List<Integer> ownedBy(long owner) {
        List<Integer> stacks = new ArrayList<>();
        for (int i = 0; i < diagnosed.stacks().size(); i++) {
            if (diagnosed.stacks().get(i).osThreadId() == owner) {
                stacks.add(i);
            }
        }
        return stacks;
    }

    private long firstStackNs() {
        return diagnosed.stacks().stream()
                .filter(sample -> owners.contains(sample.osThreadId()))
                .mapToLong(StackSample::timeNs)
                .findFirst()
                .orElse(iteration.endNs());
    }

    private long timeNs(int stack) {
        return diagnosed.stacks().get(stack).timeNs();
    }

    private long middle(int earlier, int later) {
        return timeNs(earlier) + (timeNs(later) - timeNs(earlier)) / 2;
    }
}
