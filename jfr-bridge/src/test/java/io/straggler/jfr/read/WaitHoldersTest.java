package io.straggler.jfr.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Evidence;
import io.straggler.model.FrameKind;
import io.straggler.model.Partner;
import io.straggler.model.Partner.Role;
import io.straggler.model.StackFrame;
import io.straggler.model.StackSample;
import io.straggler.model.WaitEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which of several threads that gave one another something is named for a wait. */
class WaitHoldersTest {
    private static final long WAITER = 1;
    private static final long QUICK = 2;
    private static final int POOL = 7;
    private static final int OTHER = 8;

    private final List<WaitEnd> ends = new ArrayList<>();

    private void ends(long timeNs, long waiter, int blocker, String ender, String... methods) {
        long enderOsId = ender.equals("quick") ? QUICK : 0;
        ends.add(new WaitEnd(timeNs, waiter, blocker, ender.hashCode(), enderOsId, ender, List.of(methods)));
    }

    /** Whom the thread waited for from 10 to 100. */
    private List<Partner> named() {
        return named("com.acme.Pool.borrow", "java.util.concurrent.locks.LockSupport.park");
    }

    /** Whom the thread waited for in these methods, the outermost first. */
    private List<Partner> named(String... methods) {
        PartnerEvents partners = new PartnerEvents(Set.of(), List.of(), ends, List.of());
        partners.seenWaiting(new StackSample(
                StackSample.Origin.WAIT,
                10,
                100,
                WAITER,
                false,
                Stream.of(methods)
                        .map(name -> new StackFrame(name, FrameKind.JAVA))
                        .toList()));
        List<Evidence> finished = new ArrayList<>();
        partners.finish(finished::add);
        return finished.stream().flatMap(one -> one.partner().stream()).toList();
    }

    @Test
    void shouldNameWhoEndedIt() {
        ends(50, WAITER, OTHER, "too early", "com.acme.Pool.touch");
        ends(99, WAITER, POOL, "giver", "com.acme.Report.render", "com.acme.Pool.giveBack");
        ends(101, WAITER, POOL, "too late");

        assertThat(named()).singleElement().satisfies(partner -> {
            assertThat(partner.thread()).isEqualTo("giver");
            assertThat(partner.role()).isEqualTo(Role.RECORDED_WAKER);
            assertThat(partner.ending()).containsExactly("com.acme.Report.render", "com.acme.Pool.giveBack");
        });
    }

    @Test
    void shouldNameWhoHadItLongestOfThoseWhoGaveItToOneAnother() {
        ends(95, QUICK, POOL, "slow", "com.acme.Report.render", "java.util.concurrent.Semaphore.release");
        ends(99, WAITER, POOL, "quick", "com.acme.Dao.query");

        assertThat(named()).singleElement().satisfies(partner -> {
            assertThat(partner.thread()).isEqualTo("slow");
            assertThat(partner.role()).isEqualTo(Role.OWNER);
        });
    }

    @Test
    void shouldNotGoOnToWhatTheEnderWaitedForElsewhereOrBefore() {
        ends(95, QUICK, OTHER, "another pool's");
        ends(9, QUICK, POOL, "before it waited");
        ends(99, WAITER, POOL, "quick");

        assertThat(named()).extracting(Partner::thread).containsExactly("quick");
    }

    @Test
    void shouldNameNobodyForWaitsThatTheJdkMakesParksOf() {
        ends(99, WAITER, POOL, "poller", "sun.nio.ch.Poller.wakeup");

        assertThat(named("sun.nio.ch.NioSocketImpl.park", "java.util.concurrent.locks.LockSupport.park"))
                .isEmpty();
        assertThat(named("java.util.concurrent.Semaphore.acquire", "java.util.concurrent.locks.LockSupport.park"))
                .extracting(Partner::thread)
                .containsExactly("poller");
    }

    @Test
    void shouldNameNobodyWhereNobodyWasSeen() {
        ends(5, WAITER, POOL, "before");

        assertThat(named()).isEmpty();
    }
}
