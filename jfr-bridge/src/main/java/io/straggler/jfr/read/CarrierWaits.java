package io.straggler.jfr.read;

import io.straggler.model.CarrierWait;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Waits of virtual threads for a carrier, with what pinned a carrier meanwhile: a virtual thread that blocks where it cannot be taken off its carrier, as within a static initialiser. */
final class CarrierWaits {
    /** Max number of kept events of pinned carriers; waits behind that have no place. */
    private static final int MAX_PINNED = 100_000;

    /** Words for a carrier that was pinned, in front of what pinned it. */
    private static final String PINNED = "carrier pinned";

    private static final String VM_CALL = "VM call to ";
    private static final String ON_STACK = " on stack";

    private final List<Evidence> waits = new ArrayList<>();
    private final List<Pin> pinned = new ArrayList<>();

    /** A virtual thread slept until it went on, and was to sleep until earlier. */
    void slept(long osThreadId, long fromNs, long dueNs, long toNs) {
        if (dueNs - fromNs >= 0 && toNs - dueNs >= CarrierWait.MIN_NS) {
            waited(new CarrierWait(dueNs, toNs, osThreadId));
        }
    }

    /** A virtual thread waited for a carrier. */
    void waited(CarrierWait wait) {
        waits.add(new Evidence(Kind.CARRIER_WAIT, wait.fromNs(), wait.toNs(), wait.osThreadId(), Place.NONE));
    }

    /**
     * A virtual thread was blocked and kept its carrier.
     *
     * @param javaThreadId of the virtual thread
     * @param reason as the JVM says; empty where it does not, before JDK 24
     * @param method the program's method that blocked; empty if it is not known
     */
    void pinned(long fromNs, long toNs, long javaThreadId, String reason, String method) {
        if (pinned.size() < MAX_PINNED) {
            pinned.add(new Pin(
                    fromNs, toNs, javaThreadId, Place.of(PINNED, named(reason)).calledBy(method)));
        }
    }

    /** When carriers were pinned, and by what. */
    List<Pin> pins() {
        return pinned;
    }

    /** Name of what pinned a carrier, without the JVM's words around it. */
    private static String named(String reason) {
        boolean initialiser = reason.startsWith(VM_CALL) && reason.endsWith(ON_STACK);
        return initialiser ? reason.substring(VM_CALL.length(), reason.length() - ON_STACK.length()) : reason;
    }

    /**
     * Hands over the waits, in order of their middle. Whoever pinned a carrier for half of a wait did so in the middle of it, and as many are
     * pinned at once as there are carriers: so this is linear in waits and pins, but for sorting them.
     */
    void finish(Consumer<Evidence> consumer) {
        waits.sort(Comparator.comparingLong(CarrierWaits::middleNs));
        pinned.sort(Comparator.comparingLong(Pin::fromNs));
        List<Pin> inTheMiddle = new ArrayList<>();
        int next = 0;
        for (Evidence wait : waits) {
            long middleNs = middleNs(wait);
            for (; next < pinned.size() && pinned.get(next).fromNs() <= middleNs; next++) {
                inTheMiddle.add(pinned.get(next));
            }
            inTheMiddle.removeIf(one -> one.toNs() < middleNs);
            Place place = inTheMiddle.stream()
                    .filter(one -> overlapNs(one, wait) >= wait.durationNs() / 2)
                    .max(Comparator.comparingLong(one -> overlapNs(one, wait)))
                    .map(Pin::place)
                    .orElse(Place.NONE);
            consumer.accept(wait.at(place));
        }
    }

    private static long overlapNs(Pin pin, Evidence wait) {
        return pin.overlapNs(wait.startNs(), wait.endNs());
    }

    private static long middleNs(Evidence wait) {
        return wait.startNs() + wait.durationNs() / 2;
    }
}
