package io.straggler.diagnosis.budget.division;

import io.straggler.model.CoreUser;
import io.straggler.model.Evidence;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.Partner;
import io.straggler.model.Partner.Role;
import io.straggler.model.WaitedFor;
import io.straggler.model.WakeUp;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Threads that ended waits, by the kernel's records of wake-ups. */
final class WakerInference {
    private WakerInference() {}

    /**
     * The evidence of an outlier's threads, with whoever ended each wait that no event names anybody for.
     *
     * @param owners the threads that the time was spent on
     */
    static List<Evidence> named(List<Evidence> all, Set<Long> owners, SwitchTimes switches) {
        return all.stream()
                .map(one -> owners.contains(one.osThreadId()) ? named(one, switches) : one)
                .toList();
    }

    private static Evidence named(Evidence wait, SwitchTimes switches) {
        boolean known =
                wait.partner().filter(partner -> partner.role() != Role.WAKER).isPresent();
        // An owner of a monitor and a notifier are named by the JVM.
        if (known || wait.kind() != Evidence.Kind.PARK) {
            return wait;
        }
        Optional<CoreUser> by = switches.lastWait(wait.startNs(), wait.endNs())
                .flatMap(OffCoreInterval::wakeUp)
                .map(WakeUp::by)
                .filter(user -> user.kind() == CoreUser.Kind.OWN_THREAD);
        return by.map(user -> wait.waitingFor(partner(wait, user))).orElse(wait);
    }

    private static Partner partner(Evidence wait, CoreUser by) {
        List<Evidence> blocked = wait.partner()
                .filter(inferred -> inferred.osThreadId() == by.osThreadId())
                .map(Partner::blocked)
                .orElse(List.of());
        return new Partner(by.name(), by.osThreadId(), Role.RECORDED_WAKER, blocked, List.of());
    }

    /** The thread or process that ended a wait which no event tells of; nobody for a timer or a device. */
    static Optional<WaitedFor> of(OffCoreInterval wait) {
        return wait.wakeUp()
                .map(WakeUp::by)
                .filter(by -> by.kind() == CoreUser.Kind.OWN_THREAD || by.kind() == CoreUser.Kind.OTHER_PROCESS)
                .map(by -> new WaitedFor(
                        by.kind() == CoreUser.Kind.OWN_THREAD ? CoreHolders.named(by.name()) : by.words(),
                        Role.RECORDED_WAKER));
    }
}
