package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.users.Ferries;
import io.straggler.agent.users.Pumps;
import io.straggler.agent.users.Shop;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.CulpritSite;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.TimeBudget.Part;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who holds what calls wait for, in a JVM of its own. */
@Tag("jar")
@Timeout(120)
class WaitEndsJvmTest {
    private static final String OPTIONS =
            "iterations=io.straggler.agent.users.Pumps.fillUp,iterations=io.straggler.agent.users.Pumps.permitted,threshold=20ms,out=";
    private static final int EACH = 5;

    @TempDir
    private Path folder;

    /** The place of what each outlier was parked for. */
    private List<String> waits(String kind) throws Exception {
        return places(Pumps.class, OPTIONS, kind, Cause.PARK);
    }

    /** The place of a cause in each outlier, or that of its first cause if it has none. */
    private List<String> places(Class<?> main, String options, String kind, Cause cause) throws Exception {
        return analysis(main, options, kind).conclusions().budget().budgets().stream()
                .map(budget -> place(budget, cause))
                .toList();
    }

    private Analysis analysis(Class<?> main, String options, String kind) throws Exception {
        RunFolder run = new RunFolder(folder.resolve(kind));
        try (ForkedProgram program = new ForkedProgram(main, folder, "")) {
            program.attach(options + run.path());
            program.counts(kind + " " + EACH);
            program.attach("stop");
            assertThat(program.end()).isZero();
            assertThat(program.err()).isEmpty();
        }
        Analysis analysis = FilledFolder.analysis(run);
        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));
        return analysis;
    }

    private static String place(TimeBudget budget, Cause cause) {
        Part most = budget.parts().stream()
                .filter(part -> part.cause() == cause)
                .findFirst()
                .orElse(budget.parts().get(0));
        return most.cause() + ": "
                + most.where().stream()
                        .findFirst()
                        .map(where -> where.place().words().replace("io.straggler.agent.users.", ""))
                        .orElse("");
    }

    /** JFR does not know the methods of some stacks of classes that were changed: then the sleep has no place. */
    private static boolean heldWhileAsleep(String words) {
        return words.startsWith("PARK: java.util.concurrent.Semaphore.acquireUninterruptibly < Pumps")
                && words.contains(", held by tanker-*, which was in sleep");
    }

    @Test
    void shouldNameWhoHeldThePermitsAndWhatItDid() throws Exception {
        // A holder may be late to its permit, or to its sleep, on a machine that is busy.
        assertThat(waits("permits")).anyMatch(WaitEndsJvmTest::heldWhileAsleep);
    }

    @Test
    void shouldNameWhereAHolderWasThatComputed() throws Exception {
        assertThat(waits("computing"))
                .contains("PARK: java.util.concurrent.LinkedBlockingQueue.take < Pumps.take,"
                        + " woken by tanker-*, which was in Pumps.hold");
    }

    @Test
    void shouldNameTheHolderAndNotWhoWaitedInFront() throws Exception {
        List<String> waits = waits("queued");

        assertThat(waits).hasSizeGreaterThan(EACH);
        assertThat(waits)
                .filteredOn(words -> words.contains(" woken by tanker-*, which was in sleep"))
                .hasSizeGreaterThan(waits.size() / 2);
    }

    @Test
    void shouldCarryWhatTasksWaitedInTheQueueBackToTheTaskInFront() throws Exception {
        Analysis analysis = analysis(Pumps.class, "iterations=executor,threshold=20ms,out=", "tasks");

        String users = "io.straggler.agent.users.Pumps$";
        assertThat(analysis.conclusions().diagnosis().outliers().stream()
                        .map(one -> one.outlier().group())
                        .filter(group -> group.equals(users + "Wash.run")))
                .hasSizeGreaterThanOrEqualTo(3 * EACH);
        CulpritSite worst = analysis.conclusions().sites().get(0);
        assertThat(worst.cause()).isEqualTo(Cause.SLEEP);
        assertThat(worst.place().words()).isEqualTo(users.replace("$", ".rest"));
        // The task in front of each round alone would be EACH; how many behind it were late enough depends on the
        // machine.
        assertThat(worst.delayed()).isGreaterThan(EACH);
    }

    @Test
    void shouldNameWhatPinnedTheCarriersThatAVirtualThreadWaitedFor() throws Exception {
        if (Runtime.version().feature() >= Shop.FIRST_WITH_VIRTUAL_THREADS) {
            String options = "iterations=io.straggler.agent.users.Ferries.ride,threshold=30ms,out=";
            assertThat(places(Ferries.class, options, "pinned", Cause.CARRIER))
                    .anyMatch(words ->
                            words.startsWith("CARRIER: carrier pinned, ") && words.endsWith(" < Ferries.sleep"));
        }
    }

    @Test
    void shouldNameWhoHeldWhatVirtualThreadsWaitFor() throws Exception {
        if (Runtime.version().feature() >= Shop.FIRST_WITH_VIRTUAL_THREADS) {
            assertThat(waits("permits-virtual")).anyMatch(WaitEndsJvmTest::heldWhileAsleep);
        }
    }
}
